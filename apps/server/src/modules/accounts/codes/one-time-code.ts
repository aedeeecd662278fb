import { randomInt } from 'node:crypto';
import { ONE_TIME_CODE_LENGTH } from '@bijli/contract/accounts';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';

/** Rules of one-time codes. */
export const CODE_TTL_MS: number = 5 * MINUTE_MS;
export const MAX_CODE_ATTEMPTS = 5;
export const RESEND_AFTER_MS = 30 * SECOND_MS;

export function newCode(): string {
  return String(randomInt(10 ** ONE_TIME_CODE_LENGTH)).padStart(ONE_TIME_CODE_LENGTH, '0');
}

/** Six digits are few. The salt and the number prevent a precomputed table of hashes. */
export function hashOfCode(code: string, mobile: string, salt: string): string {
  return hashOf(`${salt}:${mobile}:${code}`);
}

/** Milliseconds until another code may be sent. */
export function resendWaitMs(sentAt: Date | undefined, now: Date): number {
  return sentAt ? Math.max(0, sentAt.getTime() + RESEND_AFTER_MS - now.getTime()) : 0;
}
