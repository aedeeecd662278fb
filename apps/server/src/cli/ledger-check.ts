import { systemClock } from '#kernel/clock.ts';
import { chargeProblems } from '#modules/sessions/index.ts';
import { seriesProblems } from '#modules/invoices/index.ts';
import { ledgerCheck as problemsOf } from '#modules/payments/index.ts';
import { shopProblems } from '#modules/storefront/index.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';

export const ledgerCheck: Command = {
  name: 'ledger check',
  summary: 'Proves that the money adds up',
  help: `npm run bijli -- ledger check

Proves in one snapshot that the ledger adds up, that every completed top-up was credited once, that only running
charges hold money, that the papers of every charge say what was paid for it, that every order that was paid has one
payment, one sale, one invoice, and one refund if it was cancelled, and that no series of papers has a gap.

Exit code: 0 when all is well, 1 when something is wrong.`,

  read(args) {
    readArguments(args, {});
    return async ({ database, say }) => {
      const problems = await problemsOf(database, createWallet({ clock: systemClock }), async (tx) => [
        ...(await chargeProblems(tx)),
        ...(await shopProblems(tx)),
        ...(await seriesProblems(tx)),
      ]);
      for (const { row, problem } of problems) say(`${row}: ${problem}`);
      say(problems.length === 0 ? 'The ledger adds up.' : `${problems.length} problems.`);
      return problems.length === 0 ? 0 : 1;
    };
  },
};
