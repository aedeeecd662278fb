import { operatorApi } from '@bijli/contract/operator-api';
import type { Database } from '#db/database.ts';
import type { OperatorHttp } from '#http/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { addToken, blockToken, findToken, listTokens } from './index.ts';
import { refuse } from './tokens.failures.ts';

/** RFID tags, the operator's own and drivers' cards, as staff see and change them. */
export function tokensRoutes(
  { serveOperator }: OperatorHttp,
  { database, clock }: { database: Database; clock: Clock },
): void {
  serveOperator(operatorApi.listChargingTokens, async () => ({
    tokens: (await listTokens(database)).map(({ idTag, label, driverId, createdAt, blockedAt }) => ({
      id_tag: idTag,
      label,
      driver_id: driverId === null ? null : String(driverId),
      created_at: createdAt.toISOString(),
      blocked_at: blockedAt?.toISOString() ?? null,
    })),
  }));

  serveOperator(operatorApi.addChargingToken, async ({ body: { id_tag: idTag, label }, record }) => {
    await database.transaction(async (tx) => {
      const before = await findToken(tx, idTag);
      await addToken(tx, { idTag, label }, clock.now());
      await record(tx, {
        object: objectOf(idTag),
        before: stateOf(before),
        after: stateOf({ label, blockedAt: null }),
      });
    });
    return {};
  });

  serveOperator(operatorApi.blockChargingToken, async ({ params: { id_tag: idTag }, record }) => {
    await database.transaction(async (tx) => {
      const token = (await findToken(tx, idTag)) ?? refuse('token_unknown');
      await blockToken(tx, idTag, clock.now());
      await record(tx, {
        object: objectOf(idTag),
        before: stateOf(token),
        after: { label: token.label, is_blocked: true },
      });
    });
    return {};
  });
}

const objectOf = (idTag: string): string => `tag ${idTag.toUpperCase()}`;

function stateOf(token: { label: string; blockedAt: Date | null } | undefined) {
  return token && { label: token.label, is_blocked: token.blockedAt !== null };
}
