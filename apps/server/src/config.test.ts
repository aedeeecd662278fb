import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('demo mode', () => {
  test('needs nothing set and answers on this machine only', () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
    });
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(
      /HOST is 0\.0\.0\.0, but demo mode answers on this machine only/,
    );
  });

  test('honours what an operator sets', () => {
    const config = readConfig({
      PORT: '4100',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://db/x',
      HOST: 'localhost',
    });
    expect(config).toMatchObject({
      port: 4100,
      dataDir: '/srv/data',
      databaseUrl: 'postgres://db/x',
      host: 'localhost',
    });
  });

  test('says what is wrong with a value', () => {
    expect(() => readConfig({ PORT: 'abc', PAYMENT_OPTION: 'cash' })).toThrow(
      /PORT must be a whole number[^]*PAYMENT_OPTION has an unknown value: cash/,
    );
  });
});

describe('production', () => {
  test('does not start without its secrets, and names every one that is missing', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(Error);
    const message = (() => {
      try {
        readConfig({ NODE_ENV: 'production' });
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    for (const name of [
      'CHECKSUM_SECRET',
      'PHONEPE_CLIENT_ID',
      'PHONEPE_CLIENT_SECRET',
      'PHONEPE_WEBHOOK_USERNAME',
      'PHONEPE_WEBHOOK_PASSWORD',
      'SUPPORT_PHONE',
      'SUPPORT_EMAIL',
      'SUPPLIER_GSTIN',
      'SMS_SENDER',
      'PUBLIC_URL',
    ]) {
      expect(message).toContain(`${name} is not set`);
    }
  });

  test.each([
    ['razorpay', ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']],
    ['payu', ['PAYU_KEY', 'PAYU_SALT']],
  ])('with %s needs the secrets of that provider and of no other', (option, names) => {
    const others = {
      CHECKSUM_SECRET: 'x',
      SUPPORT_PHONE: '+911140000000',
      SUPPORT_EMAIL: 'help@charge.example',
      SUPPLIER_GSTIN: '29AAAAA0000A1Z5',
      SMS_SENDER: 'console',
      PUBLIC_URL: 'https://charge.example',
    };
    const env = { NODE_ENV: 'production', PAYMENT_OPTION: option, ...others };
    expect(() => readConfig(env)).toThrow(
      `Bijli cannot start:\n${names.map((name) => `  - ${name} is not set`).join('\n')}`,
    );
    const config = readConfig({ ...env, ...Object.fromEntries(names.map((name) => [name, 'a secret'])) });
    expect(config.payments.provider.name).toBe(option);
  });
});
