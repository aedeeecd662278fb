import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { balancesOf, lockDriverAccounts, post } from '#modules/ledger/index.ts';
import { creditTopUp, type TopUp } from './credit.ts';
import * as holds from './holds.ts';
import { refuse } from './wallet.failures.ts';
import * as store from './wallet.store.ts';

export { topUpsCheck, walletCheck } from './ledger-check.store.ts';
export { walletData } from './personal-data.store.ts';
export { createTopUps, type TopUps } from './top-ups.ts';
export type { Correction } from './holds.ts';

/** A movement on the driver's side of the ledger that is no top-up. */
export interface Spending {
  /** Tells it apart from others of its time. */
  positionId: string;
  kind: 'session' | 'adjustment';
  /** The session's public reference. */
  reference: string;
  /** Negative when it left the wallet. */
  amountPaise: number;
  at: Date;
}

export type Wallet = ReturnType<typeof createWallet>;

/**
 * The drivers' prepaid money, in integer paise, on the ledger. Each of these runs in the caller's transaction, has no second
 * effect when repeated under the same reference, and throws when repeated with other figures.
 */
export function createWallet({ clock }: { clock: Clock }) {
  return {
    /** Puts a payment into the wallet, once per payment of the provider. */
    async topUp(tx: Tx, topUp: TopUp): Promise<void> {
      await creditTopUp(tx, topUp, clock.now());
    },

    /** Keeps money for a session. Throws `balance_short`. */
    async holdFunds(tx: Tx, hold: { driverId: number; reference: string; amountPaise: number }): Promise<void> {
      await holds.holdFunds(tx, { ...hold, at: clock.now() });
    },

    /**
     * Pays a session out of its hold and gives the rest back. A price beyond the hold takes what the free wallet has and
     * leaves the remainder uncollected. A price of nothing releases the hold. Answers how it was paid for.
     */
    async captureHold(tx: Tx, reference: string, price: TaxedAmount): Promise<holds.HoldOutcome> {
      return holds.captureHold(tx, reference, price, clock.now());
    },

    /** Gives a whole hold back. Answers how it was resolved. */
    async releaseHold(tx: Tx, reference: string): Promise<holds.HoldOutcome> {
      return holds.releaseHold(tx, reference, clock.now());
    },

    /** Holds anew what had gone back whole, for a session that has begun after all. Throws `balance_short`. */
    async holdAgain(tx: Tx, reference: string): Promise<void> {
      await holds.reopenHold(tx, reference, clock.now());
    },

    /** Corrects a session whose price turned out otherwise after it was paid for. Answers the paise that came back to the wallet, 0 when it went up. */
    async adjustCapture(tx: Tx, correction: holds.Correction): Promise<number> {
      return holds.adjustCapture(tx, correction, clock.now());
    },

    /** What a driver has, free and held for sessions. */
    async balanceOf(tx: Tx, driverId: number): Promise<{ freePaise: number; heldPaise: number }> {
      const balances = await balancesOf(tx, driverId);
      return { freePaise: balances.get('wallet') ?? 0, heldPaise: balances.get('held') ?? 0 };
    },

    /**
     * A driver leaves: what is left in the wallet is forfeited when the driver agrees to that. Throws `balance_left`, with
     * what is left.
     */
    async eraseDriver(tx: Tx, { driverId, givesUpBalance }: DeletionRequest): Promise<void> {
      await lockDriverAccounts(tx, driverId);
      const freePaise = (await balancesOf(tx, driverId)).get('wallet') ?? 0;
      if (freePaise === 0) return;
      if (!givesUpBalance) refuse('balance_left', { paise: freePaise });
      await post(tx, {
        idempotencyKey: `given-up:${driverId}`,
        kind: 'forfeiture',
        reference: `driver-${driverId}`,
        at: clock.now(),
        lines: [
          { account: { kind: 'wallet', driverId }, amountPaise: -freePaise },
          { account: { kind: 'forfeited' }, amountPaise: freePaise },
        ],
      });
    },

    /** What sessions and adjustments did to the wallet, newest first: those of the page, and one more. Top-ups are told by `createTopUps`. */
    async listSpendingsOfDriver(tx: Tx, driverId: number, page: Page): Promise<Spending[]> {
      const rows = await store.listSpendingsOfDriver(tx, driverId, page);
      return rows.map(({ isAdjustment, ...row }) => ({ ...row, kind: isAdjustment ? 'adjustment' : 'session' }));
    },
  };
}
