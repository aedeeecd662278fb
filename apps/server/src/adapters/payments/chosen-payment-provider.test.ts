import { expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { testServer } from '#testing/server.ts';
import { providerOrigins } from './chosen-payment-provider.ts';

const origins = (provider: string, env: Record<string, string> = {}) =>
  providerOrigins(parseConfig({ PAYMENT_OPTION: provider, ...env }));

test('pages may use only what a payment provider’s checkout needs, and scripts only from its checkout host', () => {
  expect(origins('razorpay')).toEqual({
    scripts: ['https://checkout.razorpay.com'],
    frames: ['https://checkout.razorpay.com', 'https://api.razorpay.com', 'https://*.razorpay.com'],
    calls: ['https://checkout.razorpay.com', 'https://api.razorpay.com', 'https://*.razorpay.com'],
    forms: [],
  });
  expect(origins('phonepe')).toEqual({
    scripts: ['https://mercury.phonepe.com'],
    frames: ['https://mercury.phonepe.com', 'https://api.phonepe.com', 'https://*.phonepe.com'],
    calls: [],
    forms: [],
  });
  expect(origins('payu')).toEqual({
    scripts: [],
    frames: [],
    calls: [],
    forms: ['https://secure.payu.in', 'https://*.payu.in'],
  });
});

test('a provider at another address allows no host of the real one', () => {
  const env = { RAZORPAY_API_URL: 'http://127.0.0.1:5000', RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:5000/x' };
  expect(origins('razorpay', env)).toMatchObject({
    scripts: ['http://127.0.0.1:5000'],
    frames: ['http://127.0.0.1:5000'],
  });
});

test('a page allows exactly that, and sockets only to its own host', async () => {
  const app = await testServer({ publicUrl: 'https://bijli.example', providerOrigins: origins('razorpay') });
  const policy = String((await app.inject({ url: '/' })).headers['content-security-policy']);
  const of = (directive: string) => policy.split(';').find((part) => part.startsWith(`${directive} `));
  expect(of('script-src')).toBe("script-src 'self' https://checkout.razorpay.com");
  expect(of('connect-src')).toBe(
    "connect-src 'self' wss://bijli.example https://checkout.razorpay.com https://api.razorpay.com https://*.razorpay.com",
  );
  expect(of('form-action')).toBe("form-action 'self'");
  await app.close();
});
