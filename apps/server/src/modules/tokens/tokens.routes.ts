import { operatorApi } from '@bijli/contract/operator-api';
import { MAX_ROWS_LISTED } from '@bijli/contract/paging';
import type { Database } from '#db/database.ts';
import type { OperatorHttp } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { addToken, blockToken, findToken, listTokens, unblockToken, type Token } from './index.ts';
import { refuse } from './tokens.refusals.ts';

/** RFID tags, the operator's own and drivers' cards, as staff see and change them. */
export function tokensRoutes(
  { serveOperator }: OperatorHttp,
  { database, clock, changed }: { database: Database; clock: Clock; changed: () => void },
): void {
  serveOperator(operatorApi.listChargingTokens, async ({ query }) => {
    const limit = Number(query.limit ?? MAX_ROWS_LISTED);
    const rows = await listTokens(database, { after: query.after, limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    const tokens = rows.map((token) => ({
      id_tag: token.idTag,
      label: token.label,
      driver_id: token.driverId === null ? null : String(token.driverId),
      ...termsOf(token),
      created_at: token.createdAt.toISOString(),
      blocked_at: token.blockedAt?.toISOString() ?? null,
    }));
    return { tokens, ...(last && { next: last.idTag }) };
  });

  serveOperator(operatorApi.addChargingToken, async ({ body, record }) => {
    const { id_tag: idTag, label, expires_at: expires, parent_id_tag: parentIdTag, shared: isShared } = body;
    const expiresAt = typeof expires === 'string' ? new Date(expires) : expires;
    await database.transaction(async (tx) => {
      const before = await findToken(tx, idTag);
      await addToken(tx, { idTag, label, expiresAt, parentIdTag, isShared }, clock.now());
      await record(tx, {
        object: objectOf(idTag),
        before: stateOf(before),
        after: stateOf(await findToken(tx, idTag)),
      });
    });
    changed();
    return {};
  });

  serveOperator(operatorApi.blockChargingToken, async ({ params: { id_tag: idTag }, record }) => {
    await database.transaction(async (tx) => {
      const token = (await findToken(tx, idTag)) ?? refuse('token_unknown');
      await blockToken(tx, idTag, clock.now());
      await record(tx, {
        object: objectOf(idTag),
        before: stateOf(token),
        after: { ...stateOf(token), is_blocked: true },
      });
    });
    changed();
    return {};
  });

  serveOperator(operatorApi.unblockChargingToken, async ({ params: { id_tag: idTag }, record }) => {
    await database.transaction(async (tx) => {
      const token = (await findToken(tx, idTag)) ?? refuse('token_unknown');
      await unblockToken(tx, idTag);
      await record(tx, {
        object: objectOf(idTag),
        before: stateOf(token),
        after: { ...stateOf(token), is_blocked: false },
      });
    });
    changed();
    return {};
  });
}

const objectOf = (idTag: string): string => `tag ${idTag.toUpperCase()}`;

function stateOf(token: Token | undefined) {
  return token && { label: token.label, is_blocked: token.blockedAt !== null, ...termsOf(token) };
}

function termsOf({ expiresAt, parentIdTag, isShared }: Token) {
  return { expires_at: expiresAt?.toISOString() ?? null, parent_id_tag: parentIdTag, shared: isShared };
}
