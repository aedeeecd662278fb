import { type SubmitEvent, useState } from 'react';
import { typedDecimal } from '@bijli/contract/typed-decimal';
import { type OwnVehicle, VEHICLE_CONNECTOR_TYPES } from '@bijli/contract/vehicles';
import { Chip, Chips } from '@bijli/ui/Chip';
import { Field } from '@bijli/ui/Field';
import { forgetRefusal } from '#api/forget-refusal.ts';
import { useChangeVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './OwnVehicles.module.css';

interface VehicleFactsFormProps {
  id: string;
  vehicle: OwnVehicle;
  onSaved: () => void;
}

/** A form for the facts that the catalogue does not have. The driver may leave them empty. */
export function VehicleFactsForm({ id, vehicle, onSaved }: VehicleFactsFormProps) {
  const { own: messages } = useMessages().vehicles;
  const { battery_capacity: kwh, connector_types: before = [], for_driver_to_tell: open = [] } = vehicle;
  const [battery, setBattery] = useState(String(kwh ?? ''));
  const [types, setTypes] = useState<readonly string[]>(before);
  const changing = useChangeVehicle();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = {
      ...(open.includes('battery_capacity') && { battery_capacity: battery === '' ? null : Number(battery) }),
      ...(open.includes('connector_types') && {
        connector_types: VEHICLE_CONNECTOR_TYPES.filter((type) => types.includes(type)),
      }),
    };
    changing.mutate({ params: { id: vehicle.id }, body }, { onSuccess: onSaved });
  };
  return (
    <form id={id} noValidate onSubmit={submit} className={styles.tell}>
      <p>{messages.tellText}</p>
      {open.includes('connector_types') && (
        <fieldset>
          <legend>{messages.plugs}</legend>
          <Chips>
            {VEHICLE_CONNECTOR_TYPES.map((type) => (
              <Chip
                key={type}
                isPressed={types.includes(type)}
                onClick={() => setTypes(types.includes(type) ? types.filter((one) => one !== type) : [...types, type])}
              >
                {type}
              </Chip>
            ))}
          </Chips>
        </fieldset>
      )}
      {open.includes('battery_capacity') && (
        <Field
          label={messages.battery}
          error={changing.error?.message || undefined}
          inputMode="decimal"
          value={battery}
          onChange={(event) => {
            setBattery(typedDecimal(event.target.value));
            forgetRefusal(changing);
          }}
        />
      )}
    </form>
  );
}
