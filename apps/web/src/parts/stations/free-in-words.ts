import type { OfferedPlugs } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/en.ts';
import type { Emphasised } from '#messages/text-shapes.ts';

/**
 * How many of the counted connectors are free, in the same words on cards and on the station's page. A count of some of
 * the station's connectors names their type. Undefined if the station does not tell.
 */
export function freeInWords(
  { connectors_total: all }: Station,
  { free, total, type }: OfferedPlugs,
  messages: Messages['stations'],
): Emphasised | undefined {
  if (total === undefined || total === 0) return undefined;
  const isPart = type !== undefined && total < (all ?? total);
  return messages.free(free, total, isPart ? type : undefined);
}
