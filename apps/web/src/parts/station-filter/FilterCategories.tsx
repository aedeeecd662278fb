import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { StationFilterField, StationFilterOption } from '@bijli/contract/station-filter';
import { Chip, Chips } from '@bijli/ui/Chip';
import { count } from '@bijli/ui/format/money';
import { Skeleton } from '@bijli/ui/Skeleton';
import { Switch } from '@bijli/ui/Switch';
import { useDefaultVehicle, useVehiclesWithoutPlug } from '#api/vehicles.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { paths, type VehiclesNavigation } from '#paths.ts';
import { optionCount, optionName, toggled, withValues } from './choices.ts';
import styles from './FilterCategories.module.css';

interface FilterCategoriesProps {
  options: Record<StationFilterField, StationFilterOption[]>;
  filter: StationFilter;
  onChoose: (filter: StationFilter) => void;
}

/** Fields about chargers, which `All Chargers` clears. */
const CHARGERS: StationFilterField[] = ['vehicle', 'connectors', 'current'];
const MAX_UNFOLDED = 12;

/** All categories of the filter, in order. */
export function FilterCategories({ options, filter, onChoose }: FilterCategoriesProps) {
  const { filter: messages } = useMessages();
  const field = (name: StationFilterField) => ({ field: name, options: options[name], filter, onChoose });
  const isAllChargers = CHARGERS.every((name) => filter[name] === undefined);
  const car = useDefaultVehicle();
  const isForTypes = car !== undefined || filter.connectors !== undefined || filter.vehicle !== undefined;
  const hasGuesses = options.amenities.some(({ likely = 0 }) => likely > 0);
  return (
    <>
      <OnOff {...field('available')} hint={isForTypes ? messages.availableHintFits : messages.availableHint} />
      <Vehicles {...field('vehicle')} />
      <Options {...field('connectors')} />
      <Options {...field('current')} />
      <Options {...field('power')} />
      <Options {...field('rating')} isEven unrated={messages.unrated} />
      <Options {...field('open')} />
      <Options {...field('amenities')} note={hasGuesses && messages.likelyHint} />
      <Options {...field('access')} />
      <Options {...field('network')} />
      <Category name={messages.categories.chargers}>
        <Chip
          isPressed={isAllChargers}
          onClick={() => onChoose(CHARGERS.reduce((left, name) => withValues(left, name, []), filter))}
        >
          {messages.allChargers}
        </Chip>
      </Category>
      <Options {...field('free')} />
      <OnOff {...field('autocharge')} hint={messages.enabled} />
    </>
  );
}

interface FieldProps {
  field: StationFilterField;
  options: StationFilterOption[];
  filter: StationFilter;
  onChoose: (filter: StationFilter) => void;
}

/** A field with a single option. */
function OnOff({ field, options: [option], filter, onChoose, hint }: FieldProps & { hint: string }) {
  const { filter: messages } = useMessages();
  const isOn = filter[field] !== undefined;
  const stations = option?.count ?? 0;
  return (
    <div className={styles.onOff}>
      <Switch
        label={messages.categories[field]}
        hint={messages.withCount(hint, count(stations))}
        checked={isOn}
        disabled={stations === 0 && !isOn}
        onChange={(isOn) => onChoose(withValues(filter, field, isOn && option ? [option.value] : []))}
      />
    </div>
  );
}

/** The driver's vehicles as options. One without a known connector type shows how to add it instead of a number. */
function Vehicles(field: FieldProps) {
  const { filter: messages } = useMessages();
  const plugless = useVehiclesWithoutPlug();
  const [first] = plugless;
  return (
    <Options
      {...field}
      none={messages.noVehicles}
      asideOf={({ value }) => (plugless.some(({ id }) => id === value) ? messages.plugUnknown : undefined)}
      note={
        first && (
          <Link to={paths.manageVehicles} state={{ tell: first.id } satisfies VehiclesNavigation}>
            {messages.tellPlug(first.vehicle_name)}
          </Link>
        )
      }
    />
  );
}

interface OptionsProps extends FieldProps {
  isEven?: boolean;
  /** Shown when there are no options. */
  none?: string;
  /** Shown instead of a row of zeros. */
  unrated?: string;
  note?: ReactNode;
  /** Shown instead of the number of stations. */
  asideOf?: (option: StationFilterOption) => string | undefined;
}

function Options({ field, options, filter, onChoose, isEven = false, none, unrated, note, asideOf }: OptionsProps) {
  const messages = useMessages();
  const isUnrated = unrated !== undefined && options.every((option) => option.count === 0);
  const [isWhole, setWhole] = useState(false);
  const chosen = filter[field] ?? [];
  // The most common options are always visible. Of the others only those that would leave stations are.
  const useful = new Set(options.filter((option) => option.count > 0).slice(0, MAX_UNFOLDED));
  const shown = options.filter(
    (option, index) => isWhole || index < MAX_UNFOLDED || useful.has(option) || chosen.includes(option.value),
  );
  return (
    <Category
      name={messages.filter.categories[field]}
      isEven={isEven}
      note={isUnrated ? unrated : options.length === 0 ? none : note}
    >
      {shown.map((option) => {
        const isChosen = chosen.includes(option.value);
        return (
          <Chip
            key={option.value}
            isPressed={isChosen}
            disabled={option.count === 0 && !isChosen}
            aside={isUnrated ? undefined : (asideOf?.(option) ?? optionCount(messages, option))}
            isStacked={isEven && !isUnrated}
            onClick={() => onChoose(toggled(filter, field, option.value))}
          >
            {optionName(messages, field, option)}
          </Chip>
        );
      })}
      {shown.length < options.length && (
        <Chip isPressed={false} onClick={() => setWhole(true)}>
          {messages.stations.more(count(options.length - shown.length))}
        </Chip>
      )}
    </Category>
  );
}

interface CategoryProps {
  name: string;
  isEven?: boolean;
  note?: ReactNode;
  children: ReactNode;
}

function Category({ name, isEven = false, note, children }: CategoryProps) {
  return (
    <fieldset className={styles.category}>
      <legend>{name}</legend>
      <Chips look={isEven ? 'even' : 'wrap'}>{children}</Chips>
      {note && <p className={styles.note}>{note}</p>}
    </fieldset>
  );
}

const WIDTHS = [
  [120, 104],
  [88, 132, 104, 96],
  [80, 76],
  [96, 84, 88],
];

/** Placeholders for categories while they load. */
export function FilterCategoriesSkeleton() {
  return (
    <div aria-busy>
      <div className={styles.onOffSkeleton}>
        <Skeleton width="52%" height={20} />
        <Skeleton width={52} height={32} />
      </div>
      {WIDTHS.map((widths) => (
        <div key={widths.join()} className={styles.category}>
          <Skeleton width={96} height={20} />
          <div className={styles.chips}>
            {widths.map((width) => (
              <Skeleton key={width} width={width} height={48} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
