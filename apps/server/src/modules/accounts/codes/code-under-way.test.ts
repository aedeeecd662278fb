import { expect, test } from 'vitest';
import { createEvents } from '#events/events.ts';
import { TestClock } from '#kernel/clock.ts';
import { en } from '#kernel/messages/en.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { createAccounts, smsRefusal } from '../index.ts';

const clock = new TestClock('2026-11-20T08:00:00Z');
const caller = { address: '203.0.113.1', site: undefined, device: undefined };
/** Messages that the provider was handed, each until it says whether it took it. */
const handed: { code: string; taken: PromiseWithResolvers<void> }[] = [];
let arrived = Promise.withResolvers<void>();
const accounts = createAccounts({
  database: await testDatabase(),
  clock,
  log: testLog,
  limits: { perNumberHour: 100, perAddressHour: 100, perHour: 100 },
  domain: 'bijli.example',
  events: createEvents({ log: testLog }),
  sms: {
    send({ values }) {
      const taken = Promise.withResolvers<void>();
      handed.push({ code: values['code'] ?? '', taken });
      arrived.resolve();
      arrived = Promise.withResolvers();
      return taken.promise;
    },
  },
});

/** Asks for a code whose message is now on its way. */
async function asked(mobile: string) {
  clock.advance(31_000);
  const onItsWay = arrived.promise;
  const sent = accounts.sendCode(mobile, caller, en);
  sent.catch(() => undefined);
  await onItsWay;
  const { code, taken } = handed.at(-1) ?? { code: '', taken: Promise.withResolvers<void>() };
  return { code, taken, sent };
}
const verify = (mobile: string, code: string) => accounts.verifyCode(mobile, code, caller);

test('a code that is on its way to the provider is not valid yet, and the previous one still signs in', async () => {
  const mobile = '9744000001';
  const first = await asked(mobile);
  await expect(verify(mobile, first.code)).rejects.toThrow('code_expired');
  first.taken.resolve();
  await first.sent;
  const second = await asked(mobile);
  if (second.code !== first.code) await expect(verify(mobile, second.code)).rejects.toThrow('code_wrong');
  await verify(mobile, first.code);
  second.taken.resolve();
  await second.sent;
  await verify(mobile, second.code);
});

test('no other code is sent to the number meanwhile, and one may be requested as soon as the provider has refused it', async () => {
  const mobile = '9744000002';
  const { taken, sent } = await asked(mobile);
  clock.advance(31_000);
  await expect(accounts.sendCode(mobile, caller, en)).rejects.toThrow('code_too_soon');
  taken.reject(smsRefusal(false));
  await expect(sent).rejects.toThrow('sms_failed');
  const again = await asked(mobile);
  again.taken.resolve();
  await again.sent;
  await verify(mobile, again.code);
});
