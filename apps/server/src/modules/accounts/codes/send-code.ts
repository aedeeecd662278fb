import * as z from 'zod/mini';
import { mobileNumber } from '@bijli/contract/accounts';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { newSecret } from '#kernel/ids.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { refuse } from '../accounts.refusals.ts';
import * as store from '../accounts.store.ts';
import { grantAttemptsToRequester, hasSignedIn } from './code-attempts.ts';
import { exceededCodeLimit, type CodeLimits } from './code-limits.ts';
import type { Caller } from './device.ts';
import { MAX_CODE_ATTEMPTS, CODE_TTL_MS, hashOfCode, newCode, RESEND_AFTER_MS, resendWaitMs } from './one-time-code.ts';
import { mayHaveBeenSent, type SmsSender } from './sms-sender.ts';

export interface CodeSenderOptions {
  database: Database;
  clock: Clock;
  sms: SmsSender;
  limits: CodeLimits;
  /** The domain that one-time codes are bound to (last line of WebOTP messages). */
  domain: string;
  logSampled: SampledLog;
}

interface CodeRequest {
  mobile: string;
  caller: Caller;
}

/** Sends one-time codes. One counts against the limits when it is requested, and is valid once the provider has it. */
export function createCodeSender({ database, clock, sms, limits, domain, logSampled }: CodeSenderOptions) {
  /** Numbers to which a message is being sent. */
  const underWay = new Set<string>();

  /** Counts a code before it is sent, so that requests cannot pass a limit together. Returns the id for undoing it. */
  async function count({ mobile, caller }: CodeRequest): Promise<number> {
    return database.transaction(async (tx) => {
      await store.lockCodesOfNumber(tx, mobile);
      await store.lockCodeRequests(tx);
      const now = clock.now();
      const waitMs = resendWaitMs((await store.findCode(tx, mobile))?.sentAt, now);
      if (waitMs > 0) refuse('code_too_soon', { seconds: Math.ceil(waitMs / 1000) });
      const asked = await store.countCodeRequests(tx, { mobile, ...caller }, new Date(now.getTime() - HOUR_MS));
      const limit = exceededCodeLimit(asked, limits, await hasSignedIn(tx, { mobile, caller, now }));
      if (limit === 'code_limit_all') {
        const message =
          'the one-time codes of this hour are used up, except for reserved ones; wait for the next hour or raise CODES_PER_HOUR';
        logSampled('error', { event: 'account.codes_used_up', message, facts: { inAll: asked.inAll } });
      }
      if (limit) refuse(limit);
      const { address, site = null } = caller;
      return store.insertCodeRequest(tx, { mobile, address, site, at: now });
    });
  }

  /** Makes the code the valid one, and gives its requester attempts of their own. */
  async function validate(code: string, device: string, { mobile, caller }: CodeRequest): Promise<void> {
    const salt = newSecret();
    await database.transaction(async (tx) => {
      await store.lockCodesOfNumber(tx, mobile);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + CODE_TTL_MS);
      const codeHash = hashOfCode(code, mobile, salt);
      await store.saveCode(tx, { mobile, salt, codeHash, attemptsLeft: MAX_CODE_ATTEMPTS, sentAt: now, expiresAt });
      await grantAttemptsToRequester(tx, { mobile, caller, now }, device);
    });
  }

  async function send(asking: CodeRequest, messages: Messages): Promise<{ resendAfterMs: number; device: string }> {
    const { mobile, caller } = asking;
    const counted = await count(asking);
    const code = newCode();
    const text = messages.sms.code(code, domain);
    const message = { to: mobile, text, template: 'code', language: messages.language, values: { code } } as const;
    const problem = await sms.send(message).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (problem && !mayHaveBeenSent(problem.error)) {
      // A message that the provider refused does not count, and the previous code stays valid.
      await store.deleteCodeRequest(database, counted);
      throw problem.error;
    }
    const device = caller.device ?? newSecret();
    await validate(code, device, asking);
    if (problem) throw problem.error;
    return { resendAfterMs: RESEND_AFTER_MS, device };
  }

  /**
   * Sends a code. `device` identifies the caller from now on. Throws mobile_invalid, code_too_soon, code_limit_number,
   * code_limit_address, code_limit_all, sms_failed.
   */
  return async (
    mobile: string,
    caller: Caller,
    messages: Messages,
  ): Promise<{ resendAfterMs: number; device: string }> => {
    if (!z.safeParse(mobileNumber, mobile).success) refuse('mobile_invalid');
    if (underWay.has(mobile)) refuse('code_too_soon', { seconds: RESEND_AFTER_MS / 1000 });
    underWay.add(mobile);
    return send({ mobile, caller }, messages).finally(() => underWay.delete(mobile));
  };
}
