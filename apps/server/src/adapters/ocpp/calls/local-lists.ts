import type { CentralSystemActions } from '@bijli/ocpp/messages';
import type { TagLists } from '#modules/operations/index.ts';

export type LocalList = CentralSystemActions['SendLocalList']['request'];

/**
 * The whole list of a charge point: what it has accepted since its last full list, plus the wanted changes. Undefined
 * if that is unknown.
 */
export function wholeList(taken: LocalList[], wanted: LocalList): LocalList | undefined {
  const from = taken.findIndex(({ updateType }) => updateType === 'Full');
  if (from < 0) return undefined;
  const entries = new Map<string, NonNullable<LocalList['localAuthorizationList']>[number]>();
  for (const { localAuthorizationList = [] } of [...taken.slice(0, from + 1).toReversed(), wanted])
    for (const entry of localAuthorizationList) {
      // An entry without idTagInfo deletes the tag.
      if (entry.idTagInfo) entries.set(entry.idTag.toUpperCase(), entry);
      else entries.delete(entry.idTag.toUpperCase());
    }
  const listVersion = 1 + Math.max(wanted.listVersion, ...taken.map((list) => list.listVersion));
  return { listVersion, updateType: 'Full', localAuthorizationList: [...entries.values()] };
}

/** OCPP 1.6 sections 3.5.2, 5.10 and 5.15. */
export const tagLists: TagLists = {
  askVersion: { operation: 'GetLocalListVersion', payload: {} },

  versionIn(answer) {
    const { listVersion } = (answer ?? {}) as { listVersion?: unknown };
    return Number.isInteger(listVersion) ? (listVersion as number) : undefined;
  },

  send: ({ isWhole, tags }) => ({
    operation: 'SendLocalList',
    payload: {
      updateType: isWhole ? 'Full' : 'Differential',
      localAuthorizationList: tags.map(([idTag, tag]) => ({
        idTag,
        ...(tag && {
          idTagInfo: {
            status: tag.status,
            ...(tag.expiresAt !== undefined && { expiryDate: tag.expiresAt }),
            ...(tag.parentIdTag !== undefined && { parentIdTag: tag.parentIdTag }),
          },
        }),
      })),
    },
  }),

  limitKeys: { entries: 'LocalAuthListMaxLength', entriesAtOnce: 'SendLocalListMaxLength' },

  settings: [
    { key: 'LocalAuthListEnabled', value: 'true' },
    { key: 'LocalAuthorizeOffline', value: 'true' },
    { key: 'LocalPreAuthorize', value: 'false' },
    { key: 'AllowOfflineTxForUnknownId', value: 'false' },
    { key: 'StopTransactionOnInvalidId', value: 'true' },
  ],

  setting: (key, value) => ({ operation: 'ChangeConfiguration', payload: { key, value } }),
};
