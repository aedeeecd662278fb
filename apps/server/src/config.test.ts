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

  test.each(['https://bijli.example/', 'https://bijli.example//', 'https://bijli.example'])(
    'reads the public address %s as one that paths can follow',
    (url) => {
      expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe('https://bijli.example');
    },
  );

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
      'SUPPLIER_ADDRESS',
      'SUPPLIER_GSTIN',
      'SMTP_URL',
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
      SUPPLIER_ADDRESS: '1 Test Road, Bengaluru',
      SUPPLIER_GSTIN: '29AAAAA0000A1Z5',
      SMTP_URL: 'smtp://127.0.0.1:25',
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

describe('proxies in front', () => {
  test.each([
    [undefined, false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
    ['loopback,fd00::/8', ['loopback', 'fd00::/8']],
  ])('as %j are %j', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.each(['true', 'yes', '-1', '10.0.0.0/33', '10.0.0', '10.0.0.1/8/8', 'fd00::/129'])(
    'cannot be %j, which would believe what anybody writes into a header, or nothing',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY is .* but must be the number of proxies/);
    },
  );
});

describe('a map service', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png?key={key}';

  test('is none unless it is set up', () => {
    expect(readConfig({}).map).toBeUndefined();
  });

  test('has its key filled in, and tells the origins that pages load it from', () => {
    const config = readConfig({
      MAP_STYLE_URL: 'https://maps.example/style.json?key={key}',
      MAP_TILES_URL: tiles,
      MAP_ORIGINS: 'https://fonts.example,https://tiles.example',
      MAP_KEY: 'a key&more',
      MAP_ATTRIBUTION: '© the makers of the map',
    });
    expect(config.map).toEqual({
      service: {
        style_url: 'https://maps.example/style.json?key=a%20key%26more',
        tiles_url: 'https://tiles.example/{z}/{x}/{y}.png?key=a%20key%26more',
        attribution: '© the makers of the map',
      },
      origins: ['https://maps.example', 'https://tiles.example', 'https://fonts.example'],
    });
  });

  test.each([
    [{ MAP_TILES_URL: tiles }, /MAP_TILES_URL holds \{key\}, but MAP_KEY is not set/],
    [{ MAP_TILES_URL: 'https://tiles.example/{z}/{x}' }, /MAP_TILES_URL must hold \{z\}, \{x\} and \{y\}/],
    [{ MAP_STYLE_URL: '/style.json' }, /MAP_STYLE_URL must be an address that begins with https/],
    [{ MAP_STYLE_URL: 'javascript:alert(1)' }, /MAP_STYLE_URL must be an address/],
    [{ MAP_STYLE_URL: 'https://maps.example/style.json', MAP_KEY: 'secret' }, /MAP_KEY is set, but neither/],
    [{ MAP_ORIGINS: 'https://tiles.example/path' }, /MAP_ORIGINS holds https:\/\/tiles.example\/path/],
  ])('that is half set up does not start: %j', (env, problem) => {
    expect(() => readConfig(env)).toThrow(problem);
  });
});
