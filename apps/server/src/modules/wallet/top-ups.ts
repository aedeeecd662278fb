import { paiseOf, rupees } from '@bijli/contract/money';
import type { ProviderName } from '@bijli/contract/wallet';
import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { Payments, Payer, StartedPayment } from '#modules/payments/index.ts';
import { creditTopUp } from './credit.ts';
import { refuse } from './wallet.refusals.ts';
import { listErasedBalances } from './wallet.store.ts';

/** Stored in the rows of payments. */
const TOP_UP_PURPOSE = 'wallet';

export interface TopUpsOptions {
  database: Database;
  payments: Payments;
  clock: Clock;
  log: Log;
  limits: { minPaise: number; maxPaise: number };
}

export type TopUps = ReturnType<typeof createTopUps>;

/** Payments that fill a driver's wallet. */
export function createTopUps({ database, payments, clock, log, limits }: TopUpsOptions) {
  payments.definePurpose(TOP_UP_PURPOSE, {
    isForDrivers: true,
    async applyPayment(tx, payment) {
      await creditTopUp(
        tx,
        { ...payment, driverId: payment.driverId ?? failWithoutDriver(payment.txnId) },
        clock.now(),
      );
    },
    // Refused as `balance_short` when the driver has spent it meanwhile.
    async reversePayment(_tx, { driverId, txnId }, amountPaise) {
      return [
        { account: { kind: 'wallet', driverId: driverId ?? failWithoutDriver(txnId) }, amountPaise: -amountPaise },
      ];
    },
    pagePath: ({ txnId }) => `/wallet?payment=${encodeURIComponent(txnId)}`,
  });

  /** Refunds an amount to the driver's latest top-ups. Returns what they could not take. */
  async function refundToTopUps(driverId: number, paise: number): Promise<number> {
    let leftPaise = paise;
    for (const payment of await payments.listRefundableOfDriver(driverId, TOP_UP_PURPOSE)) {
      const amountPaise = Math.min(payment.leftPaise, leftPaise);
      if (amountPaise === 0) break;
      // What the payment has left names this refund: whoever repeats it refunds nothing more.
      const key = `erased:${payment.txnId}:${payment.leftPaise}`;
      // One payment for each transaction, because a payment is locked before the driver's accounts.
      await database.transaction((tx) =>
        payments.refund(tx, { txnId: payment.txnId, key, amountPaise, reason: 'erased' }),
      );
      leftPaise -= amountPaise;
    }
    return leftPaise;
  }

  return {
    provider: payments.provider,

    /**
     * Starts a top-up. Throws amount_invalid, amount_too_small, amount_too_large, payment_provider_other,
     * payment_provider_down.
     */
    async start(
      through: ProviderName,
      { driverId, rupees, label, customer }: { driverId: number; rupees: number; label: string; customer: Payer },
    ): Promise<StartedPayment & { checksum: string }> {
      const { provider } = payments;
      if (through !== provider) refuse('payment_provider_other', { provider });
      const amountPaise = paiseWithinLimits(limits, rupees);
      const payment = await payments.start({ driverId, amountPaise, label, customer, purpose: TOP_UP_PURPOSE });
      return { ...payment, checksum: payments.getChecksum({ txnId: payment.txnId, amountPaise, driverId }) };
    },

    /** A driver's top-ups that reached the provider, finished or not, newest first: those of the page, and one more. */
    listOfDriver: (driverId: number, page: Page) => payments.listOfDriver(driverId, TOP_UP_PURPOSE, page),

    /**
     * Refunds what came into the wallets of drivers after they deleted their accounts, such as a late correction of a
     * bill. It goes back to their latest top-ups.
     */
    async refundErasedDrivers(): Promise<void> {
      const failures: unknown[] = [];
      for (const { driverId, freePaise } of await listErasedBalances(database)) {
        try {
          const leftPaise = await refundToTopUps(driverId, freePaise);
          if (leftPaise > 0)
            log.warn(
              { event: 'refund.erased_balance_left', driverId, leftPaise },
              'no top-up of a driver who deleted the account can take what came into the wallet; pay it in another way',
            );
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some deleted accounts could not be refunded');
    },

    /** Refunds of top-ups, newest first. */
    listRefundsOfDriver: (driverId: number, page: Page) => payments.listRefundsOfDriver(driverId, TOP_UP_PURPOSE, page),
  };
}

function failWithoutDriver(txnId: string): never {
  throw new Error(`The top-up ${txnId} belongs to nobody.`);
}

function paiseWithinLimits({ minPaise, maxPaise }: TopUpsOptions['limits'], amount: number): number {
  // Checked before it is converted to paise, because very large amounts lose precision.
  if (amount > rupees(maxPaise)) refuse('amount_too_large', { max: inRupees(maxPaise) });
  const amountPaise = paiseOf(amount);
  if (amountPaise === undefined || amountPaise <= 0) return refuse('amount_invalid');
  if (amountPaise < minPaise) refuse('amount_too_small', { min: inRupees(minPaise) });
  return amountPaise;
}

function inRupees(paise: number): string {
  return rupees(paise).toLocaleString('en-IN');
}
