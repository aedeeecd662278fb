import type { Coordinates } from '@bijli/contract/geo';
import type { Messages } from '#messages/en.ts';
import { canRecommend, nearestFirst, type StationGroup } from './station-order.ts';
import type { CardGroup } from './StationCards.tsx';

/** The groups with their headings. `vehicle`: its name, if they are about the driver's car alone. */
export function titledGroups(
  groups: readonly StationGroup[],
  vehicle: string | undefined,
  messages: Messages['stations'],
): CardGroup[] {
  return groups.map((group) => ({ title: titleOf(group, vehicle, messages), stations: group.stations }));
}

function titleOf({ use }: StationGroup, vehicle: string | undefined, { groups }: Messages['stations']): string {
  if (vehicle !== undefined && use === 'free') return groups.freeFor(vehicle);
  // Another car's plug may be free there.
  if (vehicle !== undefined && use === 'noneFree') return groups.noneFreeFor(vehicle);
  return groups[use];
}

/** The nearest station where anybody can start a charge, however the list is sorted. */
export function nearestFree(
  [group]: readonly StationGroup[],
  from: Coordinates,
  types: readonly string[] | undefined,
): string | undefined {
  const recommended = group?.stations.filter((station) => canRecommend(station, types)) ?? [];
  return nearestFirst(recommended, from)[0]?.property_id;
}
