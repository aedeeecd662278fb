import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { chargingTokens } from './tokens.tables.ts';

/** The driver's cards, also those that were given up and that nobody else has added. */
export async function cardsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  return {
    charging_tokens: await tx
      .select({
        card: chargingTokens.idTag,
        name: chargingTokens.label,
        added_at: chargingTokens.createdAt,
        expires_at: chargingTokens.expiresAt,
        blocked_at: chargingTokens.blockedAt,
        blocked_by_driver: chargingTokens.isBlockedByDriver,
        removed_at: chargingTokens.removedAt,
      })
      .from(chargingTokens)
      .where(eq(chargingTokens.driverId, driverId))
      .orderBy(desc(chargingTokens.createdAt))
      .limit(limit),
  };
}
