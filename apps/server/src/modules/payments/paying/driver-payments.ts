import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Log } from '#kernel/log.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { isCancelled, statusOnWire } from '../payment-state.ts';
import { refuse } from '../payments.refusals.ts';
import * as store from '../payments.store.ts';
import { listRefundsOfDriver, REFUND_PLACE } from '../refunds/refunds.store.ts';
import { isChecksumRight, checksumOf, type ChecksumInput } from './checksum.ts';

interface DriverPaymentsOptions {
  database: Database;
  log: Log;
  provider: PaymentProvider;
  checksumSecret: string;
  refresh(payment: store.Payment): Promise<store.Payment>;
}

/** What signed-in drivers do with their own payments. */
export function createDriverPayments({ database, log, provider, checksumSecret, refresh }: DriverPaymentsOptions) {
  async function findOwnPayment(driverId: number, txnId: string): Promise<store.Payment> {
    const payment = await store.findPayment(database, txnId);
    return payment && payment.driverId === driverId ? payment : refuse('payment_unknown');
  }

  return {
    /** The checksum for the driver's browser. */
    getChecksum: (started: ChecksumInput): string => checksumOf(started, checksumSecret),

    /**
     * Handles the browser's answer that the payer is done or has given up. It is only a reason to ask the provider. A
     * payment that the payer gave up counts as failed unless the provider knows better, and is still credited if it
     * arrives. Throws payment_unknown, payment_not_yours.
     */
    async answered(
      driverId: number,
      answer: { txnId: string; checksum: string; isCancelled: boolean },
    ): Promise<store.Payment> {
      const payment = await findOwnPayment(driverId, answer.txnId);
      const claim = { txnId: payment.txnId, amountPaise: payment.amountPaise, driverId };
      if (!isChecksumRight(claim, checksumSecret, answer.checksum)) refuse('payment_not_yours');
      const refreshed = await refresh(payment);
      if (!answer.isCancelled || refreshed.state !== 'pending') return refreshed;
      log.info({ event: 'payment.cancelled', txnId: payment.txnId }, 'Transaction cancelled by the user');
      await store.cancelPayment(database, payment.txnId);
      return findOwnPayment(driverId, payment.txnId);
    },

    /**
     * Handles a signed result from the browser. It too is only a reason to ask the provider. Throws payment_unknown,
     * payment_not_yours.
     */
    async answeredSigned(
      driverId: number,
      result: { providerOrderId: string; providerPaymentId: string; signature: string },
    ): Promise<store.Payment> {
      const payment = await store.findPaymentOfProviderOrder(database, provider.name, result.providerOrderId);
      if (!payment?.providerOrderId || payment.driverId !== driverId) return refuse('payment_unknown');
      // The order id comes from our own records, so that a signature of another order does not match.
      if (!provider.signedResult?.(payment.providerOrderId, result)) return refuse('payment_not_yours');
      return refresh(payment);
    },

    /** The state of a driver's own payment. Asks the provider if it is open. Throws payment_unknown. */
    async refreshPayment(driverId: number, txnId: string): Promise<store.Payment> {
      const payment = await findOwnPayment(driverId, txnId);
      return payment.state === 'pending' ? refresh(payment) : payment;
    },

    /** A driver's payments for a purpose that reached the provider, newest first: a page, and one more. */
    async listOfDriver(driverId: number, purpose: string, page: Page) {
      const payments = await store.listOfDriver(database, driverId, purpose, page);
      return payments.map(({ txnId, provider: providerName, state, reason, amountPaise, createdAt: at }) => ({
        positionId: `${store.PAYMENT_PLACE}${txnId}`,
        txnId,
        provider: providerName,
        status: statusOnWire(state),
        isCancelled: isCancelled({ state, reason }),
        amountPaise,
        at,
      }));
    },

    /** Refunds of these, newest first. `wasCredited`: the purchase had been delivered. */
    async listRefundsOfDriver(driverId: number, purpose: string, page: Page) {
      const refunds = await listRefundsOfDriver(database, driverId, purpose, page);
      return refunds.map(({ refundId, state: status, amountPaise, wasCredited, createdAt: at }) => ({
        positionId: `${REFUND_PLACE}${refundId}`,
        refundId,
        status,
        amountPaise,
        wasCredited,
        at,
      }));
    },
  };
}
