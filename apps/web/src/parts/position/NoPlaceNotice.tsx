import { LocateOff } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { Banner } from '@bijli/ui/Notice';
import { nativeShell } from '#device/native-shell.ts';
import type { NoPlace } from '#device/position.ts';
import { type Messages, useMessages } from '#messages/messages.ts';

interface NoPlaceNoticeProps {
  failure: NoPlace | undefined;
  onClose: () => void;
}

/** What to do about a position that was not found. It stays after the alert is gone. */
export function NoPlaceNotice({ failure, onClose }: NoPlaceNoticeProps) {
  const { errors, common } = useMessages();
  if (!failure) return null;
  return (
    <Banner
      icon={LocateOff}
      action={
        <Button look="text" onClick={onClose}>
          {common.close}
        </Button>
      }
    >
      {whatToDo(failure, errors)}
    </Banner>
  );
}

function whatToDo(failure: NoPlace, errors: Messages['errors']): string {
  const shell = nativeShell();
  if (failure === 'denied') return shell ? errors.noLocationInApp[shell] : errors.allowLocation;
  return failure === 'unavailable' ? errors.placeUnavailable : errors.placeTimedOut;
}
