import type { CentralSystemActions } from '@bijli/ocpp/messages';

export type LocalList = CentralSystemActions['SendLocalList']['request'];

/** All that a charge point has by what it took since its last whole list, and what it is to have beside; undefined where nobody knows. */
export function wholeList(taken: LocalList[], wanted: LocalList): LocalList | undefined {
  const from = taken.findIndex(({ updateType }) => updateType === 'Full');
  if (from < 0) return undefined;
  const entries = new Map<string, NonNullable<LocalList['localAuthorizationList']>[number]>();
  for (const { localAuthorizationList = [] } of [...taken.slice(0, from + 1).toReversed(), wanted])
    for (const entry of localAuthorizationList) {
      // Without more than its name it is to be forgotten.
      if (entry.idTagInfo) entries.set(entry.idTag.toUpperCase(), entry);
      else entries.delete(entry.idTag.toUpperCase());
    }
  const listVersion = 1 + Math.max(wanted.listVersion, ...taken.map((list) => list.listVersion));
  return { listVersion, updateType: 'Full', localAuthorizationList: [...entries.values()] };
}
