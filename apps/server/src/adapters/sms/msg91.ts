import * as z from 'zod/mini';
import type { Msg91Config } from '#config/sms-config.ts';
import type { SmsSender } from '#modules/accounts/index.ts';
import { callSmsProvider, type SmsCallContext, type SmsVerdict } from './sms-call.ts';

/** MSG91's `type` tells whether it accepted a message. The HTTP status may be 200 for a refused one. */
const msg91Answer = z.object({
  type: z.enum(['success', 'error']),
  message: z.optional(z.string()),
  code: z.optional(z.union([z.string(), z.number()])),
});

/** Sends through MSG91's flow API, version 5: a template that is registered with DLT, and its variables. */
export function createMsg91Sender({ apiUrl, authKey, templates }: Msg91Config, context: SmsCallContext): SmsSender {
  const url = `${apiUrl.replace(/\/$/, '')}/api/v5/flow/`;
  const headers = { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' };
  return {
    async send(message) {
      const { to, template, language, values } = message;
      const ids = templates[template];
      const body = JSON.stringify({
        template_id: (language === 'hi' ? ids.hi : undefined) ?? ids.en,
        short_url: '0',
        recipients: [{ mobiles: `91${to}`, ...values }],
      });
      await callSmsProvider({ provider: 'msg91', url, headers, body }, message, verdictOf, context);
    },
  };
}

function verdictOf(status: number, answer: unknown): SmsVerdict {
  const parsed = z.safeParse(msg91Answer, answer);
  if (!parsed.success) return undefined;
  const { type, message = '', code } = parsed.data;
  if (status >= 200 && status < 300 && type === 'success') return { refusal: undefined };
  return { refusal: String(code ?? message) };
}
