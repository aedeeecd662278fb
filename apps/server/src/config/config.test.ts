import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PRODUCTION } from '#testing/production.ts';
import { parseConfig } from './config.ts';
import { renamedSettings } from './env.ts';

describe('demo mode', () => {
  test('needs no settings and answers on this machine only [OPS-17]', () => {
    expect(parseConfig({})).toMatchObject({
      isDemo: true,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
    });
    for (const HOST of ['localhost', '127.0.0.1', '::1']) expect(parseConfig({ HOST }).isDemo).toBe(true);
  });

  test.each(['0.0.0.0', '::', '192.168.1.7', '10.0.0.4', '2001:db8::7', 'bijli.example', '127.0.0.1.bijli.example'])(
    'does not answer on %s [OPS-17]',
    (HOST) => {
      expect(() => parseConfig({ HOST })).toThrow(`HOST is ${HOST}, but demo mode answers on this machine only`);
    },
  );

  test('uses what the operator sets', () => {
    const config = parseConfig({
      PORT: '4100',
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://db/x',
      HOST: 'localhost',
    });
    expect(config).toMatchObject({
      port: 4100,
      dataDir: '/srv/data',
      databaseUrl: 'postgres://db/x',
      host: '127.0.0.1',
    });
  });

  test.each(['https://bijli.example/', 'https://bijli.example//', 'https://bijli.example'])(
    'reads the public address %s so that paths can be appended',
    (url) => {
      expect(parseConfig({ PUBLIC_URL: url }).publicUrl).toBe('https://bijli.example');
    },
  );

  test('says what is wrong with a value', () => {
    expect(() => parseConfig({ PORT: '65536' })).toThrow('PORT must be a whole number from 0 to 65535');
    expect(() => parseConfig({ PORT: 'abc', PAYMENT_OPTION: 'cash' })).toThrow(
      /PORT must be a whole number[^]*PAYMENT_OPTION has an unknown value: cash/,
    );
  });
});

describe('production', () => {
  test('does not start without its secrets, and names every missing one [OPS-16]', () => {
    expect(() => parseConfig({ NODE_ENV: 'production' })).toThrow(Error);
    const message = (() => {
      try {
        parseConfig({ NODE_ENV: 'production' });
        return '';
      } catch (error) {
        return String(error);
      }
    })();
    for (const name of [
      'CHECKSUM_SECRET',
      'LINK_SECRET',
      'PHONEPE_CLIENT_ID',
      'PHONEPE_CLIENT_SECRET',
      'PHONEPE_WEBHOOK_USERNAME',
      'PHONEPE_WEBHOOK_PASSWORD',
      'SUPPORT_PHONE',
      'SUPPORT_EMAIL',
      'SUPPLIER_ADDRESS',
      'SUPPLIER_GSTIN',
      'SMTP_URL',
      'SMS_PROVIDER',
      'PUBLIC_URL',
    ]) {
      expect(message).toContain(`${name} is not set`);
    }
  });

  test.each([
    ['razorpay', ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET']],
    ['payu', ['PAYU_KEY', 'PAYU_SALT']],
  ])('with %s needs the secrets of that provider and of no other', (option, names) => {
    const others = Object.entries(PRODUCTION).filter(([name]) => !name.startsWith('PHONEPE'));
    const env = { ...Object.fromEntries(others), PAYMENT_OPTION: option };
    expect(() => parseConfig(env)).toThrow(
      `Bijli cannot start:\n${names.map((name) => `  - ${name} is not set`).join('\n')}`,
    );
    const config = parseConfig({ ...env, ...Object.fromEntries(names.map((name) => [name, 'v9Kx2LmQ8rT4wZ7p'])) });
    expect(config.payments.provider.name).toBe(option);
  });
});

describe('the database', () => {
  const { DATABASE: _embedded, ...others } = PRODUCTION;

  test('is named in production, or the embedded one is chosen explicitly [OPS-16]', () => {
    expect(() => parseConfig(others)).toThrow(
      'Bijli cannot start:\n  - DATABASE_URL is not set: production needs the address of a PostgreSQL, or DATABASE=embedded',
    );
    expect(parseConfig({ ...others, DATABASE: 'embedded' }).databaseUrl).toBeUndefined();
    expect(parseConfig({ ...others, DATABASE_URL: 'postgres://db/x' }).databaseUrl).toBe('postgres://db/x');
    expect(parseConfig({}).databaseUrl).toBeUndefined();
  });

  test('cannot be both', () => {
    const both = { DATABASE: 'embedded', DATABASE_URL: 'postgres://db/x' };
    expect(() => parseConfig({ ...others, ...both })).toThrow('DATABASE is embedded, but DATABASE_URL names another');
    expect(() => parseConfig({ DATABASE: 'sqlite' })).toThrow('DATABASE has an unknown value: sqlite');
  });

  test.each(['db.example/x', 'mysql://db/x'])('is not at %s, which is no address of PostgreSQL', (DATABASE_URL) => {
    expect(() => parseConfig({ ...others, DATABASE_URL })).toThrow('DATABASE_URL must begin with postgres://');
  });
});

describe('a secret in production', () => {
  const refusal = (more: Record<string, string | undefined>): string => {
    try {
      parseConfig({ ...PRODUCTION, ...more });
      return '';
    } catch (error) {
      return String(error);
    }
  };

  test('from a machine is accepted', () => {
    expect(refusal({})).toBe('');
    expect(refusal({ CHECKSUM_SECRET: '9f86d081884c7d659a2feaa0c55ad015' })).toBe('');
    expect(parseConfig(PRODUCTION).shop.linkSecret).toBe(PRODUCTION['LINK_SECRET']);
    for (let count = 0; count < 300; count += 1) {
      const made = createHash('sha256').update(`made by a machine ${count}`).digest();
      expect(refusal({ LINK_SECRET: made.toString('base64') })).toBe('');
      expect(refusal({ LINK_SECRET: made.toString('hex') })).toBe('');
    }
  });

  test.each([
    ['PHONEPE_CLIENT_SECRET', 'ENTERPRISEEV_8f2c51d0b7'],
    ['PHONEPE_CLIENT_ID', 'YOURCHARGEONLINE_2510071'],
    ['PHONEPE_CLIENT_SECRET', 'YjQ0-secret-ZDkx'],
    ['PHONEPE_WEBHOOK_USERNAME', 'demo_motors_hook'],
    ['MSG91_AUTHKEY', 'changemakers412345Ab'],
    ['MSG91_AUTHKEY', 'xxxA12345'],
  ])('called %s that a provider issued as %j is accepted, whatever it begins with', (name, value) => {
    expect(refusal({ [name]: value })).toBe('');
  });

  test.each([
    ['CHECKSUM_SECRET', 'openssl rand -base64 32'],
    ['LINK_SECRET', 'openssl rand -base64 32'],
    // PhonePe takes 8 to 20 letters and digits.
    ['PHONEPE_WEBHOOK_PASSWORD', 'openssl rand -base64 15 | tr -d /+'],
  ])('called %s that is weak is refused with the command that prints a good one', (name, command) => {
    for (const weak of ['demo-link-secret', 'changeme', 'k7', 'Welcome@123'.repeat(4), '<k7Rm2Qx9Tz4LpVw3Bn8Yc>'])
      expect(refusal({ [name]: weak }).split(/ {2}- |; /)).toEqual([
        'Error: Bijli cannot start:\n',
        expect.stringMatching(`^${name} is `),
        `${command} prints a good one`,
      ]);
  });

  test.each([
    ['CHECKSUM_SECRET', 'w8Zq1nJ0cVtYxR5uKdEo', /is too short: a secret of at least 32 characters/],
    ['LINK_SECRET', 'p3Gx7uRk0VdQe9TzLwYm', /is too short: a secret of at least 32 characters/],
    ['PHONEPE_WEBHOOK_PASSWORD', 'k7Rm2Qx9', /is too short: a secret of at least 12 characters/],
    ['CHECKSUM_SECRET', 'demo-checksum-secret', /is the value of a demo or an example/],
    ['LINK_SECRET', 'Demo-Link-Secret', /is the value of a demo or an example/],
    ['LINK_SECRET', 'changeme-changeme-changeme-changeme', /is the value of a demo or an example/],
    ['CHECKSUM_SECRET', 'a'.repeat(64), /is the value of a demo or an example/],
    ['CHECKSUM_SECRET', 'abababababababababababababababababab', /is too easily guessed/],
    ['CHECKSUM_SECRET', 'k7Rm2Qx9k7Rm2Qx9k7Rm2Qx9k7Rm2Qx9', /is too easily guessed/],
    ['CHECKSUM_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789', /is too easily guessed/],
    ['CHECKSUM_SECRET', 'bijli-checksum-secret-of-the-year-2026', /is too easily guessed/],
    ['LINK_SECRET', 'Welcome@123'.repeat(4), /is too easily guessed/],
    ['LINK_SECRET', 'Welcome@123-Welcome@124-Welcome@125', /is too easily guessed/],
    ['LINK_SECRET', 'k7Rm2Qx9Tz4LpVw3Bn8YcK7RM2QX9TZ4LPVW3BN8YC', /is too easily guessed/],
    ['LINK_SECRET', 'k7Rm2Qx9Tz4LpVw3<Bn8Yc5Hd6Js1Fg0>', /is the value of a demo or an example/],
    ['CHECKSUM_SECRET', '<k7Rm2Qx9Tz4LpVw3Bn8Yc5Hd6Js1Fg0', /is the value of a demo or an example/],
    ['PHONEPE_WEBHOOK_PASSWORD', 'demohook1', /is the value of a demo or an example/],
    ['PHONEPE_WEBHOOK_USERNAME', 'demo_hook', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_SECRET', 'demo-client-secret', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_SECRET', '<your-client-secret>', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_ID', 'xxxxxxxx', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_ID', '  ', /is the value of a demo or an example/],
    ['MSG91_AUTHKEY', 'YOUR_AUTHKEY', /is the value of a demo or an example/],
    ['MSG91_AUTHKEY', 'changeme', /is the value of a demo or an example/],
    ['MSG91_AUTHKEY', 'insert your auth key here', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_SECRET', 'EnterClientSecret', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_SECRET', '<ENTERPRISEEV_8f>', /is the value of a demo or an example/],
    ['PHONEPE_CLIENT_SECRET', 'secret', /is the value of a demo or an example/],
  ])('called %s that is %j is refused with its name, and is not repeated [OPS-16]', (name, value, problem) => {
    const said = refusal({ [name]: value });
    const [line, ...others] = said.split('\n').filter((one) => one.startsWith('  - '));
    expect(line).toMatch(new RegExp(`^  - ${name} `));
    expect(line).toMatch(problem);
    expect(others).toEqual([]);
    if (value.trim()) expect(said).not.toContain(value);
  });

  test('is named with all others that are weak or missing, each once [OPS-16]', () => {
    const weak = { CHECKSUM_SECRET: 'w8Zq1nJ0cVtYxR5uKdEo', PHONEPE_WEBHOOK_PASSWORD: 'k7Rm2Qx9' };
    const said = refusal({ ...weak, LINK_SECRET: undefined, PHONEPE_CLIENT_SECRET: 'demo-client-secret' });
    const named = said.split('\n').flatMap((line) => /^  - (\w+) is /.exec(line)?.[1] ?? []);
    expect(named.toSorted()).toEqual([
      'CHECKSUM_SECRET',
      'LINK_SECRET',
      'PHONEPE_CLIENT_SECRET',
      'PHONEPE_WEBHOOK_PASSWORD',
    ]);
    for (const value of [...Object.values(weak), 'demo-client-secret']) expect(said).not.toContain(value);
  });

  test.each(['changeme', 'secret', 'Pass-word', 'example', 'BIJLI', 'demo', 'test', 'admin'])(
    'with %s anywhere in it is too easily guessed',
    (word) => {
      expect(refusal({ LINK_SECRET: `k7Rm2Qx9Tz4LpVw3${word}Bn8Yc5Hd6Js1Fg0` })).toContain(
        'LINK_SECRET is too easily guessed',
      );
    },
  );

  test('must differ from secrets for other purposes', () => {
    expect(refusal({ LINK_SECRET: PRODUCTION['CHECKSUM_SECRET'] })).toContain(
      'LINK_SECRET is the same as CHECKSUM_SECRET',
    );
  });

  test('of the other providers has the same rules', () => {
    const razorpay = { PAYMENT_OPTION: 'razorpay', RAZORPAY_KEY_ID: 'rzp_test_Ab3dE6gH9jK2mN' };
    const short = { ...razorpay, RAZORPAY_KEY_SECRET: 'Ab3dE6gH9jK2mN5p', RAZORPAY_WEBHOOK_SECRET: 'hook' };
    expect(refusal(short)).toMatch(/- RAZORPAY_WEBHOOK_SECRET is too short: a secret of at least 16/);
    expect(refusal({ ...short, RAZORPAY_WEBHOOK_SECRET: 'q8Rt3Vx6Zc1Mn4Kp' })).toBe('');
    const payu = { PAYMENT_OPTION: 'payu', PAYU_KEY: 'gtKFFx', PAYU_SALT: 'demo-salt' };
    expect(refusal(payu)).toMatch(/- PAYU_SALT is the value of a demo/);
  });
});

describe('top-ups', () => {
  test('have a minimum that is not above their maximum', () => {
    const topUps = (TOP_UP_MIN_PAISE: string, TOP_UP_MAX_PAISE: string) => () =>
      parseConfig({ TOP_UP_MIN_PAISE, TOP_UP_MAX_PAISE }).topUp;
    expect(topUps('50000', '50000')()).toEqual({ minPaise: 50_000, maxPaise: 50_000 });
    expect(topUps('50001', '50000')).toThrow('TOP_UP_MIN_PAISE is 50001, more than TOP_UP_MAX_PAISE, which is 50000');
    expect(topUps('2000000', '')).toThrow('TOP_UP_MAX_PAISE, which is 1000000');
  });
});

describe('text messages in production', () => {
  const refusal = (more: Record<string, string>) => () => parseConfig({ ...PRODUCTION, ...more });

  test('are sent by a provider, never written to the log', () => {
    expect(refusal({ SMS_PROVIDER: 'console' })).toThrow(
      /SMS_PROVIDER is console, which wrote one-time codes into the log: choose msg91 or twilio/,
    );
    expect(refusal({ SMS_PROVIDER: 'pigeon' })).toThrow(/SMS_PROVIDER has an unknown value: pigeon/);
  });

  test('with MSG91 need its key and the id of each template', () => {
    expect(parseConfig(PRODUCTION).sms.provider).toMatchObject({ name: 'msg91', apiUrl: 'https://control.msg91.com' });
    expect(refusal({ MSG91_AUTHKEY: '', MSG91_TEMPLATE_CODE: '', MSG91_TEMPLATE_ORDER_REFUNDED: '' })).toThrow(
      /MSG91_TEMPLATE_CODE is not set[^]*MSG91_TEMPLATE_ORDER_REFUNDED is not set[^]*MSG91_AUTHKEY is not set/,
    );
  });

  test('with Twilio need its account and one sender', () => {
    const account = {
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'ACb9a7c2d4e6f8a0b1',
      TWILIO_AUTH_TOKEN: '9f86d081884c7d65',
    };
    expect(refusal(account)).toThrow(/One of TWILIO_FROM and TWILIO_MESSAGING_SERVICE_SID must be set/);
    expect(parseConfig({ ...PRODUCTION, ...account, TWILIO_FROM: 'BIJLIN' }).sms.provider).toMatchObject({
      name: 'twilio',
      apiUrl: 'https://api.twilio.com',
      from: { From: 'BIJLIN' },
    });
    expect(refusal({ SMS_PROVIDER: 'twilio', TWILIO_FROM: 'BIJLIN' })).toThrow(
      /TWILIO_ACCOUNT_SID is not set[^]*TWILIO_AUTH_TOKEN is not set/,
    );
  });
});

describe('a setting that was renamed', () => {
  test('still works under its old name, with a line in the log', () => {
    const old = { TOP_UP_LEAST_PAISE: '500', TOP_UP_MOST_PAISE: '70000', PAYMENT_LIFE_SECONDS: '60' };
    const { topUp, payments } = parseConfig(old);
    expect({ topUp, ttlSeconds: payments.ttlSeconds }).toEqual({
      topUp: { minPaise: 500, maxPaise: 70_000 },
      ttlSeconds: 60,
    });
    const { SMS_PROVIDER: provider, ...others } = PRODUCTION;
    expect(parseConfig({ ...others, SMS_SENDER: provider }).sms.provider.name).toBe('msg91');
    expect(parseConfig({ SHIPPING_LEAST_PAISE: '900' }).shop.orders.minShippingPaise).toBe(900);
    expect(renamedSettings(old)).toEqual([
      { oldName: 'PAYMENT_LIFE_SECONDS', name: 'PAYMENT_TTL_SECONDS' },
      { oldName: 'TOP_UP_LEAST_PAISE', name: 'TOP_UP_MIN_PAISE' },
      { oldName: 'TOP_UP_MOST_PAISE', name: 'TOP_UP_MAX_PAISE' },
    ]);
    expect(renamedSettings({ TOP_UP_MIN_PAISE: '500' })).toEqual([]);
  });

  test('may have both names, but not with different values', () => {
    const both = { PAYMENT_TTL_SECONDS: '60', PAYMENT_LIFE_SECONDS: '60' };
    expect(parseConfig(both).payments.ttlSeconds).toBe(60);
    expect(() => parseConfig({ ...both, PAYMENT_LIFE_SECONDS: '61' })).toThrow(
      'PAYMENT_TTL_SECONDS and its former name PAYMENT_LIFE_SECONDS are set to different values',
    );
  });
});

describe('trusted proxies', () => {
  test.each([
    [undefined, false],
    ['false', false],
    ['0', false],
    ['1', 1],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
    ['loopback,fd00::/8', ['loopback', 'fd00::/8']],
  ])('as %j are %j', (text, expected) => {
    expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.each(['true', 'yes', '-1', '10.0.0.0/33', '10.0.0', '10.0.0.1/8/8', 'fd00::/129'])(
    'cannot be %j, which would trust everybody or nobody',
    (text) => {
      expect(() => parseConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY is .* but must be the number of proxies/);
    },
  );
});

describe('our own TLS port', () => {
  const files = { OCPP_TLS_CERTIFICATES: 'ec.pem,rsa.pem', OCPP_TLS_KEYS: 'ec.key,rsa.key' };

  test('is closed unless it is set, and has a key for each certificate', () => {
    expect(parseConfig({}).chargePoints).toEqual({
      organisation: 'Bijli',
      tls: undefined,
      authoritiesFile: undefined,
      revokedFiles: [],
      proxies: [],
      openNetworks: ['loopback'],
    });
    expect(parseConfig({ OCPP_TLS_PORT: '8443', ...files }).chargePoints.tls).toEqual({
      port: 8443,
      files: { certificates: ['ec.pem', 'rsa.pem'], keys: ['ec.key', 'rsa.key'] },
    });
  });

  test.each([{}, { OCPP_TLS_CERTIFICATES: 'ec.pem' }, { ...files, OCPP_TLS_KEYS: 'ec.key' }])(
    'cannot open with %j',
    (some) => {
      expect(() => parseConfig({ OCPP_TLS_PORT: '8443', ...some })).toThrow(/OCPP_TLS_PORT needs/);
    },
  );

  test.each(['-1', '65536', 'x', '1.5'])('cannot be %j', (port) => {
    expect(() => parseConfig({ ...files, OCPP_TLS_PORT: port })).toThrow(/OCPP_TLS_PORT must be a whole number/);
  });
});

describe('trusted addresses for charge points', () => {
  test('are those of proxies and open networks, or none', () => {
    const { chargePoints } = parseConfig({ OCPP_PROXIES: '10.0.0.0/8', OCPP_OPEN_NETWORKS: 'none' });
    expect(chargePoints).toMatchObject({ proxies: ['10.0.0.0/8'], openNetworks: [] });
  });

  test.each(['OCPP_PROXIES', 'OCPP_OPEN_NETWORKS'])('in %s cannot be a number or a name', (name) => {
    for (const text of ['1', 'proxy.example'])
      expect(() => parseConfig({ [name]: text })).toThrow(`${name} is ${text}, but must be addresses`);
  });
});

describe('a map service', () => {
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png?key={key}';

  test('is optional; the demo uses one without a key, unless it is switched off', () => {
    expect(parseConfig(PRODUCTION).map).toBeUndefined();
    expect(parseConfig({ MAP_TILES_URL: 'none' }).map).toBeUndefined();
    expect(parseConfig({}).map).toEqual({
      service: { vector_url: 'https://tiles.openfreemap.org/planet' },
      origins: ['https://tiles.openfreemap.org'],
    });
    expect(parseConfig({ MAP_STYLE_URL: 'https://maps.example/style.json' }).map?.service).toEqual({
      style_url: 'https://maps.example/style.json',
    });
  });

  test.each([
    ['https://tiles.example/{z}/{x}/{y}.pbf', 'vector_url'],
    ['https://tiles.example/{z}/{x}/{y}.mvt?a=1', 'vector_url'],
    ['https://tiles.example/planet.json', 'vector_url'],
    ['https://tiles.example/{z}/{x}/{y}.png', 'tiles_url'],
  ])('%s is given to pages as %s', (address, field) => {
    expect(parseConfig({ MAP_TILES_URL: address }).map).toEqual({
      service: { [field]: address },
      origins: ['https://tiles.example'],
    });
  });

  test('gets its key filled in, and names the origins that pages load it from', () => {
    const config = parseConfig({
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
    [{ MAP_TILES_URL: 'ftp://tiles.example/planet' }, /MAP_TILES_URL must be an address that begins with https/],
    [
      { MAP_TILES_FILE: '/nowhere/india.pmtiles' },
      /MAP_TILES_FILE names .*india.pmtiles, which cannot be read \(ENOENT\)/,
    ],
    [{ MAP_TILES_FILE: import.meta.filename }, /MAP_TILES_FILE names .*, which is no PMTiles file of version 3/],
    [{ MAP_ORIGINS: 'https://tiles.example/path' }, /MAP_ORIGINS holds https:\/\/tiles.example\/path/],
  ])('that is only partly set up does not start: %j', (env, problem) => {
    expect(() => parseConfig(env)).toThrow(problem);
  });
});
