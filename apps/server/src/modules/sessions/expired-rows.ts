import type { Database } from '#db/database.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { purgeSamples } from './metering/sample-months.store.ts';
import { purgeQuarantinedReports } from './rejected/quarantine.store.ts';
import { purgeRejectedTransactions } from './rejected/rejected-transactions.store.ts';
import { purgeOperatorTokenSamples } from './tokens/token-sessions.store.ts';

/** Charge points may report weeks late, and a driver may question a session for a month or two. */
const KEEP_QUARANTINED_MS = 90 * DAY_MS;
/** Sessions on the operator's tokens are not billed, so their samples are needed only briefly. */
const KEEP_TOKEN_SAMPLES_MS = 2 * DAY_MS;

/**
 * Purges quarantined reports and rejected transactions that are old, and the samples of sessions that nobody pays for.
 * Other samples are purged by month. Disputed energy is kept.
 */
export async function purgeExpired(
  database: Database,
  { now, sampleDays }: { now: Date; sampleDays: number },
): Promise<void> {
  const before = new Date(now.getTime() - KEEP_QUARANTINED_MS);
  await purgeQuarantinedReports(database, before);
  await purgeRejectedTransactions(database, before);
  await purgeOperatorTokenSamples(database, { before: new Date(now.getTime() - KEEP_TOKEN_SAMPLES_MS), now });
  await purgeSamples(database, { now, days: sampleDays });
}
