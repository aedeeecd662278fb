import { checkLedger } from '#modules/ledger/index.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Proves that the books add up',
  help: `npm run bijli -- ledger check [--full]

Proves in one snapshot that
  - the ledger adds up,
  - every completed top-up was credited once,
  - only running sessions hold money,
  - the tax documents of every session match what was paid,
  - every paid order has one payment, one sale, one invoice, and one refund if it was cancelled,
  - no series of documents has a gap.

The check continues from the last one that found everything in order. It checks what has changed since and everything that is
open. The first check, and the first after an update that changes the checks, covers everything.

  --full   checks everything, also what was proven before: somebody with access to the database can change old rows

Exit code: 0 if everything is in order, 1 if not.`,

  parse(args) {
    const values = parseOptions(args, { full: { type: 'boolean' } });
    return async ({ database, now, say, progress }) => {
      const { problems, since, isKept } = await checkLedger(database, LEDGER_PARTS, {
        now,
        isFull: values.full === true,
        onStep: (step, of) => progress(`Checking the ledger: ${step} of ${of}`),
      });
      if (since)
        say(
          `Continues from ${since.at.toISOString()}, when everything was in order: ${since.transfers} transfers since. --full checks all.`,
        );
      for (const { row, problem } of problems) say(`${row}: ${problem}`);
      say(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems.`);
      if (problems.length === 0 && !isKept)
        say(
          'The next check begins where this one began, because a transaction that writes to the ledger has not ended.',
        );
      return problems.length === 0 ? 0 : 1;
    };
  },
};
