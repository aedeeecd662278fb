import { eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { stopLeads } from '../sessions.tables.ts';

type StopLead = typeof stopLeads.$inferSelect;

export async function findStopLead(tx: Tx, chargePointId: string): Promise<StopLead | undefined> {
  const [lead] = await tx.select().from(stopLeads).where(eq(stopLeads.chargePointId, chargePointId));
  return lead;
}

export async function saveStopLead(tx: Tx, lead: StopLead): Promise<void> {
  const { leadMs, stops, updatedAt } = lead;
  await tx
    .insert(stopLeads)
    .values(lead)
    .onConflictDoUpdate({ target: stopLeads.chargePointId, set: { leadMs, stops, updatedAt } });
}
