import { ledgerCheck as problemsOf } from '#modules/ledger/index.ts';
import { LEDGER_PARTS } from '../ledger-parts.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Proves that the money adds up',
  help: `npm run bijli -- ledger check

Proves in one snapshot that the ledger adds up, that every completed top-up was credited once, that only running
sessions hold money, that the tax documents of every session say what was paid for it, that every order that was paid has one
payment, one sale, one invoice, and one refund if it was cancelled, and that no series of documents has a gap.

Exit code: 0 when all is well, 1 when something is wrong.`,

  read(args) {
    readArguments(args, {});
    return async ({ database, say }) => {
      const problems = await problemsOf(database, LEDGER_PARTS);
      for (const { row, problem } of problems) say(`${row}: ${problem}`);
      say(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems.`);
      return problems.length === 0 ? 0 : 1;
    };
  },
};
