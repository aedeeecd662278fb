import { lte } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePointSecurityEvents } from './commands.tables.ts';

export async function insertSecurityEvent(tx: Tx, event: typeof chargePointSecurityEvents.$inferInsert): Promise<void> {
  await tx.insert(chargePointSecurityEvents).values(event);
}

export async function purgeSecurityEvents(tx: Tx, before: Date): Promise<void> {
  await tx.delete(chargePointSecurityEvents).where(lte(chargePointSecurityEvents.receivedAt, before));
}
