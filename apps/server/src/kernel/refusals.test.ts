import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { refusal, Refusal, type Refusals } from '#kernel/refusal.ts';
import { walletRefusals } from '#modules/wallet/wallet.refusals.ts';

/** Every module's refusals. */
async function tables(): Promise<[string, Refusals][]> {
  const found: [string, Refusals][] = [];
  for await (const file of glob('**/*.refusals.ts', { cwd: `${import.meta.dirname}/..` })) {
    const exported = (await import(`../${file}`)) as Record<string, Refusals>;
    const [name = '', table] = Object.entries(exported).find(([key]) => key.endsWith('Refusals')) ?? [];
    found.push([name, table ?? {}]);
  }
  return found;
}

/** Facts that stand for any. */
const anything: object = new Proxy(
  { field: 'name' },
  { get: (known, name) => Reflect.get(known, name) ?? (name === Symbol.toPrimitive ? () => '7' : 7) },
);

const sentences = async () =>
  (await tables()).flatMap(([name, table]) =>
    Object.entries(table).map(([code, definition]) => {
      const refused = new Refusal(code, definition, anything);
      return { name: `${name}.${code}`, code, en: refused.sentence('en'), hi: refused.sentence('hi') };
    }),
  );

test('every refusal is also written in Hindi, in Devanagari and with the digits of Indian keyboards', async () => {
  const all = await sentences();
  expect(all.length).toBeGreaterThan(75);
  expect(all.filter(({ en, hi }) => hi === en || en === '')).toEqual([]);
  expect(all.filter(({ hi }) => !/\p{Script=Devanagari}/u.test(hi) || /[०-९]/.test(hi))).toEqual([]);
});

test('a code that two modules share has the same text in both', async () => {
  const byCode = Map.groupBy(await sentences(), ({ code }) => code);
  for (const [code, same] of byCode) expect(new Set(same.map(({ en, hi }) => `${en} ${hi}`)).size, code).toBe(1);
});

test('amounts in a refusal are written as in India, in both languages', () => {
  const refused = refusal(walletRefusals, 'balance_left', { paise: 12_345_650 });
  expect(refused.sentence('hi')).toContain('₹1,23,456.50');
  expect(refused.sentence('en')).toContain('₹1,23,456.50');
});
