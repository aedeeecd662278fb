import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import {
  listBalances,
  listTransfers,
  lockDriverAccounts,
  listMovedByReference,
  postTransfer,
  postTransfers,
  reversedRevenueLines,
  revenueLines,
  hasSameLines,
  type Line,
  type Transfer,
} from '#modules/ledger/index.ts';
import { assertTaxedAmount, splitAmount } from './split.ts';
import * as store from './wallet.store.ts';

/** How a session was paid. Its price is the sum of the first three, in integer paise. */
export interface HoldOutcome {
  capturedPaise: number;
  /** Taken from the free wallet, beyond the hold. */
  overrunPaise: number;
  /** What neither the hold nor the wallet could pay. The company loses it. */
  uncollectedPaise: number;
  /** The part of the hold that was released. */
  releasedPaise: number;
}

/**
 * Moves money from the wallet to a hold for a session. A repeat under the same reference changes nothing. Throws
 * `balance_short`.
 */
export async function holdFunds(
  tx: Tx,
  hold: { driverId: number; reference: string; amountPaise: number; at: Date },
): Promise<void> {
  const { driverId, reference, amountPaise, at } = hold;
  const insertHold = () => store.insertMissingHold(tx, { reference, driverId, amountPaise, heldAt: at });
  // A free session is held and given back without a transfer: nothing moves.
  if (amountPaise === 0) return insertHold();
  const lines = moveLines({ kind: 'wallet', driverId }, { kind: 'held', driverId }, amountPaise);
  // Both are sent at once: neither waits for the other's answer. The hold's row comes first, as everywhere: whoever
  // resolves it locks the row and then the accounts, so that the two cannot deadlock.
  await Promise.all([
    insertHold(),
    postTransfer(tx, { idempotencyKey: `hold:${reference}`, kind: 'hold', reference, at, lines }),
  ]);
}

/** Renews a hold that was released whole. Throws `balance_short`. */
export async function renewHold(tx: Tx, reference: string, at: Date): Promise<void> {
  const hold = await lockHold(tx, reference);
  if (hold.state !== 'released') throw new Error(`The hold ${reference} is ${hold.state} and cannot be renewed.`);
  const { driverId, amountPaise, renewals } = hold;
  if (amountPaise > 0) {
    const idempotencyKey = keyOf('hold', { reference, renewals: renewals + 1 });
    const lines = moveLines({ kind: 'wallet', driverId }, { kind: 'held', driverId }, amountPaise);
    await postTransfer(tx, { idempotencyKey, kind: 'hold', reference, at, lines });
  }
  await store.renewHold(tx, hold, at);
}

/**
 * Pays a session out of its hold and gives the rest back. Returns how it was paid for. What the hold does not cover
 * comes from the free wallet, and the rest of it is uncollected.
 */
export async function captureHold(tx: Tx, reference: string, price: TaxedAmount, at: Date): Promise<HoldOutcome> {
  assertTaxedAmount(price);
  if (price.totalPaise === 0) return releaseHold(tx, reference, at);
  const { totalPaise: pricePaise } = price;
  const hold = await store.changeHeld(tx, reference, { state: 'captured', pricePaise, resolvedAt: at });
  if (!hold) return outcomeOfRepeat(tx, await lockHold(tx, reference), pricePaise);
  const { driverId, capturedPaise } = hold;
  const releasedPaise = hold.amountPaise - capturedPaise;
  const { paid, rest } = splitAmount(price, capturedPaise);
  const lines = [{ account: { kind: 'held' as const, driverId }, amountPaise: -capturedPaise }, ...revenueLines(paid)];
  const capture: Transfer = { idempotencyKey: `capture:${reference}`, kind: 'capture', reference, at, lines };
  await postTransfers(tx, releasedPaise > 0 ? [capture, releaseTransfer(hold, releasedPaise, at)] : [capture]);
  let beyond = { fromWalletPaise: 0, uncollectedPaise: 0 };
  if (rest.totalPaise > 0) {
    const overrun = { idempotencyKey: `overrun:${reference}`, kind: 'overrun' as const, reference, at };
    beyond = await payBeyondHold(tx, driverId, overrun, rest);
  }
  return {
    capturedPaise,
    overrunPaise: beyond.fromWalletPaise,
    uncollectedPaise: beyond.uncollectedPaise,
    releasedPaise,
  };
}

/** Releases a whole hold. Returns how it was resolved, also if that was earlier. */
export async function releaseHold(tx: Tx, reference: string, at: Date): Promise<HoldOutcome> {
  const hold = await store.changeHeld(tx, reference, { state: 'released', pricePaise: 0, resolvedAt: at });
  if (!hold) return outcomeOfRepeat(tx, await lockHold(tx, reference), 0);
  const { amountPaise: releasedPaise } = hold;
  if (releasedPaise > 0) await postTransfer(tx, releaseTransfer(hold, releasedPaise, at));
  return { capturedPaise: 0, overrunPaise: 0, uncollectedPaise: 0, releasedPaise };
}

/** The difference by which a session's price was corrected. */
export interface Correction {
  driverId: number;
  /** The session's public reference. */
  reference: string;
  /** Distinguishes the corrections of one session. */
  key: string;
  /** `up`: the driver pays the difference. `down`: the driver gets it back. */
  direction: 'up' | 'down';
  difference: TaxedAmount;
}

/**
 * Takes or gives back the difference to what a session was paid with. Returns the paise that came back to the wallet:
 * none if the price rose, or if the correction was made before.
 */
export async function adjustCapture(tx: Tx, correction: Correction, at: Date): Promise<number> {
  const { driverId, reference, key, direction, difference } = correction;
  assertTaxedAmount(difference);
  // Energy whose price does not come to a paisa changes the documents and moves nothing.
  if (difference.totalPaise === 0) return 0;
  const transfer = { idempotencyKey: `adjust:${reference}:${key}`, kind: 'adjustment' as const, reference, at };
  if (direction === 'down') return reverseCapture(tx, driverId, transfer, difference);
  await payBeyondHold(tx, driverId, transfer, difference);
  return 0;
}

async function lockHold(tx: Tx, reference: string): Promise<store.Hold> {
  const hold = await store.lockHold(tx, reference);
  if (!hold) throw new Error(`There is no hold ${reference}.`);
  return hold;
}

/**
 * Takes a price from the free wallet as far as it goes, and leaves the rest to the company: no driver ever owes money.
 * Returns how much of it each has given now, which is nothing for a repeat.
 */
async function payBeyondHold(
  tx: Tx,
  driverId: number,
  transfer: Omit<Transfer, 'lines'>,
  price: TaxedAmount,
): Promise<{ fromWalletPaise: number; uncollectedPaise: number }> {
  if (await isPosted(tx, driverId, transfer.idempotencyKey, revenueLines(price)))
    return { fromWalletPaise: 0, uncollectedPaise: 0 };
  const freePaise = (await listBalances(tx, driverId)).get('wallet') ?? 0;
  const fromWalletPaise = Math.min(freePaise, price.totalPaise);
  const lines: Line[] = [
    { account: { kind: 'wallet', driverId }, amountPaise: -fromWalletPaise },
    { account: { kind: 'uncollected' }, amountPaise: fromWalletPaise - price.totalPaise },
    ...revenueLines(price),
  ];
  await postTransfer(tx, { ...transfer, lines });
  return { fromWalletPaise, uncollectedPaise: price.totalPaise - fromWalletPaise };
}

/**
 * Gives a difference back, first what the company could not collect of the session: a driver gets no more than was
 * paid. Returns what has come into the wallet.
 */
async function reverseCapture(
  tx: Tx,
  driverId: number,
  transfer: Omit<Transfer, 'lines'>,
  difference: TaxedAmount,
): Promise<number> {
  const reversed = reversedRevenueLines(difference);
  if (await isPosted(tx, driverId, transfer.idempotencyKey, reversed)) return 0;
  const moved = await listMovedByReference(tx, transfer.reference);
  const uncollectedPaise = moved.reduce(
    (sum, { account, paise }) => (account === 'uncollected' ? sum - paise : sum),
    0,
  );
  const toCompanyPaise = Math.min(uncollectedPaise, difference.totalPaise);
  const toDriverPaise = difference.totalPaise - toCompanyPaise;
  const lines: Line[] = [
    { account: { kind: 'wallet', driverId }, amountPaise: toDriverPaise },
    { account: { kind: 'uncollected' }, amountPaise: toCompanyPaise },
    ...reversed,
  ];
  await postTransfer(tx, { ...transfer, lines });
  return toDriverPaise;
}

/** True if this revenue was posted under this key. Locks the driver's accounts. Throws if other revenue was. */
async function isPosted(tx: Tx, driverId: number, key: string, revenue: Line[]): Promise<boolean> {
  await lockDriverAccounts(tx, driverId);
  const before = (await listTransfers(tx, [key])).get(key);
  if (!before) return false;
  // How the price was split between wallet and company was settled the first time. Only the revenue must be equal.
  const lines = before.lines.filter(({ account }) => account.kind !== 'wallet' && account.kind !== 'uncollected');
  if (hasSameLines(lines, revenue)) return true;
  throw new Error(`The key ${key} was used for another amount.`);
}

/** The transfer that releases this much of a hold. */
function releaseTransfer(hold: store.ResolvedHold, amountPaise: number, at: Date): Transfer {
  const { driverId, reference } = hold;
  const lines = moveLines({ kind: 'held', driverId }, { kind: 'wallet', driverId }, amountPaise);
  return { idempotencyKey: keyOf('release', hold), kind: 'release', reference, at, lines };
}

/** Each renewal of a hold moves money under keys of its own. */
function keyOf(kind: 'hold' | 'release', { reference, renewals }: Pick<store.Hold, 'reference' | 'renewals'>): string {
  return renewals === 0 ? `${kind}:${reference}` : `${kind}:${reference}:${renewals}`;
}

function moveLines(from: Line['account'], to: Line['account'], amountPaise: number): Line[] {
  return [
    { account: from, amountPaise: -amountPaise },
    { account: to, amountPaise },
  ];
}

/** How a session was paid, read from its transfers. */
async function outcomeOf(
  tx: Tx,
  { reference, amountPaise, renewals }: Pick<store.Hold, 'reference' | 'amountPaise' | 'renewals'>,
): Promise<HoldOutcome> {
  const moved = await listMovedByReference(tx, reference);
  const sum = (transfer: Transfer['kind'], account: Line['account']['kind']) =>
    moved.find((each) => each.transfer === transfer && each.account === account)?.paise ?? 0;
  return {
    // 0 - 0 is 0, but -(0) is -0.
    capturedPaise: 0 - sum('capture', 'held'),
    overrunPaise: 0 - sum('overrun', 'wallet'),
    uncollectedPaise: 0 - sum('overrun', 'uncollected'),
    // A hold that was released before it was renewed is not part of it.
    releasedPaise: sum('release', 'wallet') - amountPaise * renewals,
  };
}

/** Returns the first outcome again, for a repeat with the same figures. A released hold has a price of 0. */
async function outcomeOfRepeat(tx: Tx, hold: store.Hold, pricePaise: number): Promise<HoldOutcome> {
  if (hold.state === 'held') throw new Error(`The hold ${hold.reference} was renewed meanwhile.`);
  const outcome = await outcomeOf(tx, hold);
  const firstPricePaise = outcome.capturedPaise + outcome.overrunPaise + outcome.uncollectedPaise;
  if (firstPricePaise !== pricePaise) {
    throw new Error(
      `The hold ${hold.reference} was ${hold.state} with a price of ${firstPricePaise} paise, not ${pricePaise}.`,
    );
  }
  return outcome;
}
