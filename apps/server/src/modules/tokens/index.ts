import type { Tx } from '#db/database.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { refuse } from './tokens.refusals.ts';
import * as store from './tokens.store.ts';
import type { Token } from './tokens.store.ts';

export { cardsChanged, createCards, groupOfDriver, type Cards } from './cards.ts';
export { listOfDriver as listCardsOfDriver } from './cards.store.ts';
export { cardsData } from './personal-data.store.ts';
export type { Token } from './tokens.store.ts';
export { insertMissingTokens, listTokens, lockToken } from './tokens.store.ts';

/** The answer to a charge point about a tag, as OCPP's status. */
export type TagStatus = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid';

/** The whole answer to a charge point about a tag. */
export interface TagInfo {
  status: TagStatus;
  /** How long the charge point may cache the answer. */
  expiresAt?: Date;
  parentIdTag?: string;
}

/** Missing values stay as they are if the tag exists; null removes them. */
export interface NewToken {
  idTag: string;
  label: string;
  expiresAt?: Date | null | undefined;
  parentIdTag?: string | null | undefined;
  isShared?: boolean | undefined;
}

/** Printable and without spaces, as readers send it. OCPP 1.6 allows 20 characters. */
const ID_TAG = /^[\x21-\x7e]{1,20}$/;

/** A token by the tag that a charge point read. OCPP compares tags without case. */
export async function findToken(tx: Tx, idTag: string): Promise<Token | undefined> {
  return ID_TAG.test(idTag) ? store.findToken(tx, idTag.toUpperCase()) : undefined;
}

/** How far a charge point's clock may be behind ours. */
const MAX_BEHIND_MS = MINUTE_MS;

/** The status of a token at a moment. A card is valid only if it belonged to the driver then. */
export function tagStatus(token: Token | undefined, at: Date): TagStatus {
  if (!token || !isOwned(token, at)) return 'Invalid';
  if (token.blockedAt && token.blockedAt <= at) return 'Blocked';
  return token.expiresAt && token.expiresAt <= at ? 'Expired' : 'Accepted';
}

/** False for a card that did not belong to its driver at that time: nobody pays for another's charge. */
function isOwned({ driverId, createdAt, removedAt }: Token, at: Date): boolean {
  if (driverId === null) return true;
  return (removedAt === null || at < removedAt) && at.getTime() >= createdAt.getTime() - MAX_BEHIND_MS;
}

/** The whole answer about a token at a moment. */
export function tagInfo(token: Token | undefined, at: Date): TagInfo {
  return { status: tagStatus(token, at), ...tagGroup(token) };
}

/** The answer without its status. */
export function tagGroup(token: Token | undefined): Omit<TagInfo, 'status'> {
  const { expiresAt, parentIdTag } = token ?? {};
  return { ...(expiresAt && { expiresAt }), ...(parentIdTag && { parentIdTag }) };
}

/**
 * Registers a token, or unblocks one. Returns its expiry. Throws token_of_driver, or an Error with a sentence for the
 * operator.
 */
export async function addToken(tx: Tx, token: NewToken, now: Date): Promise<{ expiresAt: Date | null }> {
  const { idTag, label } = token;
  for (const tag of [idTag, token.parentIdTag ?? idTag])
    if (!ID_TAG.test(tag)) throw new Error(`"${tag}" is no tag: 1 to 20 characters without spaces.`);
  const before = await store.findToken(tx, idTag.toUpperCase());
  if (before?.driverId && !before.removedAt) refuse('token_of_driver');
  const own = before?.driverId ? undefined : before;
  const { expiresAt = own?.expiresAt ?? null, isShared = own?.isShared ?? false } = token;
  const parentIdTag = token.parentIdTag === undefined ? (own?.parentIdTag ?? null) : token.parentIdTag;
  await store.saveToken(tx, {
    idTag: idTag.toUpperCase(),
    label,
    createdAt: now,
    expiresAt,
    parentIdTag: parentIdTag?.toUpperCase() ?? null,
    isShared,
  });
  return { expiresAt };
}

/** No new session can begin on it. A running one continues. Throws an Error with a sentence for the operator. */
export async function blockToken(tx: Tx, idTag: string, now: Date): Promise<void> {
  if (!(await store.blockToken(tx, idTag.toUpperCase(), now))) throw new Error(`There is no token ${idTag}.`);
}

/**
 * Unblocks what the operator has blocked, also a driver's card. Throws token_blocked_by_driver, or an Error with a
 * sentence for the operator.
 */
export async function unblockToken(tx: Tx, idTag: string): Promise<void> {
  const token = await findToken(tx, idTag);
  if (!token) throw new Error(`There is no token ${idTag}.`);
  if (!(await store.unblockToken(tx, token.idTag))) refuse('token_blocked_by_driver');
}
