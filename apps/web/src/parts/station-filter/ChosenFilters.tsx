import { Button } from '@bijli/ui/Button';
import { Chips, ChosenChip } from '@bijli/ui/Chip';
import { useFilterOptions } from '#api/stations.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { type FilterChoice, everyChoice, optionName, toggled } from './choices.ts';
import styles from './ChosenFilters.module.css';

const NONE: FilterChoice[] = [];

/**
 * The chosen options of the filter. A tap removes one. Renders nothing when none is chosen. Options in `besides` are
 * left out, because they are shown elsewhere.
 */
export function ChosenFilters({ besides = NONE }: { besides?: readonly FilterChoice[] }) {
  const messages = useMessages();
  const [filter, choose] = useStationFilter();
  // Only the server knows the names of the driver's vehicles.
  const { data } = useFilterOptions('', {}, filter.vehicle !== undefined);
  const chosen = everyChoice(filter).filter(
    ({ field, value }) => !besides.some((one) => one.field === field && one.value === value),
  );
  if (chosen.length === 0) return null;
  return (
    <div className={styles.row} role="group" aria-label={messages.filter.chosen(chosen.length)}>
      <div className={styles.chips}>
        <Chips look="scroll">
          {chosen.map(({ field, value }) => {
            const known = data?.options[field].find((option) => option.value === value);
            const name = optionName(messages, field, known ?? { value });
            return (
              <ChosenChip
                key={`${field} ${value}`}
                label={messages.filter.remove(name)}
                onRemove={() => choose(toggled(filter, field, value))}
              >
                {name}
              </ChosenChip>
            );
          })}
        </Chips>
      </div>
      <Button look="text" onClick={() => choose({})}>
        {messages.filter.reset}
      </Button>
    </div>
  );
}
