import * as z from 'zod/mini';
import type { Msg91Config } from '#config/sms.ts';
import type { SmsSender } from '#modules/accounts/index.ts';
import { callVendor, type VendorContext, type VendorVerdict } from './vendor-call.ts';

/** MSG91 tells by `type` whether it took a message; the HTTP status says 200 to some that it did not take. */
const msg91Answer = z.object({
  type: z.enum(['success', 'error']),
  message: z.optional(z.string()),
  code: z.optional(z.union([z.string(), z.number()])),
});

/** Sends by MSG91's flow API, version 5: a template registered with DLT, and what varies in it. */
export function createMsg91Sender({ apiUrl, authKey, templates }: Msg91Config, context: VendorContext): SmsSender {
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
      await callVendor({ vendor: 'msg91', url, headers, body }, message, verdictOf, context);
    },
  };
}

function verdictOf(status: number, answer: unknown): VendorVerdict {
  const parsed = z.safeParse(msg91Answer, answer);
  if (!parsed.success) return undefined;
  const { type, message = '', code } = parsed.data;
  if (status >= 200 && status < 300 && type === 'success') return { refusal: undefined };
  return { refusal: String(code ?? message) };
}
