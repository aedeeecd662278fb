import type { Database } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { purgeSamples } from './metering/sample-months.store.ts';
import { purgeTokenSamples } from './tokens/token-sessions.store.ts';
import { purgeQuarantinedReports } from './unwanted/quarantine.store.ts';
import { purgeRefusedTransactions } from './unwanted/refused-transactions.store.ts';

/** Charge points bring what they could not tell for weeks, and a driver may question a session for as long as a bill or two. */
const KEEP_QUARANTINED_MS = 90 * DAY_MS;
/** No bill is made of them, so nobody asks how a session on a token went. */
const KEEP_TOKEN_SAMPLES_MS = 2 * DAY_MS;

/**
 * Purges reports that fitted no session, and transactions that were refused, that nobody has asked about for long, and soon
 * the samples of sessions that nobody paid for; others go by the month. Disputed energy is kept.
 */
export async function expireRows(
  database: Database,
  { now, sampleDays }: { now: Date; sampleDays: number },
): Promise<void> {
  const before = new Date(now.getTime() - KEEP_QUARANTINED_MS);
  await purgeQuarantinedReports(database, before);
  await purgeRefusedTransactions(database, before);
  await purgeTokenSamples(database, { before: new Date(now.getTime() - KEEP_TOKEN_SAMPLES_MS), now });
  await purgeSamples(database, { now, days: sampleDays });
}
