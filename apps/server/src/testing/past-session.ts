import { eq } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { oneTimeIdTag, newReference } from '#kernel/ids.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { insertSession, type NewSession, type Session } from '#modules/sessions/sessions.store.ts';
import { STATION } from './app.ts';
import { PLACE } from './sessions-fixture.ts';

/** Inserts a session of a driver that has ended. No money moves, so it is only for tests that do not look at money. */
export async function pastSession(
  database: Database,
  mobile: string,
  { createdAt = new Date(), ...columns }: Partial<NewSession> = {},
): Promise<Session> {
  const [driver] = await database.select({ id: drivers.id }).from(drivers).where(eq(drivers.mobile, mobile));
  if (!driver) throw new Error(`There is no driver ${mobile}.`);
  return insertSession(database, {
    bookingId: newReference('B'),
    driverId: driver.id,
    stationId: STATION.id,
    ...PLACE,
    oneTimeTag: oneTimeIdTag(),
    state: 'completed',
    pricePaisePerKwh: 1500,
    gstBasisPoints: 1800,
    boughtWh: 1000,
    holdPaise: 0,
    createdAt,
    endedAt: createdAt,
    ...columns,
  });
}
