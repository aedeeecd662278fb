import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { hi } from './hi.ts';
import { messagesFor } from './messages.ts';

describe('the language of an answer', () => {
  test.each([
    ['hi', 'hi'],
    ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['HI-in', 'hi'],
    ['en-IN,hi;q=0.9', 'en'],
    ['ta-IN,hi;q=0.8,en;q=0.5', 'hi'],
    ['en;q=0.5, hi;q=0.9', 'hi'],
    ['en;q=0.7,hi;q=0.7', 'en'],
    ['hi;q=0,en', 'en'],
    ['hi;q=0', 'en'],
    ['hi;q=nonsense,en;q=0.1', 'en'],
    ['hindi', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('for %j is %s', (header, language) => {
    expect(messagesFor(header).language).toBe(language);
  });
});

const standIn = (name: string | symbol): unknown => (name === Symbol.toPrimitive ? () => '7' : 7);

/** Every text there is, functions called with facts that stand for any. */
function texts(messages: unknown, path = ''): [string, string][] {
  if (typeof messages === 'string') return [[path, messages]];
  if (typeof messages === 'function') {
    const facts = new Proxy({ field: 'name' }, { get: (known, name) => Reflect.get(known, name) ?? standIn(name) });
    return texts(messages(facts, facts), path);
  }
  return Object.entries(messages as object).flatMap(([key, value]) => texts(value, path ? `${path}.${key}` : key));
}

describe('Hindi', () => {
  const english = new Map(texts(en));
  const hindi = texts(hi).filter(([path]) => path !== 'language' && path !== 'locale');

  test('has every text of English, in Devanagari', () => {
    expect(
      texts(hi)
        .map(([path]) => path)
        .toSorted(),
    ).toEqual([...english.keys()].toSorted());
    expect(hindi.filter(([, text]) => !/\p{Script=Devanagari}/u.test(text))).toEqual([]);
    expect(hindi.filter(([path, text]) => text === english.get(path))).toEqual([]);
  });

  test('has Latin digits, as on Indian keyboards', () => {
    expect(hindi.filter(([, text]) => /[०-९]/.test(text))).toEqual([]);
  });

  test('keeps the last line of a message, from which a phone reads the code', () => {
    expect(hi.sms.code('123456', 'bijli.example').split('\n').at(-1)).toBe('@bijli.example #123456');
  });
});
