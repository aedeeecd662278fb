import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSmsSandbox, type SmsQuirk, type SmsSandbox } from '@bijli/payment-sandbox/sms-sandbox';
import type { Msg91Config, TwilioConfig } from '#config/sms-config.ts';
import { TestClock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { SMS_TEMPLATES, type SmsTemplate } from '#kernel/messages/sms-templates.ts';
import type { ShortMessage, SmsSender } from '#modules/accounts/index.ts';
import { eventually } from '#testing/eventually.ts';
import { registeredTexts } from '#testing/registered-texts.ts';
import { chosenSmsSender } from './chosen-sms-sender.ts';

const NAMES = Object.keys(SMS_TEMPLATES) as SmsTemplate[];
const texts = { en: registeredTexts('en', 'charge.example'), hi: registeredTexts('hi', 'charge.example') };
const AUTH_KEY = '412345AbCdEfGh6543f2a1';
const SID = 'ACb9a7c2d4e6f8a0b1c2d3e4f5a6b7c8d9';
const lines: string[] = [];
const note = (...facts: unknown[]) => void lines.push(JSON.stringify(facts));
const log = { debug: note, info: note, warn: note, error: note } as unknown as Log;
const clock = new TestClock('2026-11-20T10:00:00Z');
const context = { log, clock };

let sandbox: SmsSandbox;
beforeAll(async () => {
  const templates = NAMES.flatMap((name) => [
    [`t-${name}`, texts.en[name]] as const,
    [`h-${name}`, texts.hi[name]] as const,
  ]);
  sandbox = await createSmsSandbox({
    msg91: { authKey: AUTH_KEY, templates: Object.fromEntries(templates) },
    twilio: { accountSid: SID, authToken: 'the-token', senders: ['+15005550006', 'MG1'] },
  });
});
afterAll(() => sandbox.close());
beforeEach(() => void (lines.length = 0));
afterEach(() => sandbox.fail(undefined));

const msg91 = (more: Partial<Msg91Config> = {}): Msg91Config => ({
  name: 'msg91',
  apiUrl: sandbox.url,
  authKey: AUTH_KEY,
  templates: Object.fromEntries(
    NAMES.map((name) => [name, { en: `t-${name}`, hi: `h-${name}` }]),
  ) as Msg91Config['templates'],
  ...more,
});
const twilio = (more: Partial<TwilioConfig> = {}): TwilioConfig => ({
  name: 'twilio',
  apiUrl: sandbox.url,
  accountSid: SID,
  authToken: 'the-token',
  from: { From: '+15005550006' },
  ...more,
});

const CODE = '804217';
const code = (language = 'en'): ShortMessage => ({
  to: '9876543210',
  text: texts[language as 'en'].code.replaceAll('##code##', CODE),
  template: 'code',
  language,
  values: { code: CODE },
});
const failed = expect.objectContaining({ code: 'sms_failed' });

describe.each<[string, () => SmsSender]>([
  ['MSG91', () => chosenSmsSender(msg91(), context)],
  ['Twilio', () => chosenSmsSender(twilio(), context)],
])('%s', (_, sender) => {
  test('sends a code with its registered text, in English and in Hindi', async () => {
    for (const language of ['en', 'hi']) {
      await sender().send(code(language));
      expect(sandbox.sent.at(-1)).toMatchObject({ to: '9876543210', text: code(language).text });
    }
    expect(lines).toEqual([]);
  });

  test.each<SmsQuirk>(['unauthorised', 'too_many', 'down', 'silent', 'cut', 'nonsense', 'refused_with_200'])(
    'that is %s sends nothing, is asked once, and leaves neither number nor code in the log',
    async (quirk) => {
      const [calls, sent] = [sandbox.calls, sandbox.sent.length];
      sandbox.fail(quirk);
      const refused = expect(sender().send(code())).rejects.toEqual(failed);
      if (quirk === 'silent') await eventually(() => expect(sandbox.calls - calls).toBe(1));
      if (quirk === 'silent') clock.advance(10_000);
      await refused;
      expect([sandbox.calls - calls, sandbox.sent.length - sent]).toEqual([1, 0]);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain('"event":"sms.failed"');
      expect(lines[0]).toContain('"to":"…10"');
      expect(lines[0]).not.toMatch(/804217|98765|43210|the-token|412345/);
    },
  );
});

test('a provider that was not reached is asked once more after a moment, and not again', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const apiUrl = `http://127.0.0.1:${port}`;
  const own = new TestClock('2026-11-20T10:00:00Z');
  const send = () => chosenSmsSender(msg91({ apiUrl }), { log, clock: own }).send(code());
  const moment = () => eventually(() => expect(own.nextDueInMs).toBe(500));
  const refused = expect(send()).rejects.toEqual(failed);
  await moment();
  own.advance(500);
  await refused;
  expect(lines).toEqual([expect.stringContaining('"reason":"ECONNREFUSED"')]);

  const taken = send();
  await moment();
  const returned = await createSmsSandbox({
    msg91: { authKey: AUTH_KEY, templates: { 't-code': texts.en.code } },
    port,
  });
  own.advance(500);
  await taken;
  expect(returned.sent).toHaveLength(1);
  await returned.close();
});

/** A provider that answers every message so; where it listens. */
async function providerThatSays(status: number, body: string): Promise<string> {
  const provider = createServer((socket) => {
    const head = `HTTP/1.1 ${status} Told\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.once('data', () => socket.end(head + body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void provider.close());
  await once(provider, 'listening');
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
}

describe.each<[string, (apiUrl: string) => SmsSender, string]>([
  ['MSG91', (apiUrl) => chosenSmsSender(msg91({ apiUrl }), context), '{"type":"error","code":418,"message":"no"}'],
  ['Twilio', (apiUrl) => chosenSmsSender(twilio({ apiUrl }), context), '{"code":21211,"status":400,"message":"no"}'],
])('a message that %s', (_, sender, refusal) => {
  test.each<[string, number, string, boolean]>([
    ['refuses in its own words', 400, refusal, false],
    ['answers for with a gateway’s page of trouble', 502, '<h1>Bad Gateway</h1>', true],
    ['refuses in its own words while it is in trouble', 503, refusal, true],
    ['answers for with a text that is cut short', 200, refusal.slice(0, 12), true],
    ['answers for with what says nothing of a message', 200, '{}', true],
    ['answers for with a page of refusal that is not its own', 403, '<h1>Forbidden</h1>', true],
  ])('%s', async (_told, status, body, unsure) => {
    const sent = sender(await providerThatSays(status, body)).send(code());
    await expect(sent).rejects.toEqual(expect.objectContaining({ code: 'sms_failed', facts: { isUnsure: unsure } }));
    expect(lines).toHaveLength(1);
  });
});

test('MSG91 may give the code of a refusal as a number', async () => {
  const apiUrl = await providerThatSays(200, '{"type":"error","code":418,"message":"no"}');
  await expect(chosenSmsSender(msg91({ apiUrl }), context).send(code())).rejects.toEqual(failed);
  expect(lines).toEqual([expect.stringContaining('418')]);
});

test('the sandbox refuses texts that differ from the registered template, and senders without permission', async () => {
  const before = sandbox.sent.length;
  const wrong = [
    chosenSmsSender(msg91({ authKey: 'another' }), context),
    chosenSmsSender(msg91({ templates: { ...msg91().templates, code: { en: 'unknown', hi: undefined } } }), context),
    chosenSmsSender(twilio({ authToken: 'another' }), context),
    chosenSmsSender(twilio({ from: { From: 'STRANGR' } }), context),
  ];
  for (const sender of wrong) await expect(sender.send(code())).rejects.toEqual(failed);
  const sender = chosenSmsSender(msg91(), context);
  for (const values of [{}, { code: CODE, more: 'x' }] as Record<string, string>[])
    await expect(sender.send({ ...code(), values })).rejects.toEqual(failed);
  await expect(sender.send({ ...code(), to: '12345' })).rejects.toEqual(failed);
  expect(sandbox.sent).toHaveLength(before);
});

test('a text that is registered only in English is sent in English, and Twilio may send through a service', async () => {
  const templates = { ...msg91().templates, code: { en: 't-code', hi: undefined } };
  await chosenSmsSender(msg91({ templates }), context).send(code('hi'));
  expect(sandbox.sent.at(-1)).toMatchObject({ templateId: 't-code', text: code('en').text });
  await chosenSmsSender(twilio({ from: { MessagingServiceSid: 'MG1' } }), context).send(code('hi'));
  expect(sandbox.sent.at(-1)).toMatchObject({ provider: 'twilio', text: code('hi').text });
});

test('docs/sms-templates.md has the texts to register as they are sent', () => {
  const page = readFileSync(new URL('../../../../../docs/sms-templates.md', import.meta.url), 'utf8');
  for (const language of ['en', 'hi'] as const) {
    const registered = registeredTexts(language, 'YOUR-DOMAIN');
    for (const name of NAMES) expect(page, `${name} ${language}`).toContain(`\n${registered[name]}\n`);
  }
});
