import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '@bijli/contract/client';
import { createSmsSandbox, type SmsQuirk } from '@bijli/payment-sandbox/sms-sandbox';
import { TestClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { testApp } from '#testing/app.ts';
import { PRODUCTION } from '#testing/production.ts';
import { registeredTexts } from '#testing/registered-texts.ts';

const written: string[] = [];
const lines = new PassThrough();
lines.on('data', (chunk: Buffer) => written.push(chunk.toString()));

const { MSG91_AUTHKEY: authKey = '', MSG91_TEMPLATE_CODE: templateId = '' } = PRODUCTION;
const templates = { [templateId]: registeredTexts('en', '127.0.0.1').code };
const sms = await createSmsSandbox({ msg91: { authKey, templates } });
afterAll(() => sms.close());
const smsSettings = Object.fromEntries(Object.entries(PRODUCTION).filter(([name]) => /^(MSG91|SMS)_/.test(name)));
const clock = new TestClock('2026-11-20T08:00:00Z');
const stack = await testApp({ clock, log: createLog('trace', lines), env: { ...smsSettings, MSG91_API_URL: sms.url } });
const client = createClient(stack.url);

test('a code is sent by MSG91, signs in, and is in no line of the log at any level [ACCOUNT-7]', async () => {
  const mobile_no = '9200012345';
  await client.ask('login', { body: { mobile_no } });
  const sent = sms.sent.filter(({ to }) => to === mobile_no);
  expect(sent).toMatchObject([{ templateId }]);
  const code = /^\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? '';
  const wrong = await client.call('verifyOtp', {
    body: { mobile_no, req_otp: code === '000000' ? '111111' : '000000' },
  });
  expect(wrong).toMatchObject({ code: 'code_wrong' });
  const { user } = await client.ask('verifyOtp', { body: { mobile_no, req_otp: code } });
  expect(user.token).not.toBe('');
  const log = written.join('');
  expect(log).not.toBe('');
  for (const secret of [code, mobile_no, user.token, authKey]) expect(log).not.toContain(secret);
});

test('a provider’s refusal is shown to the driver, uses up none of their codes, and shows neither number nor code in the log', async () => {
  const mobile_no = '9200054321';
  written.length = 0;
  sms.fail('too_many');
  const say = (language: string) => client.call('login', { body: { mobile_no } }, { 'accept-language': language });
  expect(await say('en')).toEqual({
    success: false,
    code: 'sms_failed',
    message: 'We cannot send SMS right now. Please try again in a minute.',
  });
  sms.fail(undefined);
  const log = written.join('');
  expect(log).toContain('sms.failed');
  expect(log).toContain('…21');
  expect(log).not.toContain(mobile_no);
  expect(log.replaceAll(/"pid":\d+/g, '')).not.toMatch(/\b\d{6}\b/);
  const counted = await stack.app.database.$client.query('select from code_requests where mobile = $1', [mobile_no]);
  expect(counted.rowCount).toBe(0);
});

describe('a message that fails', () => {
  const codeIn = (text = '') => /^\d{6}/.exec(text)?.[0] ?? '';
  /** A driver has a code, asks for another half a minute later, and that goes wrong so. */
  async function secondFails(mobile_no: string, quirk: SmsQuirk) {
    await client.ask('login', { body: { mobile_no } });
    const first = codeIn(sms.sent.at(-1)?.text);
    clock.advance(31_000);
    sms.fail(quirk);
    expect(await client.call('login', { body: { mobile_no } })).toMatchObject({ code: 'sms_failed' });
    sms.fail(undefined);
    const counted = await stack.app.database.$client.query('select from code_requests where mobile = $1', [mobile_no]);
    const verified = await client.call('verifyOtp', { body: { mobile_no, req_otp: first } });
    return { counted: counted.rowCount, verified };
  }

  test('leaves the driver’s present code valid, and another may be requested at once', async () => {
    const { counted, verified } = await secondFails('9200054322', 'too_many');
    expect(counted).toBe(1);
    expect(verified).toMatchObject({ success: true });
    expect(await client.call('login', { body: { mobile_no: '9200054322' } })).toMatchObject({ success: true });
  });

  test('leaves no code to guess if there was none before', async () => {
    const mobile_no = '9200054323';
    sms.fail('too_many');
    await client.call('login', { body: { mobile_no } });
    sms.fail(undefined);
    expect(await client.call('verifyOtp', { body: { mobile_no, req_otp: '000000' } })).toMatchObject({
      code: 'code_expired',
    });
  });

  test.each<[SmsQuirk, string]>([
    ['cut', '9200054324'],
    ['down', '9200054325'],
  ])('counts if a provider that is %s has received it, and its code is the valid one', async (quirk, mobile_no) => {
    const { counted, verified } = await secondFails(mobile_no, quirk);
    expect(counted).toBe(2);
    expect(verified).toMatchObject({ code: 'code_wrong' });
  });
});
