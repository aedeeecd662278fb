import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { providerName } from '@bijli/contract/wallet';
import { usedDataFolder } from '../testing.ts';
import { differences, normalised, type JsonAnswer } from './client-answers.ts';
import { RECORDINGS, withClientFixture } from './client-fixture.ts';
import { runClientSteps, type StepAnswer } from './run-client-steps.ts';

/** Answers that differ from the release before, by provider and path, and why. */
const PLAINER = 'the same, said in plainer words';
const ON_PURPOSE: Record<string, Record<string, string>> = {
  razorpay: { 'login.answer.message': PLAINER },
  payu: { 'login.answer.message': PLAINER },
  phonepe: {
    'login.answer.message': PLAINER,
    'other vehicle.answer.message': PLAINER,
    'too little.answer.message': PLAINER,
    'no name.answer.message': PLAINER,
    'started twice.answer.message': 'a driver whose own charge is at the connector is told that it runs',
    'started twice.answer.code': 'the same',
    'catalogue.answer.<each>.discount_price': 'only some products of the demo are on sale, and the field is optional',
    'no session.answer.message': PLAINER,
    'no invoice.answer.message': PLAINER,
    'waiting.answer.wallet.payment_history.0.remark': 'a top-up that has not come does not say that credits were added',
    'wallet after.answer.wallet.payment_history.1.remark': 'the same',
    'invoice.answer.data.invoice_number': 'numbers bear the State since each has its supplier (decision 20)',
    'invoice.answer.data.tax.documents.0.number': 'the same number',
    'invoice.answer.data.tax.supplier.address': 'the supplier is the one of the State of the station',
    'invoice.answer.data.tax.supplier.gstin': 'the same supplier',
    'invoice.answer.data.tax.supplier.state': 'the same supplier',
  },
};

const dataDir = await usedDataFolder();

test.each(providerName.options)(
  'a client of the specification, recorded against the previous release, gets the same answers from a server with %s',
  async (provider) => {
    const before = JSON.parse(readFileSync(new URL(`${provider}.json`, RECORDINGS), 'utf8')) as StepAnswer[];
    const steps = before.map(({ step }) => step);
    const now = await withClientFixture(provider, dataDir, (url) => runClientSteps(url, steps));
    const found = before.flatMap(({ step, status, answer }, index) => {
      const { status: statusNow, answer: answerNow } = now[index] ?? {};
      const was = { status: status ?? null, answer: answer ?? null } as JsonAnswer;
      const is = { status: statusNow ?? null, answer: normalised(answerNow ?? null, step.varies) };
      return differences(was, is).map((one) => `${step.name}${one}`);
    });
    const meant = Object.keys(ON_PURPOSE[provider] ?? {});
    expect(found.filter((one) => !meant.some((index) => one.startsWith(`${index}:`)))).toEqual([]);
    expect(meant.filter((index) => !found.some((one) => one.startsWith(`${index}:`)))).toEqual([]);
  },
);

describe('a client would notice if', () => {
  const listed = (answers: object[]): JsonAnswer => normalised(answers);
  const many = (one: object): object[] => Array.from({ length: 9 }, () => one);

  test.each<[string, JsonAnswer, JsonAnswer, string[]]>([
    ['a field', { a: 1, b: 2 }, { a: 1 }, ['.b: 2 is missing']],
    ['a value', { a: 'x' }, { a: 'y' }, ['.a: "x" became "y"']],
    ['a type', normalised({ token: 'x' }), normalised({ token: 1 }), ['.token: "<string>" became "<number>"']],
    ['an element', [1, 2], [1], [': [1,2] became [1]']],
    [
      'a time',
      normalised({ at: '2026-11-22T10:00:00.000Z' }),
      normalised({ at: 'soon' }),
      ['.at: "<time>" became "soon"'],
    ],
    ['a field of some', listed(many({ a: 1 })), listed([...many({ a: 1 }), {}]), ['.<each>.a: "<number>" is missing']],
    [
      'a type of some',
      listed(many({ a: 1 })),
      listed([...many({ a: 1 }), { a: null }]),
      ['.<each>.a: "<number>" became "<null or number>"'],
    ],
  ])('%s', (_, before, now, found) => {
    expect(differences(before, now)).toEqual(found);
  });

  test.each<[string, JsonAnswer, JsonAnswer]>([
    ['a field more', { a: 1 }, { a: 1, b: 2 }],
    ['another time', normalised('2026-11-22T10:00:00.000Z'), normalised('2027-01-01T00:00:00Z')],
    ['another number where it varies', normalised({ unit: 1 }, ['unit']), normalised({ unit: 2 }, ['unit'])],
    ['one that may be missing', normalised({ soc: 1 }, ['soc?']), normalised({}, ['soc?'])],
    ['a longer list of the same', listed(many({ a: 1 })), listed([...many({ a: 1 }), ...many({ a: 2, b: 3 })])],
  ])('nothing of %s changes', (_, before, now) => {
    expect(differences(before, now)).toEqual([]);
  });
});
