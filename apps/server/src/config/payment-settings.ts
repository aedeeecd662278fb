import * as z from 'zod/mini';
import { providerName } from '@bijli/contract/wallet';
import { DEMO } from './secrets.ts';
import { choice, secret, text, whole } from './setting.ts';

/** Settings for every payment provider. */
export const paymentSettings = {
  PAYMENT_OPTION: choice(providerName.options, {
    what: 'The payment provider. Only its settings are read',
    default: 'phonepe',
  }),
  PAYMENT_TTL_SECONDS: whole(1, {
    what: 'How many seconds a payment stays open, and the shop reserves units for it',
    default: '900',
    oldName: 'PAYMENT_LIFE_SECONDS',
  }),
  TOP_UP_MIN_PAISE: whole(100, {
    what: 'The smallest top-up of the wallet, in paise',
    default: '100',
    oldName: 'TOP_UP_LEAST_PAISE',
  }),
  TOP_UP_MAX_PAISE: whole(100, {
    what: 'The largest top-up of the wallet, in paise',
    default: '1000000',
    oldName: 'TOP_UP_MOST_PAISE',
  }),
  CHECKSUM_SECRET: secret(
    { minLength: 32, command: 'openssl rand -base64 32' },
    { what: 'Signs payment data that passes through the browser', default: { demo: DEMO.CHECKSUM_SECRET } },
  ),
};

export const phonepeSettings = {
  PHONEPE_CLIENT_ID: secret('issued', { what: 'PhonePe’s client id', default: { demo: DEMO.PHONEPE_CLIENT_ID } }),
  PHONEPE_CLIENT_SECRET: secret('issued', {
    what: 'The client’s secret',
    default: { demo: DEMO.PHONEPE_CLIENT_SECRET },
  }),
  PHONEPE_CLIENT_VERSION: text({ what: 'The client’s version', default: '1' }),
  PHONEPE_WEBHOOK_USERNAME: secret('issued', {
    what: 'As entered on PhonePe’s dashboard for `{PUBLIC_URL}/webhooks/phonepe`',
    default: { demo: DEMO.PHONEPE_WEBHOOK_USERNAME },
  }),
  // PhonePe takes 8 to 20 letters and digits.
  PHONEPE_WEBHOOK_PASSWORD: secret(
    { minLength: 12, command: 'openssl rand -base64 15 | tr -d /+' },
    { what: 'As entered on PhonePe’s dashboard', default: { demo: DEMO.PHONEPE_WEBHOOK_PASSWORD } },
  ),
  PHONEPE_API_URL: text({ what: 'The address of its API', default: 'https://api.phonepe.com/apis/pg' }),
  PHONEPE_OAUTH_URL: text({
    what: 'The address that issues its access tokens',
    default: 'https://api.phonepe.com/apis/identity-manager',
  }),
  PHONEPE_CHECKOUT_URL: text({ what: 'The address of its payment page', default: 'https://mercury.phonepe.com' }),
};

export const razorpaySettings = {
  RAZORPAY_KEY_ID: secret('issued', { what: 'The id of Razorpay’s API key', default: { demo: DEMO.RAZORPAY_KEY_ID } }),
  RAZORPAY_KEY_SECRET: secret('issued', { what: 'The key’s secret', default: { demo: DEMO.RAZORPAY_KEY_SECRET } }),
  RAZORPAY_WEBHOOK_SECRET: secret(
    { minLength: 16, command: 'openssl rand -base64 32' },
    {
      what: 'As entered on Razorpay’s dashboard for `{PUBLIC_URL}/webhooks/razorpay`',
      default: { demo: DEMO.RAZORPAY_WEBHOOK_SECRET },
    },
  ),
  RAZORPAY_API_URL: text({ what: 'The address of its API', default: 'https://api.razorpay.com' }),
  RAZORPAY_CHECKOUT_URL: text({ what: 'The address of its payment page', default: 'https://checkout.razorpay.com' }),
};

export const payuSettings = {
  PAYU_KEY: secret('issued', { what: 'PayU India’s merchant key', default: { demo: DEMO.PAYU_KEY } }),
  PAYU_SALT: secret('issued', {
    what: 'The key’s salt; webhooks go to `{PUBLIC_URL}/webhooks/payu`',
    default: { demo: DEMO.PAYU_SALT },
  }),
  PAYU_API_URL: text({ what: 'The address of its API', default: 'https://info.payu.in' }),
  PAYU_CHECKOUT_URL: text({ what: 'The address of its payment page', default: 'https://secure.payu.in' }),
};

/** The settings of the chosen provider. */
export const paymentProviders = z.discriminatedUnion('PAYMENT_OPTION', [
  z.object({ PAYMENT_OPTION: z.literal('phonepe'), ...phonepeSettings }),
  z.object({ PAYMENT_OPTION: z.literal('razorpay'), ...razorpaySettings }),
  z.object({ PAYMENT_OPTION: z.literal('payu'), ...payuSettings }),
]);
