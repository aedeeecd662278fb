import { CarFront, ChevronRight, Plus } from 'lucide-react';
import type { Ref, RefObject } from 'react';
import { nameBesideBattery } from '@bijli/contract/model-name';
import { spacedPlate } from '@bijli/contract/registration-number';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { ChoiceButton } from '@bijli/ui/ChoiceRow';
import { VehicleDrawing } from '@bijli/ui/Drawing';
import { Empty } from '@bijli/ui/Notice';
import { Plate } from '@bijli/ui/Plate';
import { Sheet } from '@bijli/ui/Sheet';
import { useChooseVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { ownVehicleDetails } from '#parts/own-things/vehicle-details.ts';
import styles from './Vehicle.module.css';

interface VehicleButtonProps {
  vehicle: OwnVehicle | undefined;
  onClick: () => void;
  ref: Ref<HTMLButtonElement>;
}

/** The vehicle to charge. A tap opens the sheet to choose another. */
export function VehicleButton({ vehicle, onClick, ref }: VehicleButtonProps) {
  const { station: messages } = useMessages();
  return (
    <button ref={ref} type="button" className={styles.vehicle} aria-haspopup="dialog" onClick={onClick}>
      <span className={styles.vehiclePicture}>
        {vehicle ? (
          <VehicleDrawing name={vehicle.vehicle_image} model={vehicle.vehicle_id} />
        ) : (
          <CarFront size={32} aria-hidden />
        )}
      </span>
      <span className={styles.vehicleWords}>
        <b>{vehicle?.vehicle_name ?? messages.chooseVehicle}</b>
        {vehicle && <Plate>{spacedPlate(vehicle.vehicle_registration_number)}</Plate>}
      </span>
      {vehicle && <span className={styles.change}>{messages.change}</span>}
      <ChevronRight size={20} aria-hidden />
    </button>
  );
}

interface VehicleSheetProps {
  open: boolean;
  onClose: () => void;
  /** Opens the screen where a vehicle is added. */
  onAdd: () => void;
  vehicles: OwnVehicle[];
  /** Gets focus when the sheet has closed, even if the driver left for another screen meanwhile. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** The driver's vehicles. A tap on one makes it the default. */
export function VehicleSheet({ open, onClose, onAdd, vehicles, opener }: VehicleSheetProps) {
  const messages = useMessages();
  const choosing = useChooseVehicle();
  const choose = (id: string) => choosing.mutate({ body: { id } }, { onSuccess: onClose });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.station.vehicleSheet}
      closeLabel={messages.common.close}
      finalFocus={opener}
      foot={
        <Button look={vehicles.length === 0 ? 'primary' : 'line'} isBlock onClick={onAdd}>
          <Plus size={24} aria-hidden />
          {messages.station.addNew}
        </Button>
      }
    >
      {vehicles.length === 0 ? (
        <Empty icon={CarFront} title={messages.station.noVehicles} />
      ) : (
        <div className={styles.vehicles}>
          {vehicles.map((vehicle) => (
            <ChoiceButton
              key={vehicle.id}
              isChosen={vehicle.default === 1}
              disabled={choosing.isPending}
              onClick={() => choose(vehicle.id)}
              picture={<VehicleDrawing name={vehicle.vehicle_image} model={vehicle.vehicle_id} />}
            >
              <b>{nameBesideBattery(vehicle.vehicle_name, vehicle.battery_capacity)}</b>
              <span className={`num ${styles.vehicleDetails}`}>{ownVehicleDetails(vehicle, messages.vehicles)}</span>
              <Plate>{spacedPlate(vehicle.vehicle_registration_number)}</Plate>
            </ChoiceButton>
          ))}
        </div>
      )}
    </Sheet>
  );
}
