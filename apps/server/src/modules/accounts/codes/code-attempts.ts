import type { Tx } from '#db/database.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import * as store from '../accounts.store.ts';
import { DEVICE_TTL_MS, knownDeviceHash, requesterOf, type Caller } from './device.ts';
import { MAX_CODE_ATTEMPTS } from './one-time-code.ts';

/** Requesters are remembered as long as their requests are counted. By then every code has expired. */
export const CODES_COUNTED_MS = HOUR_MS;

interface CodeAttempt {
  mobile: string;
  caller: Caller;
  now: Date;
}

/**
 * Gives the requester of a code attempts of their own. A client without a cookie gets one with the answer but may not
 * send it back, so its address gets attempts too.
 */
export async function grantAttemptsToRequester(
  tx: Tx,
  { mobile, caller, now }: CodeAttempt,
  device: string,
): Promise<void> {
  const requesters = [...new Set([requesterOf(caller), requesterOf({ ...caller, device })])];
  await store.grantAttempts(tx, { mobile, requesters, attempts: MAX_CODE_ATTEMPTS, at: now });
}

/**
 * The remaining attempts of a caller, and how to use one. A recent requester has their own. A device that has signed in
 * with the number has its own for each code, whoever requested it. All others share those of the code. So nobody can
 * use up another device's attempts.
 */
export async function readAttempts(
  tx: Tx,
  { mobile, caller, now }: CodeAttempt,
  code: store.StoredCode,
): Promise<{ left: number; spend(): Promise<void> }> {
  const requester = requesterOf(caller);
  const spend = (): Promise<void> => store.spendOwnAttempt(tx, mobile, requester);
  const own = await store.findOwnAttempts(tx, { mobile, requester }, new Date(now.getTime() - CODES_COUNTED_MS));
  if ((own === undefined || own.at < code.sentAt) && (await hasSignedIn(tx, { mobile, caller, now }))) {
    await store.grantAttempts(tx, { mobile, requesters: [requester], attempts: MAX_CODE_ATTEMPTS, at: now });
    return { left: MAX_CODE_ATTEMPTS, spend };
  }
  if (own) return { left: own.left, spend };
  return { left: code.attemptsLeft, spend: () => store.spendAttempt(tx, mobile) };
}

/**
 * True if the device has signed in with the number before or, for a client without a cookie, if anyone at its address
 * has.
 */
export async function hasSignedIn(tx: Tx, { mobile, caller, now }: CodeAttempt): Promise<boolean> {
  const deviceHash = knownDeviceHash(caller);
  return store.isKnownDevice(tx, { mobile, deviceHash }, new Date(now.getTime() - DEVICE_TTL_MS));
}
