import * as z from 'zod/mini';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { paymentsRefusals, refuse } from '#modules/payments/payments.refusals.ts';
import { callProvider, unauthorised } from './provider-call.ts';

const tokenAnswer = z.object({
  access_token: z.string(),
  /** Seconds since 1970. */
  issued_at: z.number(),
  expires_at: z.number(),
});

interface Token {
  text: string;
  refreshAtMs: number;
  expiresAtMs: number;
}

export interface TokenOptions {
  oauthUrl: string;
  clientId: string;
  clientSecret: string;
  clientVersion: string;
  timeoutMs: number;
  clock: Clock;
  log: Log;
}

/**
 * Fetches and caches PhonePe's access token. It is renewed after half its life. If that fails, the old one is used
 * until it expires. Concurrent callers share one request.
 */
export function phonepeToken(options: TokenOptions): {
  current(): Promise<string>;
  forget(): void;
} {
  let held: Token | undefined;
  let underWay: Promise<Token> | undefined;

  async function fetchToken(): Promise<Token> {
    const answer = await callProvider(
      {
        url: `${options.oauthUrl}/v1/oauth/token`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          client_id: options.clientId,
          client_version: options.clientVersion,
          client_secret: options.clientSecret,
          grant_type: 'client_credentials',
        }).toString(),
        answer: tokenAnswer,
      },
      { provider: 'phonepe', log: options.log, timeoutMs: options.timeoutMs },
    );
    if (answer === unauthorised) {
      options.log.error(
        { event: 'payment_provider.credentials_refused', provider: 'phonepe' },
        'phonepe does not accept the client credentials',
      );
      return refuse('payment_provider_down');
    }
    const nowMs = options.clock.now().getTime();
    const lifeMs = (answer.expires_at - answer.issued_at) * SECOND_MS;
    return { text: answer.access_token, refreshAtMs: nowMs + lifeMs / 2, expiresAtMs: nowMs + lifeMs };
  }

  async function renew(): Promise<Token> {
    underWay ??= fetchToken().finally(() => {
      underWay = undefined;
    });
    held = await underWay;
    return held;
  }

  return {
    async current() {
      const nowMs = options.clock.now().getTime();
      if (held && nowMs < held.refreshAtMs) return held.text;
      const spare = held && nowMs < held.expiresAtMs ? held : undefined;
      try {
        return (await renew()).text;
      } catch (error) {
        if (spare && isRefusal(error, paymentsRefusals, 'payment_provider_down')) return spare.text;
        throw error;
      }
    },
    forget() {
      held = undefined;
    },
  };
}
