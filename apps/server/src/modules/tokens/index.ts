import type { Tx } from '#db/database.ts';
import * as store from './tokens.store.ts';
import type { Token } from './tokens.store.ts';

export type { Token } from './tokens.store.ts';
export { insertMissingTokens, listTokens } from './tokens.store.ts';

/** What a charge point is answered about a tag, in OCPP's words. */
export type TagStatus = 'Accepted' | 'Blocked' | 'Invalid';

/** Printable and without spaces, as readers send what is on a card; OCPP 1.6 has room for 20 characters. */
const ID_TAG = /^[\x21-\x7e]{1,20}$/;

/** A token by the tag that a charge point read. OCPP compares tags without case. */
export async function findToken(tx: Tx, idTag: string): Promise<Token | undefined> {
  return ID_TAG.test(idTag) ? store.findToken(tx, idTag.toUpperCase()) : undefined;
}

/** Whether a token might charge at a moment. */
export function tagStatus(token: Token | undefined, at: Date): TagStatus {
  if (!token) return 'Invalid';
  return token.blockedAt && token.blockedAt <= at ? 'Blocked' : 'Accepted';
}

/** Registers a token, or makes one live again that was blocked. Throws an Error with a sentence for the operator. */
export async function addToken(tx: Tx, { idTag, label }: Pick<Token, 'idTag' | 'label'>, now: Date): Promise<void> {
  if (!ID_TAG.test(idTag)) throw new Error(`"${idTag}" is no tag: 1 to 20 characters without spaces.`);
  await store.saveToken(tx, { idTag: idTag.toUpperCase(), label, createdAt: now });
}

/** From now on no session begins on it; one that runs goes on. Throws an Error with a sentence for the operator. */
export async function blockToken(tx: Tx, idTag: string, now: Date): Promise<void> {
  if (!(await store.blockToken(tx, idTag.toUpperCase(), now))) throw new Error(`There is no token ${idTag}.`);
}
