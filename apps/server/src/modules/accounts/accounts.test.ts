import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, type Client } from '@bijli/contract/client';
import { TestClock } from '#kernel/clock.ts';
import { testApp } from '#testing/app.ts';

const clock = new TestClock('2026-11-20T08:00:00Z');
const stack = await testApp({ clock, env: { CODES_PER_NUMBER_HOUR: '5', CODES_PER_ADDRESS_HOUR: '60' } });
const client = createClient(stack.url);

const login = (mobile: string) => client.call('login', { body: { mobile_no: mobile } });
const verify = (mobile: string, code: string) =>
  client.call('verifyOtp', { body: { mobile_no: mobile, req_otp: code } });
const codeFor = async (mobile: string) => (await client.ask('demoMessages', { query: { mobile } }))[0]?.code ?? '';
const profileOf = (device: Client) => device.call('getProfile', {});
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

/** Signs a number in once more. */
async function secondDevice(mobile: string): Promise<Client> {
  await login(mobile);
  const answer = await verify(mobile, await codeFor(mobile));
  const device = createClient(stack.url);
  device.token = 'user' in answer ? answer.user.token : '';
  return device;
}

describe('a one-time code', () => {
  test('of six digits is sent and exchanged for a token that allows the driver’s own calls [API-5, API-6, ENTITY-24]', async () => {
    expect(await login('9200000001')).toEqual({
      success: true,
      // Of a demo, in which nothing is sent.
      message: 'Your code is ready.',
      resend_after: 30,
    });
    const code = await codeFor('9200000001');
    expect(code).toMatch(/^\d{6}$/);
    const answer = await verify('9200000001', code);
    const user = { token: expect.stringMatching(/^.{20,}$/), name: '', email: '' };
    expect(answer).toEqual({ success: true, message: expect.any(String), user });
    const signedIn = createClient(stack.url);
    signedIn.token = 'user' in answer ? answer.user.token : '';
    expect((await signedIn.ask('getProfile', {})).profile.mobile_number).toBe('9200000001');
  });

  test.each(['12345', '5123456789', '98765432101', '+919876543210', 'abcdefghij', '', "9'; drop table drivers"])(
    'is not sent to %j, with a sentence that says what is needed',
    async (mobile) => {
      expect(await login(mobile)).toEqual({
        success: false,
        message: 'Enter a 10-digit Indian mobile number that starts with 6, 7, 8 or 9.',
        code: 'mobile_invalid',
      });
    },
  );

  test('works once [ACCOUNT-1]', async () => {
    await login('9200000002');
    const code = await codeFor('9200000002');
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify('9200000002', code)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await verify('9200000002', code)).toMatchObject({ code: 'code_expired' });
  });

  test('is refused after five wrong tries, even if the sixth is right [OTP-14, ACCOUNT-3]', async () => {
    await login('9200000003');
    const code = await codeFor('9200000003');
    for (const left of [4, 3, 2, 1]) {
      expect(await verify('9200000003', wrong(code))).toMatchObject({
        code: 'code_wrong',
        message: expect.stringContaining(left === 1 ? '1 try' : `${left} tries`),
      });
    }
    expect(await verify('9200000003', wrong(code))).toMatchObject({ code: 'code_expired' });
    expect(await verify('9200000003', code)).toMatchObject({ code: 'code_expired' });
  });

  test('cannot be guessed by many tries at once [ACCOUNT-3]', async () => {
    await login('9200000004');
    const code = await codeFor('9200000004');
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify('9200000004', wrong(code))));
    expect(answers.filter((answer) => 'code' in answer && answer.code === 'code_wrong')).toHaveLength(4);
    expect(await verify('9200000004', code)).toMatchObject({ code: 'code_expired' });
  });

  test('is valid for five minutes: it is accepted a second before the end, and refused a second after it [ACCOUNT-2]', async () => {
    const answers = [];
    for (const [mobile, afterMs] of [
      ['9200000005', 299_000],
      ['9200000008', 301_000],
    ] as const) {
      await login(mobile);
      const code = await codeFor(mobile);
      clock.advance(afterMs);
      answers.push(await verify(mobile, code));
    }
    expect(answers).toMatchObject([{ success: true }, { success: false, code: 'code_expired' }]);
  });

  test('can be requested again after 30 s, and then only the new one is valid [OTP-16]', async () => {
    await login('9200000006');
    const first = await codeFor('9200000006');
    clock.advance(10_000);
    expect(await login('9200000006')).toMatchObject({
      code: 'code_too_soon',
      message: expect.stringContaining('20 s'),
    });
    clock.advance(20_000);
    await login('9200000006');
    const second = await codeFor('9200000006');
    if (first !== second) expect(await verify('9200000006', first)).toMatchObject({ code: 'code_wrong' });
    expect(await verify('9200000006', second)).toMatchObject({ success: true });
  });

  test('is sent at most five times an hour to one number [ACCOUNT-6]', async () => {
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await login('9200000007')).toMatchObject({ success: true });
      clock.advance(31_000);
    }
    expect(await login('9200000007')).toMatchObject({ code: 'code_limit_number' });
    clock.advance(60 * 60_000);
    expect(await login('9200000007')).toMatchObject({ success: true });
  });

  test('is sent and accepted for digits of a Hindi keyboard too', async () => {
    const hindi = (text: string) => text.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));
    expect(await login(hindi('9200000010'))).toMatchObject({ success: true });
    const code = await codeFor('9200000010');
    expect(await verify(hindi('9200000010'), hindi(code))).toMatchObject({ success: true });
  });

  test('requested with less than six digits is refused, not delayed [OTP-10]', async () => {
    expect(await verify('9200000001', '123')).toMatchObject({ success: false, code: 'code_missing' });
  });
});

test('requests are limited by address with an installation’s default settings, also many at once [ACCOUNT-6]', async () => {
  const strict = await testApp({ clock, env: { CODES_PER_ADDRESS_HOUR: '20' } });
  const asker = createClient(strict.url);
  const numbers = Array.from({ length: 40 }, (_, asked) => `93000000${String(asked).padStart(2, '0')}`);
  const answers = await Promise.all(numbers.map((number) => asker.call('login', { body: { mobile_no: number } })));
  const refused = answers.filter((answer) => !answer.success);
  expect(answers.length - refused.length).toBe(20);
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 'code_limit_address'));
  const later = () => asker.call('login', { body: { mobile_no: '9300000099' } });
  clock.advance(59 * 60_000);
  expect(await later()).toMatchObject({ code: 'code_limit_address' });
  clock.advance(60_000);
  expect(await later()).toMatchObject({ success: true });
});

describe('a token', () => {
  test('that is missing, wrong or revoked gets 401 [GATE-6, ACCOUNT-10]', async () => {
    const driver = await stack.driver('9200000020', 0);
    const status = async (token: string) =>
      (await fetch(`${stack.url}/api-v1/user/get-profile`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status(driver.token)).toBe(200);
    expect(await status('')).toBe(401);
    expect(await status('nonsense')).toBe(401);
    await driver.ask('signOut', { body: {} });
    expect(await status(driver.token)).toBe(401);
  });

  test('lives for 90 days from its last use, which is stored to the hour [ACCOUNT-9]', async () => {
    const HOUR_MS = 3_600_000;
    const DAY_MS = 24 * HOUR_MS;
    const used = await stack.driver('9200000021', 0);
    const unused = await stack.driver('9200000024', 0);
    clock.advance(2 * HOUR_MS);
    expect(await profileOf(used)).toMatchObject({ success: true });
    clock.advance(89 * DAY_MS + 23 * HOUR_MS);
    expect(await profileOf(used)).toMatchObject({ success: true });
    expect(await profileOf(unused)).toMatchObject({ code: 'signed_out' });
    clock.advance(89 * DAY_MS + 23 * HOUR_MS);
    expect(await profileOf(used)).toMatchObject({ success: true });
    clock.advance(90 * DAY_MS + HOUR_MS);
    expect(await profileOf(used)).toMatchObject({ code: 'signed_out' });
  });

  test('of each device of a driver ends when one of them signs out everywhere, and no other driver’s does [ACCOUNT-18]', async () => {
    const phone = await stack.driver('9200000025', 0);
    const stranger = await stack.driver('9200000026', 0);
    const [tablet, laptop] = [await secondDevice('9200000025'), await secondDevice('9200000025')];
    for (const device of [phone, tablet, laptop]) expect(await profileOf(device)).toMatchObject({ success: true });
    await tablet.ask('signOut', { body: { everywhere: true } });
    for (const device of [phone, tablet, laptop]) expect(await profileOf(device)).toMatchObject({ code: 'signed_out' });
    expect(await profileOf(stranger)).toMatchObject({ success: true });
    expect(await profileOf(await secondDevice('9200000025'))).toMatchObject({ success: true });
  });

  test('is stored hashed, and so are codes [ACCOUNT-8]', async () => {
    const driver = await stack.driver('9200000022', 0);
    await login('9200000023');
    const code = await codeFor('9200000023');
    const { rows } = await stack.app.database.$client.query<{ all: string }>(
      `select string_agg(t::text, ' ') as all from (select to_jsonb(t) as t from tokens t union all select to_jsonb(c) from one_time_codes c) x`,
    );
    expect(rows[0]?.all).not.toContain(driver.token);
    expect(rows[0]?.all).not.toMatch(new RegExp(`\\b${code}\\b`));
  });
});

describe('the profile', () => {
  let nameless: Client;
  beforeAll(async () => {
    nameless = await stack.driver('9200000031', 0);
  });

  test('stores the saved name and e-mail [API-23, API-21]', async () => {
    const driver = await stack.driver('9200000030', 0);
    await driver.ask('updateUser', { body: { name: ' Asha Rao ', email: 'asha@example.com' } });
    const { profile } = await driver.ask('getProfile', {});
    expect(profile).toMatchObject({
      name: 'Asha Rao',
      email: 'asha@example.com',
      mobile_country_code: '+91',
      balance: { balance: 0 },
    });
    expect(profile.vehicle).toMatchObject({ vehicle_registration_number: 'KA01AB0030' });
  });

  test.each([
    ['', 'a@example.com', 'name_invalid'],
    ['x'.repeat(81), 'a@example.com', 'name_invalid'],
    ['\u200D\uFE0F', 'a@example.com', 'name_invalid'],
    ['- . 🚗', 'a@example.com', 'name_invalid'],
    ['Asha', 'not-an-address', 'email_invalid'],
  ])('refuses the name %j with the e-mail %j', async (name, email, code) => {
    expect(await nameless.call('updateUser', { body: { name, email } })).toMatchObject({ code });
  });
});

describe('the business of a driver', () => {
  const who = { name: 'Asha', email: 'asha@example.com' };
  const business = {
    gstin: '27AAPFU0939F1ZV',
    business_name: 'Rao Logistics LLP',
    business_address: '4 Depot Road, Pune 411001',
  };
  let refused: Client;
  beforeAll(async () => {
    refused = await stack.driver('9200000033', 0);
  });
  const save = (driver: Client, facts: object) => driver.call('updateUser', { body: { ...who, ...facts } });
  const businessOf = async (driver: Client) => {
    const { gstin, business_name, business_address } = (await driver.ask('getProfile', {})).profile;
    return { gstin, business_name, business_address };
  };

  test('is stored as typed except for spaces and case, stays if a request leaves it out, and is removed with its GSTIN [TAX-24]', async () => {
    const driver = await stack.driver('9200000032', 0);
    expect(await businessOf(driver)).toEqual({});
    const typed = { ...business, gstin: '27 aapfu-0939 f1zv', business_name: ' Rao Logistics LLP ' };
    expect(await save(driver, typed)).toMatchObject({ success: true });
    expect(await businessOf(driver)).toEqual(business);
    expect(await save(driver, {})).toMatchObject({ success: true });
    expect(await businessOf(driver)).toEqual(business);
    expect(await save(driver, { ...business, gstin: '' })).toMatchObject({ success: true });
    expect(await businessOf(driver)).toEqual({});
  });

  test.each([
    [{ gstin: '27AAPFU0939F1ZW' }, 'gstin_invalid'],
    [{ gstin: '27AAPFU0939F1Z' }, 'gstin_invalid'],
    [{ gstin: '98AAPFU0939F1ZV' }, 'gstin_invalid'],
    [{ business_name: ' ' }, 'business_name_invalid'],
    [{ business_name: 'x'.repeat(101) }, 'business_name_invalid'],
    [{ business_address: '- .' }, 'business_address_invalid'],
    [{ business_address: 'x'.repeat(201) }, 'business_address_invalid'],
  ])('with %o is refused, and nothing is changed [TAX-24]', async (wrong, code) => {
    expect(await save(refused, { name: 'Changed', ...business, ...wrong })).toMatchObject({ success: false, code });
    expect((await refused.ask('getProfile', {})).profile).not.toMatchObject({ name: 'Changed' });
    expect(await businessOf(refused)).toEqual({});
  });

  test('with a mistyped GSTIN is refused in the driver’s language [TAX-24]', async () => {
    const body = { ...who, ...business, gstin: '27AAPFU0939F1ZW' };
    const said = async (language: string) => refused.call('updateUser', { body }, { 'accept-language': language });
    expect(await said('en')).toMatchObject({ message: expect.stringContaining('This GSTIN is not right') });
    expect(await said('hi')).toMatchObject({ message: expect.stringContaining('यह GSTIN सही नहीं है') });
  });
});
