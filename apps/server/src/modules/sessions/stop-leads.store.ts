import { eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { stopLeads } from './sessions.tables.ts';

type StopLead = typeof stopLeads.$inferSelect;

export async function leadOf(tx: Tx, chargerId: string): Promise<StopLead | undefined> {
  const [lead] = await tx.select().from(stopLeads).where(eq(stopLeads.chargerId, chargerId));
  return lead;
}

export async function keepLead(tx: Tx, lead: StopLead): Promise<void> {
  const { leadMs, stops, updatedAt } = lead;
  await tx
    .insert(stopLeads)
    .values(lead)
    .onConflictDoUpdate({ target: stopLeads.chargerId, set: { leadMs, stops, updatedAt } });
}
