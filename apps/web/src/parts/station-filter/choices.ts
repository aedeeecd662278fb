import type { StationFilterField, StationFilterOption } from '@bijli/contract/station-filter';
import { count } from '@bijli/ui/format/money';
import type { StationFilter } from '#device/stored-filter.ts';
import type { Messages } from '#messages/messages.ts';

/** Fields with only one value. */
const SINGLE: ReadonlySet<StationFilterField> = new Set(['open', 'power', 'rating']);

/** A value of a field. */
export interface FilterChoice {
  field: StationFilterField;
  value: string;
}

export function isChosen(filter: StationFilter, { field, value }: FilterChoice): boolean {
  return filter[field]?.includes(value) ?? false;
}

/** The filter with other values for a field. An empty list removes the field. */
export function withValues(filter: StationFilter, field: StationFilterField, values: readonly string[]): StationFilter {
  const { [field]: _, ...others } = filter;
  return values.length > 0 ? { ...others, [field]: values } : others;
}

/** Adds a value, or removes it when it was chosen. */
export function toggled(filter: StationFilter, field: StationFilterField, value: string): StationFilter {
  const before = filter[field] ?? [];
  if (before.includes(value)) {
    return withValues(
      filter,
      field,
      before.filter((each) => each !== value),
    );
  }
  return withValues(filter, field, SINGLE.has(field) ? [value] : [...before, value]);
}

/** All values of the filter, each with its field. */
export function everyChoice(filter: StationFilter): FilterChoice[] {
  return Object.entries(filter).flatMap(([field, values]) =>
    values.map((value) => ({ field: field as StationFilterField, value })),
  );
}

/** The name of an option. A vehicle has its own name, if it is known. */
export function optionName(
  { filter: messages }: Messages,
  field: StationFilterField,
  { value, name }: Pick<StationFilterOption, 'value' | 'name'>,
): string {
  switch (field) {
    case 'available':
    case 'autocharge':
      return messages.categories[field];
    case 'free':
      return messages.free;
    case 'power':
      return messages.powerAtLeast(value);
    case 'rating':
      return messages.atLeast(value);
    case 'open':
      return messages.openings[value] ?? value;
    case 'access':
      return messages.access[value] ?? value;
    case 'amenities':
      return messages.amenities[value] ?? value;
    case 'vehicle':
      return name ?? messages.categories.vehicle;
    default:
      return value;
  }
}

/** How many stations an option leaves, and how many of them match by a guess. */
export function optionCount({ filter: messages }: Messages, { count: all, likely = 0 }: StationFilterOption): string {
  if (likely === 0) return count(all);
  return likely === all ? messages.likely(count(all)) : `${count(all)} · ${messages.likely(count(likely))}`;
}
