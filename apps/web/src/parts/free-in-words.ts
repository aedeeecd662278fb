import { namedPlugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/en.ts';
import type { Emphasised } from '#messages/text-shapes.ts';

/**
 * How many connectors are free for a vehicle with these types, in the same words on cards and on the station's page.
 * Labels of the map use the same rule. A count of some of the station's connectors names their type. Undefined if the
 * station does not tell.
 */
export function freeInWords(
  station: Station,
  types: readonly string[],
  messages: Messages['stations'],
): Emphasised | undefined {
  const { free, total, type } = namedPlugsFor(station, types);
  if (total === undefined || total === 0) return undefined;
  const isPart = type !== undefined && total < (station.connectors_total ?? total);
  return messages.free(free, total, isPart ? type : undefined);
}
