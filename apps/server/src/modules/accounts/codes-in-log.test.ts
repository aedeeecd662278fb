import { PassThrough } from 'node:stream';
import { createClient } from '@bijli/contract/client';
import { createSmsSandbox } from '@bijli/payment-sandbox/sms-sandbox';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '#kernel/log.ts';
import { testApp } from '#testing/app.ts';
import { PRODUCTION } from '#testing/production.ts';
import { registeredTexts } from '#testing/sms-templates.ts';

const written: string[] = [];
const lines = new PassThrough();
lines.on('data', (chunk: Buffer) => written.push(chunk.toString()));

const { MSG91_AUTHKEY: authKey = '', MSG91_TEMPLATE_CODE: templateId = '' } = PRODUCTION;
const templates = { [templateId]: registeredTexts('en', '127.0.0.1').code };
const sms = await createSmsSandbox({ msg91: { authKey, templates } });
afterAll(() => sms.close());
const vendor = Object.fromEntries(Object.entries(PRODUCTION).filter(([name]) => /^(MSG91|SMS)_/.test(name)));
const world = await testApp({ log: createLog('trace', lines), env: { ...vendor, MSG91_API_URL: sms.url } });
const client = createClient(world.url);

test('a code goes by MSG91 to the phone, signs in, and stands in no line of the log at any level', async () => {
  const mobile_no = '9200012345';
  await client.ask('login', { body: { mobile_no } });
  const code = /^\d{6}/.exec(sms.sent[0]?.text ?? '')?.[0] ?? '';
  expect(sms.sent).toMatchObject([{ to: mobile_no, templateId }]);
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

test('a vendor that is down is said to the driver, uses up none of their codes, and shows neither number nor code in the log', async () => {
  const mobile_no = '9200054321';
  written.length = 0;
  sms.fail('down');
  const say = (language: string) => client.call('login', { body: { mobile_no } }, { 'accept-language': language });
  expect(await say('en')).toEqual({
    success: false,
    code: 'sms_failed',
    message: 'Short messages cannot be sent at the moment. Please try again in a minute.',
  });
  sms.fail(undefined);
  const log = written.join('');
  expect(log).toContain('sms.failed');
  expect(log).toContain('…21');
  expect(log).not.toContain(mobile_no);
  expect(log.replaceAll(/"pid":\d+/g, '')).not.toMatch(/\b\d{6}\b/);
  const counted = await world.app.database.$client.query('select from code_requests where mobile = $1', [mobile_no]);
  expect(counted.rowCount).toBe(0);
});
