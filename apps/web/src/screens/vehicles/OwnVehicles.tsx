import { Check } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { nameBesideBattery } from '@bijli/contract/model-name';
import { spacedPlate } from '@bijli/contract/registration-number';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Badge } from '@bijli/ui/Badge';
import { Button } from '@bijli/ui/Button';
import { VehicleDrawing } from '@bijli/ui/Drawing';
import { Plate } from '@bijli/ui/Plate';
import { useChooseVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { OwnThingRow, OwnThingRows } from '#parts/own-things/OwnThingRows.tsx';
import { isPlugUnknown, ownVehicleDetails } from '#parts/own-things/vehicle-details.ts';
import { OwnVehicleSheet, type SheetStep } from './OwnVehicleSheet.tsx';
import styles from './OwnVehicles.module.css';

interface OwnVehiclesProps {
  heading: RefObject<HTMLHeadingElement | null>;
  vehicles: OwnVehicle[];
  /** Gets focus when the last vehicle has been removed. */
  afterLast: RefObject<HTMLElement | null>;
  /** Id of the vehicle whose missing facts are asked for when the screen opens. */
  tell?: string | undefined;
  /** Called when the driver has saved facts that the catalogue did not have. */
  onAnswered: () => void;
}

/** The driver's own vehicles, each with a menu. Renders nothing without vehicles. */
export function OwnVehicles({ heading, vehicles, afterLast, tell, onAnswered }: OwnVehiclesProps) {
  const { vehicles: messages } = useMessages();
  /** The vehicle whose menu is open. It stays set until the closing animation has ended. */
  const [opened, setOpened] = useState(vehicles.find(({ id }) => id === tell));
  const [isOpen, setOpen] = useState(opened !== undefined);
  const [first, setFirst] = useState<SheetStep | undefined>(opened && 'tell');

  const openMenu = (vehicle: OwnVehicle, step?: SheetStep) => {
    setOpened(vehicle);
    setFirst(step);
    setOpen(true);
  };
  return (
    <>
      {vehicles.length > 0 && (
        <section className={styles.own} aria-labelledby="own-vehicles">
          <h2 ref={heading} id="own-vehicles" tabIndex={-1} className={styles.heading}>
            {messages.own.title}
          </h2>
          <p className={styles.about}>{messages.own.about}</p>
          <OwnThingRows>
            {vehicles.map((vehicle) => (
              <VehicleRow key={vehicle.id} vehicle={vehicle} onMenu={(step) => openMenu(vehicle, step)} />
            ))}
          </OwnThingRows>
        </section>
      )}
      {opened && (
        <OwnVehicleSheet
          key={`${opened.id} ${first}`}
          vehicle={vehicles.find(({ id }) => id === opened.id) ?? opened}
          open={isOpen}
          onClose={() => setOpen(false)}
          first={first}
          onAnswered={onAnswered}
          // The button that opened the menu disappears with the vehicle.
          afterRemoval={vehicles.length > 0 ? heading : afterLast}
        />
      )}
    </>
  );
}

function VehicleRow({ vehicle, onMenu }: { vehicle: OwnVehicle; onMenu: (step?: SheetStep) => void }) {
  const { vehicles: messages } = useMessages();
  const choosing = useChooseVehicle();
  const isDefault = vehicle.default === 1;
  const menu = useRef<HTMLButtonElement>(null);
  const isChosenHere = useRef(false);
  // The button disappears when its vehicle becomes the default. If it had focus, the row's menu button gets it.
  useEffect(() => {
    if (!isDefault || !isChosenHere.current) return;
    isChosenHere.current = false;
    if (document.activeElement === document.body) menu.current?.focus({ preventScroll: true });
  }, [isDefault]);
  return (
    <OwnThingRow
      picture={
        <span className={styles.drawing}>
          <VehicleDrawing name={vehicle.vehicle_image} model={vehicle.vehicle_id} />
        </span>
      }
      name={nameBesideBattery(vehicle.vehicle_name, vehicle.battery_capacity)}
      details={ownVehicleDetails(vehicle, messages)}
      isDefault={isDefault}
      menuLabel={messages.own.menu(vehicle.vehicle_name)}
      onMenu={() => onMenu()}
      menuRef={menu}
    >
      <span className={styles.marks}>
        <Plate>{spacedPlate(vehicle.vehicle_registration_number)}</Plate>
        {isDefault && (
          <Badge tone="ok" icon={Check}>
            {messages.own.default}
          </Badge>
        )}
      </span>
      <span className={styles.marks}>
        {isPlugUnknown(vehicle) && (
          <Button look="quiet" isSlim onClick={() => onMenu('tell')}>
            {messages.own.tellPlug}
          </Button>
        )}
        {!isDefault && (
          <Button
            look="quiet"
            isSlim
            isBusy={choosing.isPending}
            onClick={() => {
              isChosenHere.current = true;
              choosing.mutate({ body: { id: vehicle.id } });
            }}
          >
            {messages.own.makeDefault}
          </Button>
        )}
      </span>
    </OwnThingRow>
  );
}
