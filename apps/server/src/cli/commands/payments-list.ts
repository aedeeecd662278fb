import { listOpenPayments } from '#modules/payments/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { belowOldest, limitFrom } from '../listing.ts';
import { rupees, nextStep } from '../payment-lines.ts';
import { utcSecond } from '../utc-times.ts';

const LISTED = 50;

export const paymentsList: Command = {
  name: 'payments list',
  summary: 'Lists payments that the provider has not decided or does not know',
  help: `npm run bijli -- payments list [--limit N]

The oldest first: our number, which the provider has as its order number, the provider, the amount, since when it is open, and when
the server asks the provider next (UTC). Only the provider of PAYMENT_OPTION is asked. A payment that it does not know for a day has
failed for the driver, and is asked about each day for a month.

  --limit     how many, ${LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { limit: { type: 'string' } });
    const limit = limitFrom(values.limit, LISTED);
    return async ({ database, config, say }) => {
      const payments = await listOpenPayments(database, limit);
      for (const { txnId, provider, amountPaise, createdAt, nextCheckAt, reason } of payments) {
        const next = nextStep(config, provider, nextCheckAt);
        const why = reason === null ? '' : `  ${reason}`;
        say(`${txnId}  ${provider}  ${rupees(amountPaise)}  open since ${utcSecond(createdAt)}${why}${next}`);
      }
      say(belowOldest(payments.length, limit, 'open payments'));
      return 0;
    };
  },
};
