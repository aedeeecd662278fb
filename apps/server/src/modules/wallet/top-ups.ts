import { paiseOf } from '@bijli/contract/money';
import type { ProviderName } from '@bijli/contract/wallet';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Payments, Payer, StartedPayment } from '#modules/payments/index.ts';
import { creditTopUp } from './credit.ts';
import { refuse } from './wallet.refusals.ts';

/** Stored in the rows of payments. */
const TOP_UP_PURPOSE = 'wallet';

export interface TopUpsOptions {
  payments: Payments;
  clock: Clock;
  limits: { minPaise: number; maxPaise: number };
}

export type TopUps = ReturnType<typeof createTopUps>;

/** Payments that fill a driver's wallet. */
export function createTopUps({ payments, clock, limits }: TopUpsOptions) {
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
      return { ...payment, checksum: payments.checksumFor({ txnId: payment.txnId, amountPaise, driverId }) };
    },

    /** A driver's top-ups that reached the provider, finished or not, newest first: those of the page, and one more. */
    listOfDriver: (driverId: number, page: Page) => payments.listOfDriver(driverId, TOP_UP_PURPOSE, page),

    /** Refunds of top-ups, newest first. */
    listRefundsOfDriver: (driverId: number, page: Page) => payments.listRefundsOfDriver(driverId, TOP_UP_PURPOSE, page),
  };
}

function failWithoutDriver(txnId: string): never {
  throw new Error(`The top-up ${txnId} belongs to nobody.`);
}

function paiseWithinLimits({ minPaise, maxPaise }: TopUpsOptions['limits'], rupees: number): number {
  // Checked before it is converted to paise, because very large amounts lose precision.
  if (rupees * 100 > maxPaise) refuse('amount_too_large', { max: inRupees(maxPaise) });
  const amountPaise = paiseOf(rupees);
  if (amountPaise === undefined || amountPaise <= 0) return refuse('amount_invalid');
  if (amountPaise < minPaise) refuse('amount_too_small', { min: inRupees(minPaise) });
  return amountPaise;
}

function inRupees(paise: number): string {
  return (paise / 100).toLocaleString('en-IN');
}
