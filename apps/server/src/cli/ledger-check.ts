import { proveLedger } from '#modules/ledger/index.ts';
import { LEDGER_PARTS } from '../ledger-parts.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Proves that the money adds up',
  help: `npm run bijli -- ledger check [--full]

Proves in one snapshot that the ledger adds up, that every completed top-up was credited once, that only running
sessions hold money, that the tax documents of every session say what was paid for it, that every order that was paid has one
payment, one sale, one invoice, and one refund if it was cancelled, and that no series of documents has a gap.

It goes on from where the last check found all in order, and looks at what has moved since and at all that is open. It looks at
everything the first time, and again after an update that changes what is checked.

  --full   looks at everything, also at what was proven before: whoever has the database's keys can change old rows

Exit code: 0 when all is well, 1 when something is wrong.`,

  read(args) {
    const { values } = readArguments(args, { full: { type: 'boolean' } });
    return async ({ database, now, say, progress }) => {
      const { problems, since, isKept } = await proveLedger(database, LEDGER_PARTS, {
        now,
        isFull: values.full === true,
        onStep: (step, of) => progress(`Checking the ledger: ${step} of ${of}`),
      });
      if (since)
        say(
          `Since ${since.at.toISOString()}, when all was in order, there are ${since.transfers} transfers; --full looks at all.`,
        );
      for (const { row, problem } of problems) say(`${row}: ${problem}`);
      say(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems.`);
      if (problems.length === 0 && !isKept)
        say('The next check begins where this one began: a transaction that writes to the ledger has not ended.');
      return problems.length === 0 ? 0 : 1;
    };
  },
};
