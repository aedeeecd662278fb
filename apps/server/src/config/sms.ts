import * as z from 'zod/mini';
import { SMS_TEMPLATES, type SmsTemplate } from '#kernel/words/sms-templates.ts';

/** How short messages leave: kept to be read at /demo/messages, or through a vendor. */
export type SmsConfig = { sender: 'outbox' } | Msg91Config | TwilioConfig;

export interface Msg91Config {
  sender: 'msg91';
  apiUrl: string;
  authKey: string;
  /** Ids of MSG91's templates, each of one text registered with DLT; `hi` where there is one in Hindi. */
  templates: Record<SmsTemplate, { en: string; hi: string | undefined }>;
}

export interface TwilioConfig {
  sender: 'twilio';
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** A sender's number or name, or a messaging service that has several. */
  from: { From: string } | { MessagingServiceSid: string };
}

const vendor = z.enum(['msg91', 'twilio']);

/** Reads SMS_SENDER and what the chosen vendor needs. `needed` notes what is missing. */
export function readSms(
  env: Record<string, string | undefined>,
  { demo, needed, problems }: { demo: boolean; needed(name: string): string; problems: string[] },
): SmsConfig {
  if (demo && !env['SMS_SENDER']) return { sender: 'outbox' };
  const name = needed('SMS_SENDER');
  if (name === 'console') {
    problems.push('SMS_SENDER is console, which wrote one-time codes into the log: choose msg91 or twilio');
    return { sender: 'outbox' };
  }
  const chosen = z.safeParse(vendor, name);
  if (!chosen.success) {
    if (name) problems.push(`SMS_SENDER has an unknown value: ${name}`);
    return { sender: 'outbox' };
  }
  return chosen.data === 'msg91' ? msg91(env, needed) : twilio(env, needed, problems);
}

function msg91(env: Record<string, string | undefined>, needed: (name: string) => string): Msg91Config {
  const templates = Object.keys(SMS_TEMPLATES).map((template) => {
    const name = `MSG91_TEMPLATE_${template.toUpperCase()}`;
    return [template, { en: needed(name), hi: env[`${name}_HI`] || undefined }];
  });
  return {
    sender: 'msg91',
    apiUrl: env['MSG91_API_URL'] || 'https://control.msg91.com',
    authKey: needed('MSG91_AUTHKEY'),
    templates: Object.fromEntries(templates) as Msg91Config['templates'],
  };
}

function twilio(
  env: Record<string, string | undefined>,
  needed: (name: string) => string,
  problems: string[],
): TwilioConfig {
  const [from, service] = [env['TWILIO_FROM'], env['TWILIO_MESSAGING_SERVICE_SID']];
  if (Boolean(from) === Boolean(service))
    problems.push('One of TWILIO_FROM and TWILIO_MESSAGING_SERVICE_SID must be set, and not both');
  return {
    sender: 'twilio',
    apiUrl: env['TWILIO_API_URL'] || 'https://api.twilio.com',
    accountSid: needed('TWILIO_ACCOUNT_SID'),
    authToken: needed('TWILIO_AUTH_TOKEN'),
    from: service ? { MessagingServiceSid: service } : { From: from ?? '' },
  };
}
