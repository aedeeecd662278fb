import { listOpenRefunds, refundNumber } from '#modules/payments/index.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { belowOldest, limitFrom } from '../listing.ts';
import { rupees, nextStep } from '../payment-lines.ts';
import { utcSecond } from '../utc-times.ts';

const LISTED = 50;

export const refundsList: Command = {
  name: 'refunds list',
  summary: 'Lists refunds that are not paid out',
  help: `npm run bijli -- refunds list [--limit N]

The oldest first: its number at the provider, the payment that it refunds, the provider, the amount, how far it is, since when, and
when the server asks the provider next (UTC). Only the provider of PAYMENT_OPTION is asked.

  --limit     how many, ${LISTED} by default`,

  parse(args) {
    const values = parseOptions(args, { limit: { type: 'string' } });
    const limit = limitFrom(values.limit, LISTED);
    return async ({ database, config, say }) => {
      const refunds = await listOpenRefunds(database, limit);
      for (const refund of refunds) {
        const { txnId, provider, amountPaise, createdAt, nextTryAt } = refund;
        const next = nextStep(config, provider, nextTryAt);
        say(
          `${refundNumber(refund)}  of ${txnId}  ${provider}  ${rupees(amountPaise)}  ${stageOf(refund)}  since ${utcSecond(createdAt)}${next}`,
        );
      }
      say(belowOldest(refunds.length, limit, 'open refunds'));
      return 0;
    };
  },
};

function stageOf({ state, acceptedAt, attempt }: { state: string; acceptedAt: Date | null; attempt: number }): string {
  if (state === 'failed') return 'given up';
  const stage = acceptedAt ? 'accepted by the provider, not paid out yet' : 'not accepted by the provider';
  return attempt === 1 ? stage : `the provider failed to pay out try ${attempt - 1}, try ${attempt} is ${stage}`;
}
