import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { findLastCheckpointAt, checkLedger } from '#modules/ledger/index.ts';
import { LEDGER_PARTS } from './ledger-parts.ts';

const MAX_PROBLEMS_LOGGED = 20;

/** Checks regularly whether the books add up, and logs problems. */
export function createLedgerJob({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let problemCount = 0;

  return {
    async check(): Promise<void> {
      const { problems } = await checkLedger(database, LEDGER_PARTS, { now: clock.now() });
      problemCount = problems.length;
      if (problemCount === 0) return;
      const listed = problems.slice(0, MAX_PROBLEMS_LOGGED);
      log.error({ event: 'ledger.does_not_add_up', problemCount, problems: listed }, 'the books do not add up');
    },

    /** What the last check of this node has found, and when any node last found the ledger in order. */
    readGauges: async (): Promise<{ problemCount: number; checkedAt: Date | undefined }> => ({
      problemCount,
      checkedAt: await findLastCheckpointAt(database),
    }),
  };
}
