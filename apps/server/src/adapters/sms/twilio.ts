import * as z from 'zod/mini';
import type { TwilioConfig } from '#config/sms-config.ts';
import type { SmsSender } from '#modules/accounts/index.ts';
import { callSmsProvider, type SmsCallContext, type SmsVerdict } from './sms-call.ts';

const acceptedAnswer = z.object({ sid: z.string(), error_code: z.optional(z.nullable(z.number())) });
const refusedAnswer = z.object({ code: z.number() });

/** Sends through Twilio's Messages resource, with the wording that is registered with DLT. */
export function createTwilioSender(config: TwilioConfig, context: SmsCallContext): SmsSender {
  const { apiUrl, accountSid, authToken, from } = config;
  const url = `${apiUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  };
  return {
    async send(message) {
      const body = new URLSearchParams({ To: `+91${message.to}`, ...from, Body: message.text }).toString();
      await callSmsProvider({ provider: 'twilio', url, headers, body }, message, verdictOf, context);
    },
  };
}

function verdictOf(status: number, answer: unknown): SmsVerdict {
  const parsed = z.safeParse(acceptedAnswer, answer);
  if (status >= 200 && status < 300 && parsed.success) {
    const code = parsed.data.error_code ?? undefined;
    return { refusal: code === undefined ? undefined : String(code) };
  }
  const why = z.safeParse(refusedAnswer, answer);
  return why.success ? { refusal: String(why.data.code) } : undefined;
}
