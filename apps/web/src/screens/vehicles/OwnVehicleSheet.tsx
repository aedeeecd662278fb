import { CarFront, Pencil, PlugZap, RectangleEllipsis, Trash2 } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { isRegistrationNumber, tidyRegistrationNumber } from '@bijli/contract/registration-number';
import { MAX_VEHICLE_NAME_LENGTH, type OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { Field, FieldNote } from '@bijli/ui/Field';
import { spacedPlate } from '@bijli/ui/format/text';
import { List, RowButton } from '@bijli/ui/List';
import { PlateField } from '@bijli/ui/Plate';
import { Sheet } from '@bijli/ui/Sheet';
import { useChangeVehicle, useChooseVehicle, useRemoveVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { TellForm } from './TellForm.tsx';
import styles from './OwnVehicles.module.css';

export type SheetStep = 'menu' | 'name' | 'plate' | 'tell' | 'remove';

interface OwnVehicleSheetProps {
  vehicle: OwnVehicle;
  open: boolean;
  onClose: () => void;
  /** Where it opens, unless at its menu. */
  first?: SheetStep | undefined;
  /** Once what nobody knew of it is saved. */
  onAnswered: () => void;
  /** Has the focus when the vehicle is gone. */
  afterRemoval: RefObject<HTMLElement | null>;
}

/** What can be done with one of the driver's vehicles, a step at a time. */
export function OwnVehicleSheet({
  vehicle,
  open,
  onClose,
  first = 'menu',
  onAnswered,
  afterRemoval,
}: OwnVehicleSheetProps) {
  const { vehicles, common } = useMessages();
  const messages = vehicles.own;
  const [step, setStep] = useState<SheetStep>(first);
  const form = useId();
  const removing = useRemoveVehicle();
  const [isRemoved, setRemoved] = useState(false);
  const { vehicle_name: name, vehicle_registration_number: regno } = vehicle;

  const close = () => {
    onClose();
    setStep('menu');
  };
  const remove = () => {
    const removed = () => {
      setRemoved(true);
      onClose();
    };
    removing.mutate({ params: { id: vehicle.id } }, { onSuccess: removed });
  };
  const steps: Record<SheetStep, { title: string; body: ReactNode; foot?: ReactNode }> = {
    menu: { title: name, body: <Menu vehicle={vehicle} onStep={setStep} onDone={close} /> },
    name: {
      title: messages.rename,
      body: <NameForm id={form} vehicle={vehicle} onSaved={close} />,
      foot: <SaveButton form={form} label={messages.save} />,
    },
    plate: {
      title: messages.editPlate,
      body: <PlateForm id={form} vehicle={vehicle} onSaved={close} />,
      foot: <SaveButton form={form} label={messages.save} />,
    },
    tell: {
      title: messages.tell,
      body: (
        <TellForm
          id={form}
          vehicle={vehicle}
          onSaved={() => {
            close();
            onAnswered();
          }}
        />
      ),
      foot: <SaveButton form={form} label={messages.save} />,
    },
    remove: {
      title: messages.removeTitle(name),
      body: (
        <p>
          <span className="num">{spacedPlate(regno)}</span>
          <br />
          {messages.removeText}
        </p>
      ),
      foot: (
        <div className={styles.choices}>
          <Button look="line" isBlock onClick={close}>
            {messages.keep}
          </Button>
          <Button look="danger" isBlock isBusy={removing.isPending} onClick={remove}>
            {messages.remove}
          </Button>
        </div>
      ),
    },
  };
  const { title, body, foot } = steps[step];
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      closeLabel={common.close}
      foot={foot}
      {...(isRemoved && { finalFocus: afterRemoval })}
    >
      {body}
    </Sheet>
  );
}

function Menu({
  vehicle,
  onStep,
  onDone,
}: {
  vehicle: OwnVehicle;
  onStep: (step: SheetStep) => void;
  onDone: () => void;
}) {
  const { vehicles } = useMessages();
  const messages = vehicles.own;
  const choosing = useChooseVehicle();
  const { vehicle_registration_number: regno, model_name: model = '' } = vehicle;
  return (
    <>
      <p className={`num ${styles.which}`}>{vehicles.details(model, spacedPlate(regno))}</p>
      <List>
        {vehicle.default === 0 && (
          <RowButton
            icon={CarFront}
            isBusy={choosing.isPending}
            onClick={() => choosing.mutate({ body: { id: vehicle.id } }, { onSuccess: onDone })}
          >
            {messages.makeDefault}
          </RowButton>
        )}
        <RowButton icon={Pencil} onClick={() => onStep('name')}>
          {messages.rename}
        </RowButton>
        <RowButton icon={RectangleEllipsis} onClick={() => onStep('plate')}>
          {messages.editPlate}
        </RowButton>
        {vehicle.for_driver_to_tell && (
          <RowButton icon={PlugZap} onClick={() => onStep('tell')}>
            {messages.tell}
          </RowButton>
        )}
        <RowButton icon={Trash2} isDangerous onClick={() => onStep('remove')}>
          {messages.remove}
        </RowButton>
      </List>
    </>
  );
}

interface FormProps {
  id: string;
  vehicle: OwnVehicle;
  onSaved: () => void;
}

function NameForm({ id, vehicle, onSaved }: FormProps) {
  const { own: messages } = useMessages().vehicles;
  const [name, setName] = useState(vehicle.vehicle_name);
  const changing = useChangeVehicle();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    changing.mutate({ params: { id: vehicle.id }, body: { name } }, { onSuccess: onSaved });
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <Field
        label={messages.name}
        help={messages.nameHelp(vehicle.model_name ?? vehicle.vehicle_name)}
        error={changing.error?.message || undefined}
        maxLength={MAX_VEHICLE_NAME_LENGTH}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          changing.reset();
        }}
      />
    </form>
  );
}

function PlateForm({ id, vehicle, onSaved }: FormProps) {
  const { vehicles, errors } = useMessages();
  const [regno, setRegno] = useState(vehicle.vehicle_registration_number);
  const [isRefused, setRefused] = useState(false);
  const changing = useChangeVehicle();
  const input = useRef<HTMLInputElement>(null);
  const problem = isRefused ? errors.registration : changing.error?.message || undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setRefused(!isRegistrationNumber(regno));
    if (isRegistrationNumber(regno))
      changing.mutate({ params: { id: vehicle.id }, body: { regno } }, { onSuccess: onSaved });
    else input.current?.focus();
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <PlateField
        ref={input}
        label={vehicles.registration}
        isBad={problem !== undefined}
        value={regno}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setRegno(tidyRegistrationNumber(event.target.value));
          setRefused(false);
          changing.reset();
        }}
      />
      <FieldNote id={`${id}-note`} isBad={problem !== undefined}>
        {problem ?? vehicles.example}
      </FieldNote>
    </form>
  );
}

function SaveButton({ form, label }: { form: string; label: string }) {
  return (
    <Button look="primary" isBlock type="submit" form={form}>
      {label}
    </Button>
  );
}
