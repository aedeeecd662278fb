import { expect, test } from 'vitest';
import { parseScannedText, stickerPath } from './sticker.ts';

const ORIGIN = 'https://bijli.example';
const read = (text: string) => parseScannedText(text, ORIGIN);

test.each([
  [{ charger: 'KA-5UF8Q-1', connector: 2 }, '/c/KA-5UF8Q-1/2'],
  [{ charger: 'KA-5UF8Q-1' }, '/c/KA-5UF8Q-1'],
  [{ charger: 'gate:7*a' }, '/c/gate%3A7*a'],
])('the address of %j is %s, and is read back as it was written', (sticker, path) => {
  expect(stickerPath(sticker)).toBe(path);
  expect(read(`${ORIGIN}${path}`)).toEqual({ kind: 'sticker', sticker });
});

test('a driver may type a charger’s number with spaces in it, or the whole address', () => {
  expect(read(' ka 5uf8q 1 ')).toEqual({ kind: 'sticker', sticker: { charger: 'ka 5uf8q 1' } });
  expect(read('HTTPS://BIJLI.EXAMPLE/c/KA-5UF8Q-1/')).toEqual({ kind: 'sticker', sticker: { charger: 'KA-5UF8Q-1' } });
});

test.each([
  ['https://pay.example/c/KA-5UF8Q-1', { kind: 'site', host: 'pay.example' }],
  ['https://bijli.example.evil.example/c/KA-5UF8Q-1', { kind: 'site', host: 'bijli.example.evil.example' }],
  ['https://bijli.example@evil.example/c/KA-5UF8Q-1', { kind: 'site', host: 'evil.example' }],
  ['http://bijli.example/c/KA-5UF8Q-1', { kind: 'site', host: 'bijli.example' }],
  ['upi://pay?pa=someone@bank&am=500', { kind: 'payment' }],
  ['UPI://pay?pa=someone@bank', { kind: 'payment' }],
  ['https://bijli.example/wallet', { kind: 'other' }],
  ['https://bijli.example/c/KA-5UF8Q-1/0', { kind: 'other' }],
  ['https://bijli.example/c/%E0%A4%A', { kind: 'other' }],
  ['javascript:alert(1)', { kind: 'other' }],
  ['WIFI:S:guest;P:secret;;', { kind: 'other' }],
  ['--', { kind: 'other' }],
  ['', { kind: 'other' }],
])('%s is not accepted as one of our stickers', (text, code) => {
  expect(read(text)).toEqual(code);
});
