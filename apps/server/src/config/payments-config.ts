import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

export interface PaymentsConfig {
  /** Signs payment data that passes through the browser. */
  checksumSecret: string;
  /** How long a payment stays open. The units of an order stay reserved as long. */
  ttlSeconds: number;
  /** The provider that PAYMENT_OPTION names. */
  provider: PhonepeConfig | RazorpayConfig | PayuConfig;
}

export interface PhonepeConfig {
  name: 'phonepe';
  /** For example https://api.phonepe.com/apis/pg. */
  apiUrl: string;
  /** For example https://api.phonepe.com/apis/identity-manager. */
  oauthUrl: string;
  /** For example https://mercury.phonepe.com, which serves the checkout's script. */
  checkoutUrl: string;
  clientId: string;
  clientSecret: string;
  /** `1` in PhonePe's own sandbox. */
  clientVersion: string;
  /** As entered for the webhook in PhonePe's dashboard. */
  webhookUsername: string;
  webhookPassword: string;
}

export interface RazorpayConfig {
  name: 'razorpay';
  /** For example https://api.razorpay.com. */
  apiUrl: string;
  /** For example https://checkout.razorpay.com, which serves the checkout's script. */
  checkoutUrl: string;
  keyId: string;
  keySecret: string;
  /** As entered for the webhook in Razorpay's dashboard. It is not the key secret. */
  webhookSecret: string;
}

export interface PayuConfig {
  name: 'payu';
  /** For example https://info.payu.in, the API. */
  apiUrl: string;
  /** For example https://secure.payu.in, where payers are sent. */
  checkoutUrl: string;
  key: string;
  salt: string;
}

export function paymentsConfig(settings: Settings): PaymentsConfig {
  return {
    checksumSecret: settings.CHECKSUM_SECRET,
    ttlSeconds: settings.PAYMENT_TTL_SECONDS,
    provider: providerOf(settings),
  };
}

/** Between a minimum and a smaller maximum no top-up would be accepted. */
export function checkTopUps({ texts }: WrittenSettings): string[] {
  const { TOP_UP_MIN_PAISE: min, TOP_UP_MAX_PAISE: max } = texts;
  return Number(min) > Number(max)
    ? [`TOP_UP_MIN_PAISE is ${min}, more than TOP_UP_MAX_PAISE, which is ${max}: no top-up would be accepted`]
    : [];
}

function providerOf(settings: Settings): PaymentsConfig['provider'] {
  switch (settings.PAYMENT_OPTION) {
    case 'phonepe':
      return {
        name: 'phonepe',
        apiUrl: settings.PHONEPE_API_URL,
        oauthUrl: settings.PHONEPE_OAUTH_URL,
        checkoutUrl: settings.PHONEPE_CHECKOUT_URL,
        clientId: settings.PHONEPE_CLIENT_ID,
        clientSecret: settings.PHONEPE_CLIENT_SECRET,
        clientVersion: settings.PHONEPE_CLIENT_VERSION,
        webhookUsername: settings.PHONEPE_WEBHOOK_USERNAME,
        webhookPassword: settings.PHONEPE_WEBHOOK_PASSWORD,
      };
    case 'razorpay':
      return {
        name: 'razorpay',
        apiUrl: settings.RAZORPAY_API_URL,
        checkoutUrl: settings.RAZORPAY_CHECKOUT_URL,
        keyId: settings.RAZORPAY_KEY_ID,
        keySecret: settings.RAZORPAY_KEY_SECRET,
        webhookSecret: settings.RAZORPAY_WEBHOOK_SECRET,
      };
    case 'payu':
      return {
        name: 'payu',
        apiUrl: settings.PAYU_API_URL,
        checkoutUrl: settings.PAYU_CHECKOUT_URL,
        key: settings.PAYU_KEY,
        salt: settings.PAYU_SALT,
      };
  }
}
