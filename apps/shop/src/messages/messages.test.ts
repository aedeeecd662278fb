import { expect, test } from 'vitest';
import { STATES } from '@bijli/contract/state-codes';
import { compareEn } from './compare-en.ts';
import { compareHi } from './compare-hi.ts';
import { en } from './en.ts';
import { finderEn } from './finder-en.ts';
import { finderHi } from './finder-hi.ts';
import { hi } from './hi.ts';
import { orderFormEn } from './order-form-en.ts';
import { orderFormHi } from './order-form-hi.ts';
import { ordersEn } from './orders-en.ts';
import { ordersHi } from './orders-hi.ts';
import { STATES_HI } from './states-hi.ts';

/** Numbers that no text contains, so that they can be found in the result of a function. */
const SAMPLES = [61, 62, 63];

/** Every text with its key. The text of a function is its result for the samples. */
function texts(messages: unknown, path = ''): [string, string][] {
  if (typeof messages === 'string') return [[path, messages]];
  if (messages instanceof Map) return texts(Object.fromEntries(messages), path);
  if (path.endsWith('.changed')) {
    const figures = { price: SAMPLES[0], shipping_price: SAMPLES[1] };
    return [[path, (messages as (of: object) => string)(figures)]];
  }
  if (typeof messages === 'function') {
    const make = messages as (...given: string[]) => string;
    return ['.orderForm', '.finder', '.comparison'].includes(path)
      ? []
      : [[path, make(...SAMPLES.slice(0, make.length || 2).map(String))]];
  }
  return Object.entries(messages as object).flatMap(([key, each]) => texts(each, `${path}.${key}`));
}

const both = [
  ['the catalogue', en, hi],
  ['the finder', finderEn, finderHi],
  ['the comparison', compareEn, compareHi],
  ['the order form', orderFormEn, orderFormHi],
  ['orders', ordersEn, ordersHi],
] as const;
const samplesIn = (text: string) => SAMPLES.filter((sample) => text.includes(String(sample)));

/** Words that stay in Latin letters: names, units, connectors, and what is printed so on goods and bills. */
const LATIN = new Set(
  `AC DC CCS2 GB Bharat Type kW kWh GST GSTIN SKU PDF WhatsApp DEMO English A name@example.com en hi hi_IN hi-IN-u-nu-latn`.split(
    ' ',
  ),
);
const latinIn = (text: string) => (text.match(/[A-Za-z][\w@.-]*\w|[A-Za-z]/g) ?? []).filter((word) => !LATIN.has(word));

test.each(both)('no text of %s is missing in Hindi or partly in English, and each uses its values', (...of) => {
  const [, english, hindi] = of;
  const original = new Map(texts(english));
  const translated = new Map(texts(hindi));
  expect([...translated.keys()].toSorted()).toEqual([...original.keys()].toSorted());
  for (const [path, text] of translated) {
    expect(text.trim(), path).not.toBe('');
    expect(samplesIn(text), path).toEqual(samplesIn(original.get(path) ?? ''));
    expect(latinIn(text), path).toEqual([]);
  }
});

test('every State has a Hindi name', () => {
  expect(Object.keys(STATES_HI).toSorted()).toEqual(STATES);
});
