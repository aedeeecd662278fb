import { CarFront, X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { LinkButton } from '@bijli/ui/Button';
import { IconButton } from '@bijli/ui/IconButton';
import { Banner } from '@bijli/ui/Notice';
import { useHasNoVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { type MapNavigation, paths, type VehiclesNavigation } from '#paths.ts';

const TO_ADD: VehiclesNavigation = { fromScreen: 'map' };

/** Asks a new driver once for the car, and says what for. */
export function VehicleQuestion() {
  const { map: messages, common } = useMessages();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isAsked = (state as MapNavigation | null)?.asksForVehicle === true;
  const hasNone = useHasNoVehicle(isAsked);
  if (!isAsked || !hasNone) return null;
  return (
    <Banner
      tone="plain"
      icon={CarFront}
      action={
        <>
          <LinkButton look="primary" isSlim to={paths.manageVehicles} state={TO_ADD}>
            {messages.addCar}
          </LinkButton>
          <IconButton icon={X} label={common.close} onClick={() => void navigate('.', { replace: true })} />
        </>
      }
    >
      <b>{messages.whichCar}</b>
      <br />
      {messages.whyCar}
    </Banner>
  );
}
