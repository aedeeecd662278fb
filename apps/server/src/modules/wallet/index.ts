import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { PaymentOption } from '@bijli/contract/wallet';
import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { refuse } from '#kernel/failure.ts';
import * as holds from './holds.ts';
import { ledgerProblems } from './ledger-check.store.ts';
import { lockDriverAccounts } from './ledger.store.ts';
import { post } from './ledger.ts';
import { reversedRevenueLines, revenueLines } from './revenue.ts';
import * as store from './wallet.store.ts';

export { walletData } from './personal-data.store.ts';
export type { Correction, Settlement } from './holds.ts';

const HISTORY_LIMIT = 200;

export interface TopUp {
  driverId: number;
  provider: PaymentOption;
  providerPaymentId: string;
  /** Our own id of the payment. */
  txnId: string;
  amountPaise: number;
}

/** A movement on the driver's side of the ledger that is no top-up. */
export interface Spending {
  kind: 'charge' | 'adjustment';
  /** The charge's public reference. */
  reference: string;
  /** Negative when it left the wallet. */
  amountPaise: number;
  at: Date;
}

/** Money that goes back to a payer through the provider it came by. */
export interface Repayment {
  provider: PaymentOption;
  /** The refund's own id. */
  refundId: string;
  /** Our own id of the payment. */
  txnId: string;
  amountPaise: number;
}

export interface Sale {
  provider: PaymentOption;
  providerPaymentId: string;
  /** The order's public reference. */
  reference: string;
  price: TaxedAmount;
}

export type Wallet = ReturnType<typeof createWallet>;

/**
 * The drivers' prepaid money, in integer paise. Every deed runs in the caller's transaction, has no second effect when
 * repeated under the same reference, and throws when repeated with other figures.
 */
export function createWallet({ clock }: { clock: Clock }) {
  return {
    /** Puts a payment into the wallet, once per payment of the provider. */
    async topUp(tx: Tx, { driverId, provider, providerPaymentId, txnId, amountPaise }: TopUp): Promise<void> {
      await post(tx, {
        idempotencyKey: `topup:${provider}:${providerPaymentId}`,
        kind: 'top_up',
        reference: txnId,
        at: clock.now(),
        lines: [
          { account: { kind: `gateway:${provider}` }, amountPaise: -amountPaise },
          { account: { kind: 'wallet', driverId }, amountPaise },
        ],
      });
    },

    /** Earns what a visitor paid for goods or a service, once per payment of the provider. */
    async recordSale(tx: Tx, { provider, providerPaymentId, reference, price }: Sale): Promise<void> {
      await post(tx, {
        idempotencyKey: `sale:${provider}:${providerPaymentId}`,
        kind: 'sale',
        reference,
        at: clock.now(),
        lines: [{ account: { kind: `gateway:${provider}` }, amountPaise: -price.totalPaise }, ...revenueLines(price)],
      });
    },

    /** Takes a whole sale back, to be paid back. */
    async returnSale(tx: Tx, { refundId, txnId }: Repayment, price: TaxedAmount): Promise<void> {
      await post(tx, {
        idempotencyKey: `owe:${refundId}`,
        kind: 'refund',
        reference: txnId,
        at: clock.now(),
        lines: [...reversedRevenueLines(price), { account: { kind: 'refunds' }, amountPaise: price.totalPaise }],
      });
    },

    /** Owes a payer what came in and was credited to nobody. */
    async oweBack(tx: Tx, { provider, refundId, txnId, amountPaise }: Repayment): Promise<void> {
      await post(tx, {
        idempotencyKey: `owe:${refundId}`,
        kind: 'refund',
        reference: txnId,
        at: clock.now(),
        lines: [
          { account: { kind: `gateway:${provider}` }, amountPaise: -amountPaise },
          { account: { kind: 'refunds' }, amountPaise },
        ],
      });
    },

    /** Takes what was credited out of the driver's wallet again, to be paid back. Throws `balance_short`. */
    async takeBack(
      tx: Tx,
      { driverId, refundId, txnId, amountPaise }: Repayment & { driverId: number },
    ): Promise<void> {
      await post(tx, {
        idempotencyKey: `owe:${refundId}`,
        kind: 'refund',
        reference: txnId,
        at: clock.now(),
        lines: [
          { account: { kind: 'wallet', driverId }, amountPaise: -amountPaise },
          { account: { kind: 'refunds' }, amountPaise },
        ],
      });
    },

    /** What was owed to a payer has been paid back by the provider. */
    async paidBack(tx: Tx, { provider, refundId, txnId, amountPaise }: Repayment): Promise<void> {
      await post(tx, {
        idempotencyKey: `refund:${refundId}`,
        kind: 'refund',
        reference: txnId,
        at: clock.now(),
        lines: [
          { account: { kind: 'refunds' }, amountPaise: -amountPaise },
          { account: { kind: `gateway:${provider}` }, amountPaise },
        ],
      });
    },

    /** What is owed to payers by the ledger. */
    owedBack: store.owedBack,

    /** Keeps money for a charge. Throws `balance_short`. */
    async holdFunds(tx: Tx, hold: { driverId: number; reference: string; amountPaise: number }): Promise<void> {
      await holds.holdFunds(tx, { ...hold, at: clock.now() });
    },

    /**
     * Pays a charge out of its hold and gives the rest back. A bill beyond the hold takes what the free wallet has and
     * leaves the remainder to the house. A bill of nothing releases the hold.
     */
    async captureHold(tx: Tx, reference: string, price: TaxedAmount): Promise<holds.Settlement> {
      return holds.captureHold(tx, reference, price, clock.now());
    },

    /** Gives a whole hold back. */
    async releaseHold(tx: Tx, reference: string): Promise<holds.Settlement> {
      return holds.releaseHold(tx, reference, clock.now());
    },

    /** Holds anew what had gone back whole, for a charge that has begun after all. Throws `balance_short`. */
    async holdAgain(tx: Tx, reference: string): Promise<void> {
      await holds.holdAgain(tx, reference, clock.now());
    },

    /** Trues up a charge whose bill turned out otherwise after it was paid for. Answers the paise that came back to the wallet. */
    async adjustCharge(tx: Tx, correction: holds.Correction): Promise<number> {
      return holds.adjustCharge(tx, correction, clock.now());
    },

    async balanceOf(tx: Tx, driverId: number): Promise<{ freePaise: number; heldPaise: number }> {
      const balances = await store.balances(tx, driverId);
      return { freePaise: balances.get('wallet') ?? 0, heldPaise: balances.get('held') ?? 0 };
    },

    /**
     * A driver leaves: what is left in the wallet goes to the house when the driver gives it up. Throws `balance_left`, with
     * what is left.
     */
    async driverLeaves(tx: Tx, driverId: number, { giveUpBalance }: { giveUpBalance: boolean }): Promise<void> {
      await lockDriverAccounts(tx, driverId);
      const freePaise = (await store.balances(tx, driverId)).get('wallet') ?? 0;
      if (freePaise === 0) return;
      if (!giveUpBalance) refuse('balance_left', { paise: freePaise });
      await post(tx, {
        idempotencyKey: `given-up:${driverId}`,
        kind: 'given_up',
        reference: `driver-${driverId}`,
        at: clock.now(),
        lines: [
          { account: { kind: 'wallet', driverId }, amountPaise: -freePaise },
          { account: { kind: 'given_up' }, amountPaise: freePaise },
        ],
      });
    },

    /** What charges and adjustments did to the wallet, newest first. Top-ups are told by payments. */
    async history(tx: Tx, driverId: number): Promise<Spending[]> {
      const rows = await store.spending(tx, driverId, HISTORY_LIMIT);
      return rows.map(({ adjustment, ...row }) => ({ ...row, kind: adjustment ? 'adjustment' : 'charge' }));
    },

    /** Top-ups as the ledger has them, oldest first, to be compared with what was paid. */
    topUpsAfter: store.topUpsAfter,
    topUpsFor: store.topUpsFor,

    /** What does not add up in the ledger and the holds; empty when all is well. Meant for one snapshot. */
    problems: ledgerProblems,
  };
}
