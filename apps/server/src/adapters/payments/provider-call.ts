import type * as z from 'zod/mini';
import { endTurn } from '#kernel/fair-scheduler.ts';
import type { Log } from '#kernel/log.ts';
import type { ProviderPaymentState } from '#modules/payments/index.ts';
import { refuse } from '#modules/payments/payments.refusals.ts';
import { parseJson } from '../parse-json.ts';

/** One request to a payment provider. */
export interface ProviderRequest<S extends z.ZodMiniType> {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Shape of a successful answer. Unknown fields are allowed, because providers add them without notice. */
  answer: S;
  /** True if an error answer says that the provider does not know the order that was asked about. */
  isUnknownOrder?: (status: number, json: unknown) => boolean;
}

/** The provider has answered 401, so the caller may sign in again. */
export const unauthorised = Symbol('unauthorised');

/** The provider has answered that it does not know the order. */
class UnknownOrderError extends Error {}

/** Resolves to the state `unknown` if the provider does not know the order. */
export async function unlessUnknown(state: Promise<ProviderPaymentState>): Promise<ProviderPaymentState> {
  return state.catch((error: unknown) => {
    if (!(error instanceof UnknownOrderError)) throw error;
    return { state: 'unknown', paidPaise: 0, providerPaymentId: undefined };
  });
}

/**
 * Sends one request and parses its answer. A timeout, an error status or an answer of another shape throws
 * `payment_provider_down`. It is logged without headers and bodies, which contain secrets.
 */
export async function callProvider<S extends z.ZodMiniType>(
  request: ProviderRequest<S>,
  context: { provider: string; log: Log; timeoutMs: number },
): Promise<z.output<S> | typeof unauthorised> {
  const facts = {
    provider: context.provider,
    method: request.method,
    path: new URL(request.url).pathname,
  };
  endTurn();
  let status: number;
  let text: string;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal: AbortSignal.timeout(context.timeoutMs),
      redirect: 'error',
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    context.log.warn({ event: 'payment_provider.no_answer', ...facts, error }, 'the payment provider does not answer');
    return refuse('payment_provider_down');
  }
  if (status === 401) return unauthorised;
  const json = parseJson(text);
  const answer = status >= 200 && status < 300 ? request.answer.safeParse(json) : undefined;
  if (!answer?.success) {
    context.log.error(
      { event: 'payment_provider.error', ...facts, status, code: codeOf(json) },
      'the payment provider answered with an error',
    );
    if (request.isUnknownOrder?.(status, json)) throw new UnknownOrderError();
    return refuse('payment_provider_down');
  }
  return answer.data;
}

/** The provider's error code: at the top level (PhonePe), below `error` (Razorpay), or a sentence (PayU). */
export function codeOf(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  if ('error' in json) return codeOf(json.error);
  if ('code' in json) return json.code;
  return 'msg' in json ? json.msg : undefined;
}
