import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { shownText } from './shown-text.ts';

const shown = (text: string) => z.parse(shownText, text);

test('characters that reverse or hide the text around them are removed', () => {
  const codes = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
  const hidden = [0x07, 0x1b, 0x7f, 0x9b, 0xad, 0x180e, 0x200b, 0x2060, 0x2064, 0x3164, 0xfeff, 0xfffa, 0xe0041];
  for (const code of [...codes, ...hidden])
    expect(shown(`Asha${String.fromCodePoint(code)} Rao`), code.toString(16)).toBe('Asha Rao');
  expect(shown('14\u20283rd Cross')).toBe('14 3rd Cross');
});

test('the joiners of Hindi, emoji and line breaks stay', () => {
  for (const text of ['श्री\u200Dमान', 'क्\u200Cष', '☀️', '👨\u200D👩\u200D👧', 'one\r\ntwo\tthree', 'José', 'आशा'])
    expect(shown(text)).toBe(text);
});

test('marks that are piled up on a letter do not cover the lines around, and a blank sign is a space', () => {
  const joiner = String.fromCodePoint(0x200d);
  expect(shown(`a${'\u0301'.repeat(400)}b`)).toBe(`a${'\u0301'.repeat(6)}b`);
  expect(shown(`a${`\u0301${joiner}`.repeat(400)}`)).toHaveLength(7);
  expect(shown('\u2800')).toBe(' ');
});
