import { SMS_TEMPLATES, type SmsTemplate } from '#kernel/messages/sms-templates.ts';
import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

/** How text messages are sent: through a provider, or only kept for /demo/messages. */
export interface SmsConfig {
  /** The provider that SMS_PROVIDER names. */
  provider: { name: 'outbox' } | Msg91Config | TwilioConfig;
}

export interface Msg91Config {
  name: 'msg91';
  apiUrl: string;
  authKey: string;
  /**
   * The ids of MSG91's templates. Each has one text that is registered with DLT; `hi` is missing if there is none in
   * Hindi.
   */
  templates: Record<SmsTemplate, { en: string; hi: string | undefined }>;
}

export interface TwilioConfig {
  name: 'twilio';
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** The number or name of a sender, or a messaging service that has several. */
  from: { From: string } | { MessagingServiceSid: string };
}

export function checkTwilioSender({ texts }: WrittenSettings): string[] {
  if (texts.SMS_PROVIDER !== 'twilio') return [];
  const isBothOrNeither = Boolean(texts.TWILIO_FROM) === Boolean(texts.TWILIO_MESSAGING_SERVICE_SID);
  return isBothOrNeither ? ['One of TWILIO_FROM and TWILIO_MESSAGING_SERVICE_SID must be set, and not both'] : [];
}

export function smsConfig(settings: Settings): SmsConfig {
  return { provider: providerOf(settings) };
}

function providerOf(settings: Settings): SmsConfig['provider'] {
  switch (settings.SMS_PROVIDER) {
    case '':
      return { name: 'outbox' };
    case 'msg91':
      return {
        name: 'msg91',
        apiUrl: settings.MSG91_API_URL,
        authKey: settings.MSG91_AUTHKEY,
        templates: templatesOf(settings),
      };
    case 'twilio': {
      const service = settings.TWILIO_MESSAGING_SERVICE_SID;
      return {
        name: 'twilio',
        apiUrl: settings.TWILIO_API_URL,
        accountSid: settings.TWILIO_ACCOUNT_SID,
        authToken: settings.TWILIO_AUTH_TOKEN,
        from: service ? { MessagingServiceSid: service } : { From: settings.TWILIO_FROM ?? '' },
      };
    }
  }
}

function templatesOf(settings: Extract<Settings, { SMS_PROVIDER: 'msg91' }>): Msg91Config['templates'] {
  const ids = (Object.keys(SMS_TEMPLATES) as SmsTemplate[]).map((template) => {
    const setting = `MSG91_TEMPLATE_${template.toUpperCase() as Uppercase<SmsTemplate>}` as const;
    return [template, { en: settings[setting], hi: settings[`${setting}_HI`] }];
  });
  return Object.fromEntries(ids) as Msg91Config['templates'];
}
