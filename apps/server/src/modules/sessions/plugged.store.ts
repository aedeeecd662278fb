import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { sessions } from './sessions.tables.ts';

export interface Place {
  chargerId: string;
  connector: number;
}

const mayBePlugged = and(eq(sessions.state, 'completed'), isNull(sessions.unpluggedAt));

/** The connector is free: whichever car charged there has left it. */
export async function noteUnplugged(tx: Tx, { chargerId, connector }: Place, at: Date): Promise<void> {
  const here = and(eq(sessions.chargerId, chargerId), eq(sessions.connector, connector));
  await tx.update(sessions).set({ unpluggedAt: at }).where(and(here, mayBePlugged));
}

/** Connectors of these chargers whose last charge was the driver's and that nobody has left since. */
export async function stillPluggedOf(tx: Tx, driverId: number, chargerIds: string[]): Promise<Place[]> {
  if (chargerIds.length === 0) return [];
  const { chargerId, connector } = sessions;
  const last = await tx
    .selectDistinctOn([chargerId, connector], { chargerId, connector, driverId: sessions.driverId })
    .from(sessions)
    .where(and(inArray(chargerId, chargerIds), mayBePlugged))
    .orderBy(chargerId, connector, desc(sessions.endedAt));
  return last.filter((session) => session.driverId === driverId);
}

/** Whether the driver's own car still hangs on a connector since its charge. */
export async function isStillPlugged(tx: Tx, { driverId, ...place }: Place & { driverId: number }): Promise<boolean> {
  const own = await stillPluggedOf(tx, driverId, [place.chargerId]);
  return own.some(({ connector }) => connector === place.connector);
}
