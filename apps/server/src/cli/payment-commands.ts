import type { Config } from '#config/config.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { listOpenPayments, listOpenRefunds, refundNumber } from '#modules/payments/index.ts';
import { readOptions } from './arguments.ts';
import type { Command } from './command.ts';
import { belowOldest, limitFrom } from './newest.ts';
import { utcSecond } from './utc-times.ts';

const LISTED = 50;

const rupees = rupeesFor('en-IN');

export const paymentsList: Command = {
  name: 'payments list',
  summary: 'Lists payments that the provider has not decided',
  help: `npm run bijli -- payments list [--limit N]

The oldest first: our number, which the provider has as its order number, the provider, the amount, since when it is open, and when
the server asks the provider next (UTC). Only the provider of PAYMENT_OPTION is asked.

  --limit     how many, ${LISTED} by default`,

  read(args) {
    const values = readOptions(args, { limit: { type: 'string' } });
    const limit = limitFrom(values.limit, LISTED);
    return async ({ database, config, say }) => {
      const payments = await listOpenPayments(database, limit);
      for (const { txnId, provider, amountPaise, createdAt, nextCheckAt } of payments) {
        const next = nextStep(config, provider, nextCheckAt);
        say(`${txnId}  ${provider}  ${rupees(amountPaise)}  open since ${utcSecond(createdAt)}${next}`);
      }
      say(belowOldest(payments.length, limit, 'open payments'));
      return 0;
    };
  },
};

export const refundsList: Command = {
  name: 'refunds list',
  summary: 'Lists refunds that are not paid out',
  help: `npm run bijli -- refunds list [--limit N]

The oldest first: its number at the provider, the payment that it refunds, the provider, the amount, how far it is, since when, and
when the server asks the provider next (UTC). Only the provider of PAYMENT_OPTION is asked.

  --limit     how many, ${LISTED} by default`,

  read(args) {
    const values = readOptions(args, { limit: { type: 'string' } });
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

/** When the server asks about a payment or refund next, or why it does not. */
function nextStep({ payments }: Pick<Config, 'payments'>, provider: string, at: Date | null): string {
  if (!at) return '';
  const configured = payments.provider.name;
  if (provider !== configured) return `  cannot be asked: PAYMENT_OPTION is ${configured}`;
  return `  asked again at ${utcSecond(at)}`;
}
