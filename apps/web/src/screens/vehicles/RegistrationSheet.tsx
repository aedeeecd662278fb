import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { nameInParts } from '@bijli/contract/model-name';
import { isRegistrationNumber, normalizeRegistrationNumber } from '@bijli/contract/registration-number';
import type { CatalogueVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { VehicleDrawing } from '@bijli/ui/Drawing';
import { FieldNote } from '@bijli/ui/Field';
import { PlateField } from '@bijli/ui/Plate';
import { Sheet } from '@bijli/ui/Sheet';
import { Refusal } from '#api/client.ts';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { useAddVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { plugsInWords } from '#parts/own-things/vehicle-details.ts';
import { PlateNote } from './PlateNote.tsx';
import { useBatteryText } from './VehicleCard.tsx';
import styles from './VehiclesScreen.module.css';

interface RegistrationSheetProps {
  vehicle: CatalogueVehicle;
  open: boolean;
  onClose: () => void;
  onAdded: () => void;
  /** True when the driver has no vehicle yet. Their first one is the default without being asked. */
  isFirst: boolean;
  /** Gets focus when the sheet has closed. By default the element that had it before. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
}

/** A sheet that asks for the registration number of the chosen vehicle. An impossible number is not sent. */
export function RegistrationSheet({ vehicle, open, onClose, onAdded, isFirst, finalFocus }: RegistrationSheetProps) {
  const { vehicles: messages, common } = useMessages();
  const form = useId();
  const { input, regno, problem, type, add, adding } = useRegistration(vehicle.id, onAdded);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    add(false);
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.sheetTitle}
      closeLabel={common.close}
      initialFocus={input}
      {...(finalFocus && { finalFocus })}
      foot={<WaysToAdd form={form} isFirst={isFirst} adding={adding} onAddDefault={() => add(true)} />}
    >
      <Chosen vehicle={vehicle} />
      <form id={form} noValidate onSubmit={submit}>
        <PlateField
          ref={input}
          label={messages.registration}
          isBad={problem !== undefined}
          placeholder={messages.placeholder}
          value={regno}
          aria-describedby={`${form}-note`}
          onChange={(event) => type(event.target.value)}
        />
        <FieldNote id={`${form}-note`} isBad={problem !== undefined}>
          <PlateNote problem={problem} />
        </FieldNote>
      </form>
    </Sheet>
  );
}

/** Hook: the typed number, and the request that adds the vehicle. */
function useRegistration(vehicleId: string, onAdded: () => void) {
  const { errors } = useMessages();
  const [regno, setRegno] = useState('');
  const [isRefused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const addVehicle = useAddVehicle();

  const type = (text: string) => {
    setRegno(normalizeRegistrationNumber(text));
    setRefused(false);
    forgetRefusal(addVehicle);
  };
  const add = (isDefault: boolean) => {
    if (!isRegistrationNumber(regno)) {
      setRefused(true);
      input.current?.focus();
      return;
    }
    addVehicle.mutate(
      { body: { regno, vehicle_id: vehicleId, ...(isDefault && { default: true }) } },
      {
        onSuccess: () => {
          setRegno('');
          onAdded();
        },
        onError: (failure) => failure instanceof Refusal && input.current?.focus(),
      },
    );
  };
  // The toast is gone after a moment, and the reason stays.
  const problem = isRefused ? errors.registration : addVehicle.error?.message || undefined;
  const adding: Adding = !addVehicle.isPending ? undefined : addVehicle.variables.body.default ? 'default' : 'another';
  return { input, regno, problem, type, add, adding };
}

/** Which of the two buttons is busy. */
type Adding = 'default' | 'another' | undefined;

interface WaysToAddProps {
  form: string;
  isFirst: boolean;
  adding: Adding;
  onAddDefault: () => void;
}

function WaysToAdd({ form, isFirst, adding, onAddDefault }: WaysToAddProps) {
  const { vehicles: messages } = useMessages();
  return (
    <div className={styles.ways}>
      {!isFirst && (
        <Button
          look="line"
          isBlock
          disabled={adding !== undefined}
          isBusy={adding === 'default'}
          onClick={onAddDefault}
        >
          {messages.addDefault}
        </Button>
      )}
      <Button
        look="primary"
        isBlock
        type="submit"
        form={form}
        disabled={adding === 'default'}
        isBusy={adding === 'another'}
      >
        {messages.add}
      </Button>
    </div>
  );
}

function Chosen({ vehicle }: { vehicle: CatalogueVehicle }) {
  const { vehicles: messages } = useMessages();
  const [model, variant] = nameInParts(vehicle);
  const plugs = plugsInWords(vehicle.connector_types, messages);
  const details = messages.details(variant, useBatteryText(vehicle), plugs);
  return (
    <div className={styles.which}>
      <span className={styles.thumb}>
        <VehicleDrawing name={vehicle.vehicle_image} model={vehicle.id} />
      </span>
      <span>
        <span className={styles.whichName}>{model}</span>
        <span className={`${styles.details} num`}>{details}</span>
      </span>
    </div>
  );
}
