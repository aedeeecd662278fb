import { expect, test } from 'vitest';
import type { Messages } from './en.ts';
import { en } from './en.ts';
import { hi } from './hi.ts';
import { en as longEn } from './long/en.ts';
import { hi as longHi } from './long/hi.ts';

/** Every language beside English. */
const others: [string, Messages][] = [['hi', hi]];

/** Numbers that no text contains, so each can be found again in a function's result. */
const SAMPLES = [61, 62, 63, 64, 65];

/** Every text with its path. For a function: its result with the samples. */
function texts(messages: unknown, path = ''): [string, string][] {
  if (typeof messages === 'string') return [[path, messages]];
  if (typeof messages === 'function') {
    const made: unknown = (messages as (...given: unknown[]) => unknown)(...SAMPLES.slice(0, messages.length || 2));
    return [[path, Array.isArray(made) ? made.join('') : String(made)]];
  }
  return Object.entries(messages as object).flatMap(([key, each]) => texts(each, `${path}.${key}`));
}

const samplesIn = (text: string) => SAMPLES.filter((sample) => text.includes(String(sample)));

/** Words that stay in Latin letters in every language: names, units, and texts of plates, plugs and bills. */
const LATIN = new Set(
  `Bijli OTP SMS UPI GST IGST CGST SGST GSTIN SAC PAN PIN PDF DPDP EV AC DC CCS kWh kW SoC PhonePe Razorpay PayU WhatsApp
   Act Open EV Data KA05MR4521 KA AB KA-5UF8Q-1 A2 B A name@example.com en-IN hi-IN-u-nu-latn en hi`.split(/\s+/),
);
const latinIn = (text: string) => (text.match(/[A-Za-z][\w@.-]*\w|[A-Za-z]/g) ?? []).filter((word) => !LATIN.has(word));

test.each(others)('in %s no text is missing or empty, and each uses its values', (_, messages) => {
  const english = new Map(texts(en));
  const translated = new Map(texts(messages));
  expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  for (const [path, text] of translated) {
    const original = english.get(path) ?? '';
    if (original.trim() !== '') expect(text.trim(), path).not.toBe('');
    expect(samplesIn(text), path).toEqual(samplesIn(original));
  }
});

test.each(others)('in %s no English is left except names and units', (_, messages) => {
  expect(texts(messages).flatMap(([path, text]) => latinIn(text).map((word) => `${path}: ${word}`))).toEqual([]);
});

test('the long texts are complete in Hindi and have as many parts', () => {
  expect(texts(longHi).map(([path]) => path)).toEqual(texts(longEn).map(([path]) => path));
  const left = texts(longHi).filter(([path, text]) => !path.endsWith('.since') && latinIn(text).length > 0);
  expect(left.map(([path, text]) => `${path}: ${latinIn(text).join(' ')}`)).toEqual([]);
});

test('in Hindi a numbered charger has a Hindi name, and any other name stays', () => {
  expect(['Charger 12', 'Charger by the gate', 'DC 60'].map((name) => hi.chargerName(name))).toEqual([
    'चार्जर 12',
    'Charger by the gate',
    'DC 60',
  ]);
});
