import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { endTurn } from '#kernel/turns.ts';
import { smsFailure, type ShortMessage } from '#modules/accounts/index.ts';
import { parseJson } from '../parse-json.ts';

export interface VendorContext {
  log: Log;
  clock: Clock;
}

export interface VendorRequest {
  vendor: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a vendor said to a message, `refusal` being its own code or sentence; undefined for what says neither yes nor no. */
export type VendorVerdict = { refusal: string | undefined } | undefined;

/** How long a vendor may take to answer. */
const SMS_CALL_TIMEOUT_MS = 10 * SECOND_MS;
const SMS_RETRY_AFTER_MS = 500;
/** The vendor was not reached, so the message cannot have left and trying once more cannot send it twice. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Hands one message to a vendor. What it does not take, and a vendor that does not answer in time, is logged without the text,
 * which may hold a code, and with the last two digits of the number only, and thrown as `sms_failed`.
 */
export async function callVendor(
  request: VendorRequest,
  { to, template }: ShortMessage,
  verdictOf: (status: number, answer: unknown) => VendorVerdict,
  { log, clock }: VendorContext,
): Promise<void> {
  const facts = { event: 'sms.failed' as const, vendor: request.vendor, template, to: `…${to.slice(-2)}` };
  const post = async (): Promise<{ status: number; text: string }> => {
    const { url, headers, body } = request;
    const silence = new AbortController();
    const cancelTimeout = clock.after(SMS_CALL_TIMEOUT_MS, () =>
      silence.abort(new DOMException('no answer', 'TimeoutError')),
    );
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal: silence.signal, redirect: 'error' });
      return { status: response.status, text: await response.text() };
    } finally {
      cancelTimeout();
    }
  };
  endTurn();
  const answer = await post()
    .catch(async (error: unknown) => {
      if (!NOT_REACHED.has(reasonOf(error))) throw error;
      await new Promise<void>((later) => clock.after(SMS_RETRY_AFTER_MS, later));
      return post();
    })
    .catch((error: unknown) => {
      log.error({ ...facts, reason: reasonOf(error) }, 'the SMS vendor does not answer');
      throw smsFailure(!NOT_REACHED.has(reasonOf(error)));
    });
  const verdict = verdictOf(answer.status, parseJson(answer.text));
  if (verdict && verdict.refusal === undefined) return;
  const problem = withoutNumbers(verdict?.refusal ?? 'an answer of another shape');
  log.error({ ...facts, status: answer.status, problem }, 'the SMS vendor did not accept a message');
  // What is in front of the vendor may fail after the vendor has the message; only its own refusal is a sure one.
  throw smsFailure(verdict === undefined || answer.status >= 500);
}

/** The system's or the client's code of what went wrong with a connection; its message may name hosts, and is left out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Vendors repeat in their sentences what they were sent: a number, a code. */
function withoutNumbers(sentence: string): string {
  return sentence.slice(0, 200).replaceAll(/\d[\d\s-]{4,}\d/g, '…');
}
