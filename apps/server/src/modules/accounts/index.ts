import * as z from 'zod/mini';
import { mobileNumber } from '@bijli/contract/accounts';
import { isEmail } from '@bijli/contract/email';
import { isReadable } from '@bijli/contract/readable';
import type { Database } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { hashOf, isSameText, newSecret } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { refuse } from './accounts.refusals.ts';
import * as store from './accounts.store.ts';
import { parseBusiness, type Business } from './business.ts';
import { CODES_COUNTED_MS, readAttempts } from './codes/code-attempts.ts';
import type { CodeLimits } from './codes/code-limits.ts';
import { DEVICE_TTL_MS, knownDeviceHash, type Caller } from './codes/device.ts';
import { hashOfCode } from './codes/one-time-code.ts';
import { createCodeSender } from './codes/send-code.ts';
import type { SmsSender } from './codes/sms-sender.ts';
import { driverErased, driverBeingErased, type DeletionRequest } from './deletion.ts';

export type { Driver } from './accounts.store.ts';
export type { Business } from './business.ts';
export { saveDriver } from './accounts.store.ts';
export { driverErased, driverBeingErased, type DeletionRequest } from './deletion.ts';
export type { CodeLimits } from './codes/code-limits.ts';
export { createPersonalData } from './personal-data/personal-data.ts';
export type { PersonalData, PersonalOwner } from './personal-data/personal-part.ts';
export { smsRefusal, type ShortMessage, type SmsSender } from './codes/sms-sender.ts';

const SIGN_IN_TTL_MS = 90 * DAY_MS;
/** The use of a token is stored at most this often. */
const SIGN_IN_RENEWAL_MS = HOUR_MS;
/** Requests and attempts are counted by the hour. */
const KEEP_CODE_REQUESTS_MS = CODES_COUNTED_MS;
const MAX_NAME_LENGTH = 80;
const email = z.string().check(z.refine(isEmail));

export interface AccountsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  sms: SmsSender;
  limits: CodeLimits;
  /** The domain that one-time codes are bound to (last line of WebOTP messages). */
  domain: string;
  events: Events;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Drivers: numbers, one-time codes, sign-ins, names. */
export function createAccounts({ database, clock, log, sms, limits, domain, events }: AccountsOptions) {
  return {
    sendCode: createCodeSender({ database, clock, sms, limits, domain, logSampled: createSampledLog(log, clock) }),

    /** Exchanges a code for a token. Throws mobile_invalid, code_missing, code_expired, code_wrong. */
    async verifyCode(mobile: string, code: string, caller: Caller): Promise<{ token: string; driver: store.Driver }> {
      if (!z.safeParse(mobileNumber, mobile).success) refuse('mobile_invalid');
      if (!/^\d{6}$/.test(code)) refuse('code_missing');
      // A wrong attempt must be counted although it is refused, so the refusal is thrown after the commit.
      const outcome = await database.transaction(async (tx) => {
        await store.lockCodesOfNumber(tx, mobile);
        const now = clock.now();
        const storedCode = await store.findCode(tx, mobile);
        if (!storedCode || storedCode.expiresAt <= now) return { kind: 'expired' as const };
        const attempts = await readAttempts(tx, { mobile, caller, now }, storedCode);
        if (attempts.left <= 0) return { kind: 'expired' as const };
        if (!isSameText(hashOfCode(code, mobile, storedCode.salt), storedCode.codeHash)) {
          await attempts.spend();
          const left = attempts.left - 1;
          return left > 0 ? { kind: 'wrong' as const, left } : { kind: 'expired' as const };
        }
        await store.deleteCode(tx, mobile);
        await store.saveDevice(tx, { mobile, deviceHash: knownDeviceHash(caller), usedAt: now });
        const driver = await store.findOrInsertDriver(tx, mobile, now);
        const token = newSecret();
        await store.insertSignIn(tx, {
          tokenHash: hashOf(token),
          driverId: driver.id,
          createdAt: now,
          usedAt: now,
          expiresAt: new Date(now.getTime() + SIGN_IN_TTL_MS),
        });
        return { kind: 'right' as const, token, driver };
      });
      if (outcome.kind === 'expired') return refuse('code_expired');
      if (outcome.kind === 'wrong') return refuse('code_wrong', { left: outcome.left });
      return { token: outcome.token, driver: outcome.driver };
    },

    /** Purges numbers, codes and sign-ins that are no longer needed. */
    async purgeExpired(): Promise<void> {
      const now = clock.now();
      const before = (ms: number): Date => new Date(now.getTime() - ms);
      await store.purgeSignInsAndCodes(database, now, {
        codes: before(KEEP_CODE_REQUESTS_MS),
        known: before(DEVICE_TTL_MS),
      });
    },

    /** The driver of a token. Use renews the token. */
    async authenticate(token: string): Promise<{ driverId: number } | undefined> {
      const tokenHash = hashOf(token);
      const signIn = await store.findSignIn(database, tokenHash);
      const now = clock.now();
      if (!signIn || signIn.expiresAt <= now) return undefined;
      if (now.getTime() - signIn.usedAt.getTime() > SIGN_IN_RENEWAL_MS) {
        await store.renewSignIn(database, tokenHash, now, new Date(now.getTime() + SIGN_IN_TTL_MS));
      }
      return { driverId: signIn.driverId };
    },

    /** Ends one sign-in, or all sign-ins of the driver. */
    async signOut(token: string, driverId: number, isEverywhere: boolean): Promise<void> {
      await (isEverywhere
        ? store.deleteSignInsOfDriver(database, driverId)
        : store.deleteSignIn(database, hashOf(token)));
    },

    /**
     * Erases the personal data of a driver in all modules, or nothing. Reviews stay without a name; money and invoices
     * stay as long as tax law requires. Throws the refusals of listeners of `driverBeingErased`.
     */
    async deleteDriver(request: DeletionRequest): Promise<void> {
      const { driverId } = request;
      const { mobile } = (await store.findDriver(database, driverId)) ?? refuseHttp('signed_out');
      await database.transaction(async (tx) => {
        await store.lockCodesOfNumber(tx, mobile);
        // Another device may have deleted the account first.
        const driver = (await store.findDriver(tx, driverId)) ?? refuseHttp('signed_out');
        await events.publish(tx, driverBeingErased, request);
        await store.eraseDriver(tx, driver, clock.now());
      });
      events.notify(driverErased, undefined);
    },

    /**
     * Without `business`, the business stays as it is. Throws name_invalid, email_invalid, and the refusals of
     * `parseBusiness`.
     */
    async changeDriver(driverId: number, details: { name: string; email: string; business?: Business }): Promise<void> {
      const name = details.name.trim();
      const address = details.email.trim();
      const isTooLong = name.length > MAX_NAME_LENGTH;
      if (!isReadable(name) || isTooLong) refuse('name_invalid', { max: MAX_NAME_LENGTH, isTooLong });
      if (!z.safeParse(email, address).success) refuse('email_invalid');
      const business = details.business && parseBusiness(details.business);
      await store.changeDriver(database, driverId, { name, email: address, ...business });
    },

    /** Drivers' names by id; empty if a driver has given none. */
    async listNamesOfDrivers(driverIds: number[]): Promise<Map<number, string>> {
      return new Map((await store.listNames(database, driverIds)).map(({ id, name }) => [id, name]));
    },

    /** The business that a driver charges for, if any. */
    async findBusinessOfDriver(driverId: number): Promise<Business | undefined> {
      const driver = await store.findDriver(database, driverId);
      if (!driver?.gstin) return undefined;
      const { gstin, businessName, businessAddress } = driver;
      return { gstin, businessName, businessAddress };
    },

    /** Throws signed_out if the driver no longer exists. */
    async getDriver(driverId: number): Promise<store.Driver> {
      return (await store.findDriver(database, driverId)) ?? refuseHttp('signed_out');
    },
  };
}
