import { lte } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargerSecurityEvents } from './commands.tables.ts';

export async function insertSecurityEvent(tx: Tx, event: typeof chargerSecurityEvents.$inferInsert): Promise<void> {
  await tx.insert(chargerSecurityEvents).values(event);
}

export async function purgeSecurityEvents(tx: Tx, before: Date): Promise<void> {
  await tx.delete(chargerSecurityEvents).where(lte(chargerSecurityEvents.receivedAt, before));
}
