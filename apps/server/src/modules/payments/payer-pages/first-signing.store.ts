import { eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { firstTimes } from '../payments.tables.ts';

const NAME = 'link_secret';

/** The time when this installation first signed links with their own secret. Now, unless it is stored already. */
export async function saveFirstSigningAt(tx: Tx, now: Date): Promise<Date> {
  await tx.insert(firstTimes).values({ name: NAME, at: now }).onConflictDoNothing();
  const [row] = await tx.select().from(firstTimes).where(eq(firstTimes.name, NAME));
  return row?.at ?? now;
}
