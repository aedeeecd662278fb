import { describe, expect, test } from 'vitest';
import { api } from '@bijli/contract/api';
import { createClient } from '@bijli/contract/client';
import type { Endpoint } from '@bijli/contract/endpoint';
import { testApp } from '#testing/app.ts';
import { rawCall } from '#testing/raw-call.ts';

/** What a client reads, byte for byte as the specification names it. */
const stack = await testApp({
  env: {
    MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key={key}',
    MAP_KEY: 'secret',
    MAP_ATTRIBUTION: '© the map makers',
  },
});
const user = '/api-v1/user';
const property_id = 'test-station';
const codeFor = async (mobile: string) =>
  (await createClient(stack.url).ask('demoMessages', { query: { mobile } }))[0]?.code ?? '';
const some = expect.stringMatching(/\S/);

test('every call of the specification is below /api-v1/user of the host, and nowhere else [API-1]', async () => {
  const calls = Object.values<Endpoint>(api).filter(({ refusals }) => refusals === 'in-body');
  expect(calls.length).toBeGreaterThan(20);
  for (const { method, path } of calls) {
    expect(path.startsWith(`${user}/`)).toBe(true);
    const body = method === 'POST' ? {} : undefined;
    expect((await rawCall(stack.url, `${method} ${path}`, { body })).status).not.toBe(404);
    expect((await rawCall(stack.url, `${method} ${path.slice(user.length)}`, { body })).status).toBe(404);
  }
});

describe('signing in', () => {
  test('sends a number, then the number with six digits as text, and returns token, name and e-mail [ENTITY-1, ENTITY-22, ENTITY-23]', async () => {
    const mobile_no = '9555000001';
    expect((await rawCall(stack.url, `POST ${user}/login`, { body: { mobile_no } })).body).toEqual({
      success: true,
      message: some,
      resend_after: 30,
    });
    const code = await codeFor(mobile_no);
    const verify = (req_otp: unknown) =>
      rawCall(stack.url, `POST ${user}/verify-otp`, { body: { mobile_no, req_otp } });
    expect((await verify(code.slice(0, 5))).body).toMatchObject({ success: false, code: 'code_missing' });
    expect((await verify(Number(code))).body).toMatchObject({ success: false, code: 'bad_request' });
    const { status, body } = await verify(code);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: some, user: { token: some, name: '', email: '' } });
    const { token } = body['user'] as { token: string };
    expect((await rawCall(stack.url, `GET ${user}/get-profile`, { token })).status).toBe(200);
    const lowerCase = { headers: { authorization: `bearer ${token}` } };
    expect((await fetch(`${stack.url}${user}/get-profile`, lowerCase)).status).toBe(200);
  });

  test('in Hindi gets answers and the SMS in Hindi; the next call may ask for English', async () => {
    const mobile_no = '9555000002';
    const login = await rawCall(stack.url, `POST ${user}/login`, { body: { mobile_no }, language: 'hi-IN,en;q=0.5' });
    expect(login.body['message']).toBe('आपका कोड तैयार है।');
    const [message] = await createClient(stack.url).ask('demoMessages', { query: { mobile: mobile_no } });
    expect(message?.text).toContain(`${message?.code} आपका Bijli कोड है।`);
    expect(message?.text.split('\n').at(-1)).toBe(`@127.0.0.1 #${message?.code}`);
    const verify = (req_otp: string, language: string) =>
      rawCall(stack.url, `POST ${user}/verify-otp`, { body: { mobile_no, req_otp }, language });
    expect((await verify('1', 'hi')).body['message']).toBe('कोड के सभी छह अंक डालें।');
    expect((await verify('1', 'en,hi;q=0.1')).body['message']).toBe('Enter the six digits of the code.');
  });
});

describe('an action', () => {
  test('that succeeds gets a sentence to show: bookmark, default vehicle, review [ERROR-2]', async () => {
    const { token, ask } = await stack.driver('9555000003', 0);
    const vehicles = (await ask('getCharger', { query: { property_id } })).vehicles;
    const tasks = [
      [`POST ${user}/save-bookmark`, { status: true, property_id }],
      [`POST ${user}/add-default-vehicle`, { id: vehicles[0]?.id }],
      [`POST ${user}/add-reviews`, { property_id, comment: '', tags: [], rate: 5 }],
    ] as const;
    for (const [call, body] of tasks) {
      const english = await rawCall(stack.url, call, { token, body });
      expect(english.body).toEqual({ success: true, message: some });
      const hindi = await rawCall(stack.url, call, { token, body, language: 'hi' });
      expect(hindi.body).toEqual({ success: true, message: expect.stringMatching(/\p{Script=Devanagari}/u) });
    }
  });

  test('that is refused gets the reason in the language of the call [API-33]', async () => {
    const { token } = await stack.driver('9555000004', 0);
    const refusals = [
      [`POST ${user}/save-bookmark`, { status: true, property_id: 'nowhere' }],
      [`POST ${user}/add-user-vehicle`, { regno: 'nonsense', vehicle_id: 'x' }],
      [`POST ${user}/transaction/remote-stop`, { transaction_id: 'B-NONE' }],
      [`POST ${user}/initiate-payment`, { amount: -1 }],
      [`POST ${user}/initiate-payment`, { amount: 'much' }],
      [`POST ${user}/report-fault`, { property_id: 'nowhere', kind: 'damaged', comment: '' }],
      ['POST /api-v1/nothing', {}],
    ] as const;
    for (const [call, body] of refusals) {
      const answer = await rawCall(stack.url, call, { token, body, language: 'hi-IN,hi;q=0.9,en;q=0.8' });
      expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/\p{Script=Devanagari}/u) });
    }
    const signedOut = await rawCall(stack.url, `GET ${user}/get-profile`, { language: 'hi' });
    expect([signedOut.status, signedOut.body['message']]).toEqual([401, 'कृपया फिर से साइन इन करें।']);
  });
});

test('a number may come as the text that was typed or rounded to two decimals [SHEET-15]', async () => {
  const { token } = await stack.driver('9555000014', 100);
  const answerTo = async (call: string, body: object) =>
    (await rawCall(stack.url, `POST ${user}${call}`, { token, body })).body;
  for (const amount of ['500.00', 499.9999999999])
    expect(await answerTo('/initiate-payment', { amount })).toMatchObject({ success: true, amount: 500 });
  expect(await answerTo('/add-reviews', { property_id, comment: '', tags: [], rate: '4' })).toMatchObject({
    success: true,
  });
  const start = { charge_type: 'units', charger_id: 'FAST-1', connector_id: 'FAST-1-1', oem_connector_number: '1' };
  const started = await answerTo('/transaction/remote-start', { ...start, charging_value: (100 / 15).toFixed(2) });
  expect(started).toMatchObject({ success: false, code: 'charger_offline' });
  for (const amount of ['', ' 5', '5e2', '0x10', '5,00', 'NaN', '५००', null, [500]])
    expect(await answerTo('/initiate-payment', { amount })).toMatchObject({ success: false, code: 'bad_request' });
});

test('a vehicle needs its number and model, and appears beside the default one [ENTITY-7, ENTITY-5]', async () => {
  const { token, ask } = await stack.driver('9555000005', 0);
  const model = Object.values((await ask('getAllVehicles', {})).vehicles)[0]?.[1];
  const add = async (body: object) => (await rawCall(stack.url, `POST ${user}/add-user-vehicle`, { token, body })).body;
  expect(await add({ regno: 'KA05MN1234' })).toMatchObject({ success: false, code: 'bad_request' });
  expect(await add({ vehicle_id: model?.id })).toMatchObject({ success: false, code: 'bad_request' });
  expect(await add({ regno: 'KA05MN1234', vehicle_id: model?.id })).toEqual({ success: true, message: some });
  const { vehicles } = await ask('getCharger', { query: { property_id } });
  const vehicle = { id: expect.stringMatching(/^\d+$/), vehicle_id: some, vehicle_name: some, vehicle_image: some };
  expect(vehicles).toHaveLength(2);
  expect(vehicles).toMatchObject([
    { ...vehicle, vehicle_registration_number: 'KA01AB0005', default: 1 },
    {
      ...vehicle,
      vehicle_id: model?.id,
      vehicle_name: model?.name,
      vehicle_image: model?.vehicle_image,
      vehicle_registration_number: 'KA05MN1234',
      default: 0,
    },
  ]);
});

test('the profile has name, e-mail, prefix and number, a balance inside a balance, and the vehicle [ENTITY-16, API-21]', async () => {
  const { token, ask } = await stack.driver('9555000006', 120);
  const before = await rawCall(stack.url, `GET ${user}/get-profile`, { token });
  await ask('updateUser', { body: { name: 'Asha Rao', email: 'asha@example.com' } });
  const { body } = await rawCall(stack.url, `GET ${user}/get-profile`, { token });
  const profile = {
    mobile_country_code: '+91',
    mobile_number: '9555000006',
    balance: { balance: 120 },
    vehicle: expect.objectContaining({
      vehicle_name: some,
      vehicle_registration_number: 'KA01AB0006',
      vehicle_image: some,
    }),
  };
  expect(before.body).toEqual({ success: true, profile: { ...profile, name: '', email: '' } });
  expect(body).toEqual({ success: true, profile: { ...profile, name: 'Asha Rao', email: 'asha@example.com' } });
});

test('a review has station, comment, list of tags and stars, and is read back the same [ENTITY-18]', async () => {
  const { token } = await stack.driver('9555000007', 0);
  const review = { property_id, comment: 'Shade and tea.', tags: ['Amenities', 'Cleanliness'], rate: 4 };
  const written = await rawCall(stack.url, `POST ${user}/add-reviews`, { token, body: review });
  expect(written.body).toEqual({ success: true, message: some });
  const { body } = await rawCall(stack.url, `GET ${user}/reviews?property_id=${property_id}`, { token });
  expect(body['reviews']).toContainEqual(
    expect.objectContaining({ comment: review.comment, tags: review.tags, rate: review.rate, mine: true }),
  );
  for (const missing of Object.keys(review)) {
    const answer = await rawCall(stack.url, `POST ${user}/add-reviews`, {
      token,
      body: { ...review, [missing]: undefined },
    });
    expect(answer.body).toMatchObject({ success: false, code: 'bad_request' });
  }
});

test('the browser’s request after PhonePe’s page has code, transaction and checksum, and gets the state of the payment [API-13]', async () => {
  const { token, ask } = await stack.driver('9555000008', 0);
  const order = await ask('initiatePayment', { body: { amount: 75 } });
  const say = async (body: object) =>
    (await rawCall(stack.url, `POST ${user}/response-payment-phonepe`, { token, body })).body;
  const word = { code: 'CONCLUDED', transactionId: order.txnId, checksum: order.checksum };
  expect(await say({ ...word, checksum: '0'.repeat(64) })).toMatchObject({ success: false, message: some });
  expect(await say(word)).toEqual({ success: true, message: 'The payment is being checked.' });
  await fetch(`${order.pay_url}/pay`, { method: 'POST', redirect: 'manual' });
  expect(await say(word)).toEqual({ success: true, message: 'The money is in your wallet.' });
  expect((await ask('getWallet', { query: {} })).wallet.balance).toBe(75);
});

test('a station page has amenities, hours in words, the network and the time when a charge point was last heard', async () => {
  const { token, ask } = await stack.driver('9555000009', 0);
  expect((await ask('getCharger', { query: { property_id } })).station).toEqual({
    amenities: [],
    opening_hours: ['Open 24 hours'],
    open_now: true,
    network: 'Test',
  });
  const before = new Date().toISOString();
  await stack.chargePoint('SLOW-1');
  const { body } = await rawCall(stack.url, `GET ${user}/get-charger?property_id=${property_id}`, {
    token,
    language: 'hi',
  });
  const facts = body['station'] as { last_seen: string };
  expect(facts).toMatchObject({ opening_hours: ['24\u202Fघंटे खुला'] });
  expect(facts.last_seen >= before).toBe(true);
  expect(body['chargers']).toMatchObject([{ connectors: [{ name: 'कनेक्टर 1' }, {}] }, {}]);
});

test('clients get the address of a map service with its key, and pages may load from it', async () => {
  const { map } = await createClient(stack.url).ask('clientConfig', {});
  expect(map).toEqual({
    tiles_url: 'https://tiles.example/{z}/{x}/{y}.png?key=secret',
    attribution: '© the map makers',
  });
  const policy = (await fetch(`${stack.url}/client-config`)).headers.get('content-security-policy') ?? '';
  const sources = (directive: string) => policy.split(';').find((part) => part.trim().startsWith(directive));
  expect(sources('connect-src')).toContain(' https://tiles.example');
  expect(sources('img-src')).toContain(' https://tiles.example');
  expect(sources('script-src ')).not.toContain('tiles.example');
});
