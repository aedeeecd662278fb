import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { endTurn } from '#kernel/fair-scheduler.ts';
import type { Log } from '#kernel/log.ts';
import { smsRefusal, type ShortMessage } from '#modules/accounts/index.ts';
import { parseJson } from '../parse-json.ts';

export interface SmsCallContext {
  log: Log;
  clock: Clock;
}

export interface SmsRequest {
  provider: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * A provider's verdict on a message. `refusal` is its own code or sentence. Undefined if it is neither accepted nor
 * refused.
 */
export type SmsVerdict = { refusal: string | undefined } | undefined;

/** Timeout of a request to a provider. */
const SMS_CALL_TIMEOUT_MS = 10 * SECOND_MS;
const SMS_RETRY_AFTER_MS = 500;
/** The provider was not reached, so the message was not sent and a retry cannot send it twice. */
const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Sends one message to a provider. A refusal or a timeout throws `sms_failed`. It is logged without the text, which may
 * contain a code, and with only the last two digits of the number.
 */
export async function callSmsProvider(
  request: SmsRequest,
  { to, template }: ShortMessage,
  verdictOf: (status: number, answer: unknown) => SmsVerdict,
  { log, clock }: SmsCallContext,
): Promise<void> {
  const facts = { event: 'sms.failed' as const, provider: request.provider, template, to: `…${to.slice(-2)}` };
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
      log.error({ ...facts, reason: reasonOf(error) }, 'the SMS provider does not answer');
      throw smsRefusal(!NOT_REACHED.has(reasonOf(error)));
    });
  const verdict = verdictOf(answer.status, parseJson(answer.text));
  if (verdict && verdict.refusal === undefined) return;
  const problem = withoutNumbers(verdict?.refusal ?? 'an answer of another shape');
  log.error({ ...facts, status: answer.status, problem }, 'the SMS provider did not accept a message');
  // A gateway may fail after the provider has received the message. Only the provider's own refusal is certain.
  throw smsRefusal(verdict === undefined || answer.status >= 500);
}

/** The system's or client's error code. Its message may contain host names and is left out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** Providers repeat in their sentences what they were sent: a number, a code. */
function withoutNumbers(sentence: string): string {
  return sentence.slice(0, 200).replaceAll(/\d[\d\s-]{4,}\d/g, '…');
}
