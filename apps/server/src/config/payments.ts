import { paymentOption } from '@bijli/contract/wallet';
import type { EnvReader } from './env.ts';

export interface PaymentsConfig {
  /** Signs what a browser hands back. */
  checksumSecret: string;
  /** How long something can be paid for once it was asked for; an order's unit is kept as long. */
  lifeSeconds: number;
  /** The provider that PAYMENT_OPTION chooses. */
  provider: PhonepeConfig | RazorpayConfig | PayuConfig;
}

export interface PhonepeConfig {
  name: 'phonepe';
  apiUrl: string;
  oauthUrl: string;
  checkoutUrl: string;
  clientId: string;
  clientSecret: string;
  clientVersion: string;
  webhookUsername: string;
  webhookPassword: string;
}

export interface RazorpayConfig {
  name: 'razorpay';
  apiUrl: string;
  checkoutUrl: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export interface PayuConfig {
  name: 'payu';
  apiUrl: string;
  checkoutUrl: string;
  key: string;
  salt: string;
}

/** Each reads its own variables only when it is chosen, so that nobody needs the others' secrets. */
const PROVIDERS = { phonepe: readPhonepe, razorpay: readRazorpay, payu: readPayu };

export function readPayments(reader: EnvReader): PaymentsConfig {
  return {
    checksumSecret: reader.needed('CHECKSUM_SECRET'),
    lifeSeconds: reader.whole('PAYMENT_LIFE_SECONDS', 900, 1),
    provider: PROVIDERS[reader.choice('PAYMENT_OPTION', paymentOption, 'phonepe')](reader),
  };
}

function readPhonepe({ text, needed }: EnvReader): PhonepeConfig {
  return {
    name: 'phonepe',
    apiUrl: text('PHONEPE_API_URL', 'https://api.phonepe.com/apis/pg'),
    oauthUrl: text('PHONEPE_OAUTH_URL', 'https://api.phonepe.com/apis/identity-manager'),
    checkoutUrl: text('PHONEPE_CHECKOUT_URL', 'https://mercury.phonepe.com'),
    clientId: needed('PHONEPE_CLIENT_ID'),
    clientSecret: needed('PHONEPE_CLIENT_SECRET'),
    clientVersion: text('PHONEPE_CLIENT_VERSION', '1'),
    webhookUsername: needed('PHONEPE_WEBHOOK_USERNAME'),
    webhookPassword: needed('PHONEPE_WEBHOOK_PASSWORD'),
  };
}

function readRazorpay({ text, needed }: EnvReader): RazorpayConfig {
  return {
    name: 'razorpay',
    apiUrl: text('RAZORPAY_API_URL', 'https://api.razorpay.com'),
    checkoutUrl: text('RAZORPAY_CHECKOUT_URL', 'https://checkout.razorpay.com'),
    keyId: needed('RAZORPAY_KEY_ID'),
    keySecret: needed('RAZORPAY_KEY_SECRET'),
    webhookSecret: needed('RAZORPAY_WEBHOOK_SECRET'),
  };
}

function readPayu({ text, needed }: EnvReader): PayuConfig {
  return {
    name: 'payu',
    apiUrl: text('PAYU_API_URL', 'https://info.payu.in'),
    checkoutUrl: text('PAYU_CHECKOUT_URL', 'https://secure.payu.in'),
    key: needed('PAYU_KEY'),
    salt: needed('PAYU_SALT'),
  };
}
