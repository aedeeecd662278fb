import { Check } from 'lucide-react';
import { nameInParts } from '@bijli/contract/model-name';
import type { CatalogueVehicle } from '@bijli/contract/vehicles';
import { VehicleDrawing } from '@bijli/ui/Drawing';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useMessages } from '#messages/messages.ts';
import styles from './VehiclesScreen.module.css';

interface VehicleCardProps {
  vehicle: CatalogueVehicle;
  isChosen: boolean;
  onToggle: () => void;
}

/** A model: its name, what tells it from its sisters, and since when it has been sold. */
export function VehicleCard({ vehicle, isChosen, onToggle }: VehicleCardProps) {
  const { vehicles: messages } = useMessages();
  const [model, variant] = nameInParts(vehicle);
  const size = useBatteryText(vehicle);
  const { launch_year: year } = vehicle;
  return (
    <button type="button" className={styles.card} aria-pressed={isChosen} onClick={onToggle}>
      {isChosen && (
        <span className={styles.tick}>
          <Check size={14} strokeWidth={3} aria-hidden />
        </span>
      )}
      <span className={styles.drawing}>
        <VehicleDrawing name={vehicle.vehicle_image} model={vehicle.id} />
      </span>
      <span className={styles.name}>{model}</span>{' '}
      <span className={`${styles.variant} num`}>{`${variant} ${size}`.trim()}</span>
      {year !== undefined && <span className={`${styles.details} num`}> {messages.since(year)}</span>}
    </button>
  );
}

/** Hook: the size of the battery as text. Empty when no source is known for it. */
export function useBatteryText({ battery_capacity: kwh }: CatalogueVehicle): string {
  const { vehicles: messages } = useMessages();
  return kwh === null ? '' : messages.battery(kwh);
}

export function VehicleCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      <span className={styles.drawing}>
        <span className={styles.drawingLoading} />
      </span>
      <Skeleton width="70%" height={20} />
      <Skeleton width="40%" height={16} top={4} />
    </div>
  );
}
