import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { listBalances, lockDriverAccounts, postTransfer } from '#modules/ledger/index.ts';
import * as holds from './holds.ts';
import { refuse } from './wallet.refusals.ts';
import * as store from './wallet.store.ts';

export { topUpsCheck, walletCheck } from './ledger-check.store.ts';
export { walletData } from './personal-data.store.ts';
export { createTopUps, type TopUps } from './top-ups.ts';
export type { Correction } from './holds.ts';

/** A movement of a driver's wallet other than a top-up. */
export interface WalletMovement {
  /** Distinguishes movements of the same moment. */
  positionId: string;
  kind: 'session' | 'adjustment';
  /** The session's public reference. */
  reference: string;
  /** Negative if it left the wallet. */
  amountPaise: number;
  at: Date;
}

export type Wallet = ReturnType<typeof createWallet>;

/**
 * The drivers' prepaid money, in integer paise, on the ledger. Each function runs in the caller's transaction. A repeat
 * with the same reference changes nothing, except of `renewHold`, which throws.
 */
export function createWallet({ clock }: { clock: Clock }) {
  return {
    /** Holds money for a session. Throws `balance_short`, and if a repeat has another amount above 0. */
    async holdFunds(tx: Tx, hold: { driverId: number; reference: string; amountPaise: number }): Promise<void> {
      await holds.holdFunds(tx, { ...hold, at: clock.now() });
    },

    /**
     * Captures the price of a session from its hold and releases the rest. A price above the hold also takes from the
     * free balance; what is missing stays uncollected. A price of 0 releases the hold. Returns how it was paid.
     */
    async captureHold(tx: Tx, reference: string, price: TaxedAmount): Promise<holds.HoldOutcome> {
      return holds.captureHold(tx, reference, price, clock.now());
    },

    /** Releases a whole hold. Returns how it was resolved. */
    async releaseHold(tx: Tx, reference: string): Promise<holds.HoldOutcome> {
      return holds.releaseHold(tx, reference, clock.now());
    },

    /**
     * Renews a released hold, for a session that has begun after all. Throws `balance_short`. Throws also if the hold
     * is not released.
     */
    async renewHold(tx: Tx, reference: string): Promise<void> {
      await holds.renewHold(tx, reference, clock.now());
    },

    /** Corrects the price of a paid session. Returns the paise that went back to the wallet, 0 if the price rose. */
    async adjustCapture(tx: Tx, correction: holds.Correction): Promise<number> {
      return holds.adjustCapture(tx, correction, clock.now());
    },

    /** A driver's balance: free, and held for sessions. */
    async readBalance(tx: Tx, driverId: number): Promise<{ freePaise: number; heldPaise: number }> {
      const balances = await listBalances(tx, driverId);
      return { freePaise: balances.get('wallet') ?? 0, heldPaise: balances.get('held') ?? 0 };
    },

    /**
     * A driver deletes the account. Forfeits the balance if the driver agrees, otherwise throws `balance_left` with the
     * amount.
     */
    async eraseDriver(tx: Tx, { driverId, givesUpBalance }: DeletionRequest): Promise<void> {
      await lockDriverAccounts(tx, driverId);
      const freePaise = (await listBalances(tx, driverId)).get('wallet') ?? 0;
      if (freePaise === 0) return;
      if (!givesUpBalance) refuse('balance_left', { paise: freePaise });
      await postTransfer(tx, {
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

    /**
     * Movements by sessions and adjustments, newest first: one row more than the page, which shows that more follow.
     * `createTopUps` lists top-ups.
     */
    async listMovementsOfDriver(tx: Tx, driverId: number, page: Page): Promise<WalletMovement[]> {
      const rows = await store.listMovementsOfDriver(tx, driverId, page);
      return rows.map(({ isAdjustment, ...row }) => ({ ...row, kind: isAdjustment ? 'adjustment' : 'session' }));
    },
  };
}
