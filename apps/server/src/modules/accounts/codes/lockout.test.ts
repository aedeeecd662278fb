import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { api } from '@bijli/contract/api';
import { createClient } from '@bijli/contract/client';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { testApp } from '#testing/app.ts';

const clock = new TestClock('2026-11-20T08:00:00Z');
const stack = await testApp({ clock, env: { TRUST_PROXY: '1', CODES_PER_ADDRESS_HOUR: '1000' } });

let lastNumber = 9_733_000_000;
/** A number that no test has used. */
const number = () => String((lastNumber += 1));

interface Said {
  success: boolean;
  code?: string;
  message: string;
  user?: { token: string };
}

/** Somebody at a network address, with a browser that keeps cookies or a client that knows of none. */
function person(address: string, keepsCookies = true, url = stack.url) {
  const self = {
    cookie: '',
    setCookie: '',
    async ask(path: string, body: object): Promise<Said> {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(self.cookie && { cookie: `theme=dark; ${self.cookie}` }),
        },
        body: JSON.stringify(body),
      });
      self.setCookie = answer.headers.get('set-cookie') ?? '';
      if (keepsCookies && self.setCookie) self.cookie = self.setCookie.split(';')[0] ?? '';
      return (await answer.json()) as Said;
    },
    login: (mobile_no: string) => self.ask(api.login.path, { mobile_no }),
    verify: (mobile_no: string, req_otp: string) => self.ask(api.verifyOtp.path, { mobile_no, req_otp }),
    /** Tries so many codes that are none, all at once. */
    async guess(mobile_no: string, times: number): Promise<(string | undefined)[]> {
      const wrong = (await codeOf(mobile_no, url)) === '000000' ? '111111' : '000000';
      const answers = await Promise.all(Array.from({ length: times }, () => self.verify(mobile_no, wrong)));
      return answers.map(({ code }) => code).toSorted();
    },
    async signIn(mobile_no: string): Promise<Said> {
      expect(await self.login(mobile_no)).toMatchObject({ success: true });
      const answer = await self.verify(mobile_no, await codeOf(mobile_no, url));
      clock.advance(31_000);
      return answer;
    },
  };
  return self;
}

async function codeOf(mobile: string, url = stack.url): Promise<string> {
  return (await createClient(url).ask('demoMessages', { query: { mobile } }))[0]?.code ?? '';
}
const wrongs = (count: number) => Array.from({ length: count }, () => 'code_wrong');
const expireds = (count: number) => Array.from({ length: count }, () => 'code_expired');

describe('wrong codes that others enter', () => {
  test.each([
    ['a browser', true],
    ['a client that knows only the specification', false],
  ])('do not lock out a driver who requested the code with %s [ACCOUNT-4]', async (_, keepsCookies) => {
    const mobile = number();
    const [driver, one, another] = [
      person('203.0.113.1', keepsCookies),
      person('198.51.100.1'),
      person('198.51.100.2'),
    ];
    await driver.login(mobile);
    // All strangers together have five.
    expect([...(await one.guess(mobile, 3)), ...(await another.guess(mobile, 10))].toSorted()).toEqual([
      ...expireds(9),
      ...wrongs(4),
    ]);
    expect(await driver.verify(mobile, await codeOf(mobile))).toMatchObject({ success: true });
  });

  test('do not even lock out a browser that requested the code from the same address [ACCOUNT-4]', async () => {
    const mobile = number();
    const driver = person('203.0.113.1');
    await driver.login(mobile);
    await person('203.0.113.1').guess(mobile, 10);
    expect(await driver.verify(mobile, await codeOf(mobile))).toMatchObject({ success: true });
  });

  test('do not lock out a driver after others request codes: an earlier requester has tries for the newest code [ACCOUNT-4]', async () => {
    const mobile = number();
    const [driver, stranger] = [person('203.0.113.1', false), person('198.51.100.1')];
    await driver.login(mobile);
    clock.advance(31_000);
    await stranger.login(mobile);
    await stranger.guess(mobile, 20);
    await person('198.51.100.2').guess(mobile, 20);
    expect(await driver.verify(mobile, await codeOf(mobile))).toMatchObject({ success: true });
  });
});

describe('tries', () => {
  test('of a requester are five, however many come at once, and others’ tries are not used after them [ACCOUNT-3]', async () => {
    for (const keepsCookies of [true, false]) {
      const mobile = number();
      const driver = person('203.0.113.1', keepsCookies);
      await driver.login(mobile);
      expect(await driver.guess(mobile, 20)).toEqual([...expireds(16), ...wrongs(4)]);
      expect(await driver.verify(mobile, await codeOf(mobile))).toMatchObject({ code: 'code_expired' });
    }
  });

  test('start again with the next code that one requests', async () => {
    const mobile = number();
    const driver = person('203.0.113.1');
    await driver.login(mobile);
    await driver.guess(mobile, 5);
    clock.advance(31_000);
    expect(await driver.signIn(mobile)).toMatchObject({ success: true });
  });

  test('do not come with an invented cookie', async () => {
    const mobile = number();
    await person('203.0.113.1').login(mobile);
    const answers: (string | undefined)[] = [];
    for (let forged = 0; forged < 10; forged += 1) {
      const stranger = person(`198.51.100.${forged}`);
      stranger.cookie = `device=${String(forged).repeat(43)}`;
      answers.push(...(await stranger.guess(mobile, 1)));
    }
    expect(answers).toEqual([...wrongs(4), ...expireds(6)]);
  });

  test('of a device that signed in with the number before are its own for each code, whoever requested it', async () => {
    const mobile = number();
    const [driver, stranger] = [person('203.0.113.1'), person('198.51.100.1')];
    await driver.signIn(mobile);
    for (const address of ['203.0.113.2', '203.0.113.3']) {
      await stranger.login(mobile);
      await stranger.guess(mobile, 10);
      await person(address).guess(mobile, 10);
      expect(await driver.guess(mobile, 5)).toEqual([...expireds(1), ...wrongs(4)]);
      clock.advance(31_000);
    }
    await stranger.login(mobile);
    expect(await driver.verify(mobile, await codeOf(mobile))).toMatchObject({ success: true });
  });
});

describe('messages to a number', () => {
  test.each([
    ['a device', true],
    ['the address of a client without cookies', false],
  ])(
    'that others use up leave one an hour for %s that signed in with it before [ACCOUNT-5]',
    async (_, keepsCookies) => {
      const mobile = number();
      const address = `203.0.113.${keepsCookies ? 11 : 12}`;
      const [driver, stranger] = [person(address, keepsCookies), person('198.51.100.1')];
      await driver.signIn(mobile);
      clock.advance(HOUR_MS);
      for (let sent = 0; sent < 5; sent += 1) {
        expect(await stranger.login(mobile)).toMatchObject({ success: true });
        clock.advance(31_000);
      }
      expect(await stranger.login(mobile)).toMatchObject({ success: false, code: 'code_limit_number' });
      for (const other of ['198.51.100.2', '198.51.100.3']) {
        expect(await person(other).login(mobile)).toMatchObject({ success: true });
        clock.advance(31_000);
      }
      expect(await person('198.51.100.4').login(mobile)).toMatchObject({ code: 'code_limit_number' });
      if (keepsCookies) driver.cookie = `${driver.cookie}; language=hi`;
      expect(await driver.signIn(mobile)).toMatchObject({ success: true });
      expect(await driver.login(mobile)).toMatchObject({ success: false, code: 'code_limit_number' });
      expect(await person(address).login(mobile)).toMatchObject({ code: 'code_limit_number' });
    },
  );

  test.each([
    ['a device', true],
    ['a client without cookies', false],
  ])('that others at the same address use up leave %s that signed in before its own', async (_, keepsCookies) => {
    const strict = await testApp({ clock, env: { TRUST_PROXY: '1', CODES_PER_ADDRESS_HOUR: '2' } });
    const mobile = number();
    const driver = person('203.0.113.1', keepsCookies, strict.url);
    await driver.signIn(mobile);
    clock.advance(HOUR_MS);
    const stranger = person('203.0.113.1', true, strict.url);
    for (const other of [number(), number()]) expect(await stranger.login(other)).toMatchObject({ success: true });
    expect(await stranger.login(number())).toMatchObject({ code: 'code_limit_address' });
    expect(await driver.login(number())).toMatchObject({ code: 'code_limit_address' });
    expect(await driver.signIn(mobile)).toMatchObject({ success: true });
  });

  test('are reserved for no device that signed in with another number, or only requested a code', async () => {
    const [mobile, other] = [number(), number()];
    const stranger = person('198.51.100.1');
    await stranger.signIn(other);
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await stranger.login(mobile)).toMatchObject({ success: true });
      clock.advance(31_000);
    }
    expect(await stranger.login(mobile)).toMatchObject({ success: false, code: 'code_limit_number' });
  });
});

describe('a phone that never signed in', () => {
  const spend = async (mobile: string, stranger: ReturnType<typeof person>) => {
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await stranger.login(mobile)).toMatchObject({ success: true });
      clock.advance(31_000);
    }
    expect(await stranger.login(mobile)).toMatchObject({ code: 'code_limit_number' });
  };

  test('signs in from an address of its own although somebody else requested all codes of its number', async () => {
    const mobile = number();
    await spend(mobile, person('198.51.100.1', false));
    const driver = person('203.0.113.1');
    expect(await driver.signIn(mobile)).toMatchObject({ success: true });
    // It is known by now.
    expect(await driver.signIn(mobile)).toMatchObject({ success: true });
    const other = person('203.0.113.2');
    expect(await other.login(number())).toMatchObject({ success: true });
    expect(await other.login(mobile)).toMatchObject({ code: 'code_limit_number' });
  });

  test('gets no code if it asks from the same site as those who used up the codes, on whichever network', async () => {
    const mobile = number();
    await spend(mobile, person('2001:db8:7:1::1'));
    expect(await person('2001:db8:7:2::1').login(mobile)).toMatchObject({ code: 'code_limit_number' });
    expect(await person('2001:db8:8:1::1').login(mobile)).toMatchObject({ success: true });
  });
});

describe('all messages together', () => {
  test('of one site with many IPv6 networks are sixteen times those of one network', async () => {
    const strict = await testApp({ clock, env: { TRUST_PROXY: '1', CODES_PER_ADDRESS_HOUR: '1' } });
    const from = (address: string) => person(address, true, strict.url).login(number());
    for (let network = 1; network <= 16; network += 1)
      expect(await from(`2001:db8:1:${network}::1`)).toMatchObject({ success: true });
    expect(await from('2001:db8:1:16::2')).toMatchObject({ code: 'code_limit_address' });
    expect(await from('2001:db8:1:17::1')).toMatchObject({ code: 'code_limit_address' });
    expect(await from('2001:db8:2:1::1')).toMatchObject({ success: true });
  });

  test.each([
    ['a range of version 4, a quarter', 8, (network: number) => `198.51.100.${network}`, '198.51.101.1'],
    ['a range of version 6, a half', 16, (network: number) => `2001:db8:${network}::1`, '2001:db9:1::1'],
  ])('have a limit for what unknown devices get from all networks of %s', async (_, share, inRange, elsewhere) => {
    const limits = { CODES_PER_HOUR: '40', CODES_PER_ADDRESS_HOUR: '1' };
    const strict = await testApp({ clock, env: { TRUST_PROXY: '1', ...limits } });
    const from = (address: string) => person(address, true, strict.url).login(number());
    for (let network = 1; network <= share; network += 1)
      expect(await from(inRange(network))).toMatchObject({ success: true });
    expect(await from(inRange(share + 1))).toMatchObject({ code: 'code_limit_address' });
    expect(await from(elsewhere)).toMatchObject({ success: true });
  });

  test('keep a quarter of the unknown devices’ share for networks that requested nothing in that hour', async () => {
    const strict = await testApp({ clock, env: { TRUST_PROXY: '1', CODES_PER_HOUR: '10' } });
    const from = (address: string) => person(address, true, strict.url).login(number());
    for (let sent = 0; sent < 6; sent += 1) expect(await from('198.51.100.1')).toMatchObject({ success: true });
    expect(await from('198.51.100.1')).toMatchObject({ code: 'code_limit_all' });
    for (const other of ['203.0.113.1', '2001:db8:1::1']) expect(await from(other)).toMatchObject({ success: true });
    expect(await from('203.0.113.2')).toMatchObject({ code: 'code_limit_all' });
  });

  test('are limited for each hour, with a fifth for devices that signed in before, and the operator is told [ACCOUNT-6]', async () => {
    const logged: { level: number; event?: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const env = { TRUST_PROXY: '1', CODES_PER_HOUR: '10' };
    const strict = await testApp({ clock, log, env });
    const [mobile, another] = [number(), number()];
    const [driver, neighbour] = [person('203.0.113.1', true, strict.url), person('203.0.113.2', true, strict.url)];
    await driver.signIn(mobile);
    await neighbour.signIn(another);
    clock.advance(HOUR_MS);
    const strangers = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, network) => person(`198.51.${network}.1`, true, strict.url).login(number())),
      );
    const answers = await strangers(12);
    expect(answers.flatMap(({ code }) => code ?? [])).toEqual(Array.from({ length: 4 }, () => 'code_limit_all'));
    expect(await driver.signIn(mobile)).toMatchObject({ success: true });
    expect(await neighbour.login(another)).toMatchObject({ success: true });
    expect(await driver.login(mobile)).toMatchObject({ code: 'code_limit_all' });
    expect(logged).toMatchObject([{ level: 50, event: 'account.codes_used_up' }]);
    clock.advance(HOUR_MS);
    expect(await driver.login(mobile)).toMatchObject({ success: true });
    expect(logged).toMatchObject([{}, { event: 'account.codes_used_up', repeated: 4 }]);
  });
});

describe('the cookie', () => {
  test('is hidden from scripts, other sites and other paths, lasts a year, and stays the same for a device', async () => {
    const driver = person('203.0.113.1');
    await driver.login(number());
    expect(driver.setCookie).toMatch(
      /^device=[\w-]{43}; Path=\/api-v1\/user; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    const before = driver.cookie;
    await driver.login(number());
    expect(driver.cookie).toBe(before);
    const secure = await testApp({ env: { PUBLIC_URL: 'https://charge.example' } });
    const answer = await secure.app.inject({ method: 'POST', url: api.login.path, payload: { mobile_no: number() } });
    expect(answer.headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('is stored as a hash, and is purged with the account, or a year after its last use', async () => {
    const known = async (mobile: string) => {
      const found = 'select device_hash as hash from known_devices where mobile = $1';
      return (await stack.app.database.$client.query<{ hash: string }>(found, [mobile])).rows.map(({ hash }) => hash);
    };
    const [mobile, other] = [number(), number()];
    const driver = person('203.0.113.1');
    const signedIn = await driver.signIn(mobile);
    await driver.signIn(other);
    expect(await known(mobile)).toEqual([hashOf(driver.cookie.slice('device='.length))]);
    const client = createClient(stack.url);
    client.token = signedIn.user?.token ?? '';
    await client.ask('deleteAccount', { body: {} });
    expect([(await known(mobile)).length, (await known(other)).length]).toEqual([0, 1]);
    clock.advance(365 * 24 * HOUR_MS);
    await stack.app.modules.accounts.purgeExpired();
    expect(await known(other)).toEqual([]);
  });
});
