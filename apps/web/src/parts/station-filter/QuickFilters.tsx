import { Chip, Chips } from '@bijli/ui/Chip';
import { useDefaultVehicle, useDefaultVehicleId } from '#api/vehicles.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { type FilterChoice, isChosen, toggled } from './choices.ts';

const AVAILABLE: FilterChoice = { field: 'available', value: '1' };
const FAST: FilterChoice = { field: 'current', value: 'DC' };
const ALWAYS_OPEN: FilterChoice = { field: 'open', value: '24x7' };

/** Hook: the options that can be chosen above a list without opening the filter. */
export function useQuickChoices(): { choice: FilterChoice; name: string }[] {
  const { filter: messages } = useMessages();
  const vehicle = useDefaultVehicle();
  const vehicleId = useDefaultVehicleId(vehicle !== undefined);
  const fits = vehicle && vehicleId !== undefined && { field: 'vehicle' as const, value: vehicleId };
  return [
    ...(fits ? [{ choice: fits, name: messages.quick.fits(vehicle.name) }] : []),
    { choice: AVAILABLE, name: messages.categories.available },
    { choice: FAST, name: messages.quick.fast },
    { choice: ALWAYS_OPEN, name: messages.openings['24x7'] ?? '' },
  ];
}

/** The options that drivers use most, as chips. */
export function QuickFilters() {
  const { filter: messages } = useMessages();
  const [filter, choose] = useStationFilter();
  return (
    <div role="group" aria-label={messages.quick.title}>
      <Chips look="scroll">
        {useQuickChoices().map(({ choice, name }) => (
          <Chip
            key={choice.field}
            isPressed={isChosen(filter, choice)}
            onClick={() => choose(toggled(filter, choice.field, choice.value))}
          >
            {name}
          </Chip>
        ))}
      </Chips>
    </div>
  );
}
