import type { Tx } from '#db/database.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import * as store from './accounts.store.ts';
import { DEVICE_TTL_MS, knownDeviceHash, trierOf, type Caller } from './device.ts';
import { MAX_CODE_TRIES } from './one-time-code.ts';

/** Who asked is remembered for as long as what was asked for is counted; by then every code of it has long run out. */
export const CODES_COUNTED_MS = HOUR_MS;

interface CodeTry {
  mobile: string;
  caller: Caller;
  now: Date;
}

/**
 * Gives who asked for a code tries of its own. A client that comes without a cookie gets one with the answer and may or may
 * not send it back, so its address counts as well.
 */
export async function grantTriesToRequester(tx: Tx, { mobile, caller, now }: CodeTry, device: string): Promise<void> {
  const triers = [...new Set([trierOf(caller), trierOf({ ...caller, device })])];
  await store.grantTries(tx, { mobile, triers, tries: MAX_CODE_TRIES, at: now });
}

/**
 * Tries that are left to a caller, and how one is spent. Who asked for a code of late has its own; a device that signed in with
 * the number before has its own for each code, whoever asked; all others share those of the code. So nobody can use up the
 * tries of somebody else's device.
 */
export async function triesOfCaller(
  tx: Tx,
  { mobile, caller, now }: CodeTry,
  code: store.StoredCode,
): Promise<{ left: number; spend(): Promise<void> }> {
  const trier = trierOf(caller);
  const spend = (): Promise<void> => store.spendOwnTry(tx, mobile, trier);
  const own = await store.findOwnTries(tx, { mobile, trier }, new Date(now.getTime() - CODES_COUNTED_MS));
  if ((own === undefined || own.at < code.sentAt) && (await hasSignedIn(tx, { mobile, caller, now }))) {
    await store.grantTries(tx, { mobile, triers: [trier], tries: MAX_CODE_TRIES, at: now });
    return { left: MAX_CODE_TRIES, spend };
  }
  if (own) return { left: own.left, spend };
  return { left: code.triesLeft, spend: () => store.spendTry(tx, mobile) };
}

/** Whether the device has signed in with the number before, or for a client that sends no cookie, anybody so at its address. */
export async function hasSignedIn(tx: Tx, { mobile, caller, now }: CodeTry): Promise<boolean> {
  const deviceHash = knownDeviceHash(caller);
  return store.isKnownDevice(tx, { mobile, deviceHash }, new Date(now.getTime() - DEVICE_TTL_MS));
}
