import { CarFront, Pencil, PlugZap, RectangleEllipsis, Trash2 } from 'lucide-react';
import { type RefObject, type SubmitEvent, useId, useRef, useState } from 'react';
import { isRegistrationNumber, normalizeRegistrationNumber, spacedPlate } from '@bijli/contract/registration-number';
import { MAX_VEHICLE_NAME_LENGTH, type OwnVehicle } from '@bijli/contract/vehicles';
import { FieldNote } from '@bijli/ui/Field';
import { List, RowButton } from '@bijli/ui/List';
import { PlateField } from '@bijli/ui/Plate';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { useChangeVehicle, useChooseVehicle, useRemoveVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { NameForm, SaveButton } from '#parts/own-things/NameForm.tsx';
import { OwnThingSheet, type StepMoves, SheetSubject } from '#parts/own-things/OwnThingSheet.tsx';
import { PlateNote } from './PlateNote.tsx';
import { VehicleFactsForm } from './VehicleFactsForm.tsx';

export type SheetStep = 'menu' | 'name' | 'plate' | 'tell';

interface OwnVehicleSheetProps {
  vehicle: OwnVehicle;
  open: boolean;
  onClose: () => void;
  /** The step to open with. The menu by default. */
  first?: SheetStep | undefined;
  /** Called when the driver has saved facts that the catalogue did not have. */
  onAnswered: () => void;
  /** Gets focus when the vehicle has been removed. */
  afterRemoval: RefObject<HTMLElement | null>;
}

/** A sheet with the actions for one of the driver's vehicles, one step at a time. */
export function OwnVehicleSheet({
  vehicle,
  open,
  onClose,
  first = 'menu',
  onAnswered,
  afterRemoval,
}: OwnVehicleSheetProps) {
  const { own: messages } = useMessages().vehicles;
  const form = useId();
  const naming = useChangeVehicle();
  const removing = useRemoveVehicle();
  const { vehicle_name: name, vehicle_registration_number: regno } = vehicle;
  const params = { id: vehicle.id };
  const foot = <SaveButton form={form} label={messages.save} />;
  return (
    <OwnThingSheet<SheetStep>
      open={open}
      onClose={() => {
        onClose();
        naming.reset();
      }}
      first={first}
      menu="menu"
      afterRemoval={afterRemoval}
      renderSteps={({ goTo, close }) => ({
        menu: { title: name, body: <Menu vehicle={vehicle} goTo={goTo} close={close} /> },
        name: {
          title: messages.rename,
          body: (
            <NameForm
              id={form}
              label={messages.name}
              help={messages.nameHelp(vehicle.model_name ?? name)}
              maxLength={MAX_VEHICLE_NAME_LENGTH}
              name={name}
              error={naming.error?.message}
              onSave={(newName) => naming.mutate({ params, body: { name: newName } }, { onSuccess: close })}
              onType={() => forgetRefusal(naming)}
            />
          ),
          foot,
        },
        plate: {
          title: messages.editPlate,
          body: <PlateForm id={form} vehicle={vehicle} onSaved={close} />,
          foot,
        },
        tell: {
          title: messages.tell,
          body: (
            <VehicleFactsForm
              id={form}
              vehicle={vehicle}
              onSaved={() => {
                close();
                onAnswered();
              }}
            />
          ),
          foot,
        },
      })}
      removal={{
        title: messages.removeTitle(name),
        text: (
          <>
            <span className="num">{spacedPlate(regno)}</span>
            <br />
            {messages.removeText}
          </>
        ),
        keep: messages.keep,
        remove: messages.remove,
        isPending: removing.isPending,
        run: (onRemoved) => removing.mutate({ params }, { onSuccess: onRemoved }),
      }}
    />
  );
}

function Menu({ vehicle, goTo, close }: { vehicle: OwnVehicle } & StepMoves<SheetStep>) {
  const { vehicles } = useMessages();
  const messages = vehicles.own;
  const choosing = useChooseVehicle();
  const { vehicle_registration_number: regno, model_name: model = '' } = vehicle;
  return (
    <>
      <SheetSubject>{vehicles.details(model, spacedPlate(regno))}</SheetSubject>
      <List>
        {vehicle.default === 0 && (
          <RowButton
            icon={CarFront}
            isBusy={choosing.isPending}
            onClick={() => choosing.mutate({ body: { id: vehicle.id } }, { onSuccess: close })}
          >
            {messages.makeDefault}
          </RowButton>
        )}
        <RowButton icon={Pencil} onClick={() => goTo('name')}>
          {messages.rename}
        </RowButton>
        <RowButton icon={RectangleEllipsis} onClick={() => goTo('plate')}>
          {messages.editPlate}
        </RowButton>
        {vehicle.for_driver_to_tell && (
          <RowButton icon={PlugZap} onClick={() => goTo('tell')}>
            {messages.tell}
          </RowButton>
        )}
        <RowButton icon={Trash2} isDangerous onClick={() => goTo('remove')}>
          {messages.remove}
        </RowButton>
      </List>
    </>
  );
}

interface PlateFormProps {
  id: string;
  vehicle: OwnVehicle;
  onSaved: () => void;
}

function PlateForm({ id, vehicle, onSaved }: PlateFormProps) {
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
          setRegno(normalizeRegistrationNumber(event.target.value));
          setRefused(false);
          forgetRefusal(changing);
        }}
      />
      <FieldNote id={`${id}-note`} isBad={problem !== undefined}>
        <PlateNote problem={problem} />
      </FieldNote>
    </form>
  );
}
