import { constants, createSign, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newAuthority } from '#testing/certificates.ts';
import { isSignedBy } from './receive-file.ts';

const path = join(mkdtempSync(join(tmpdir(), 'bijli-signed-')), 'firmware.bin');
const content = Buffer.from('firmware');
writeFileSync(path, content);
const maker = await newAuthority('Maker');
const [rsa, ecdsa] = [await maker.sign({ name: 'Maker', algorithm: 'rsa' }), await maker.sign({ name: 'Maker' })];

test.each([
  ['RSA by PKCS #1', rsa, createSign('sha256').update(content).sign(rsa.key)],
  ['RSA-PSS', rsa, sign('sha256', content, { key: rsa.key, padding: constants.RSA_PKCS1_PSS_PADDING })],
  ['ECDSA', ecdsa, createSign('sha256').update(content).sign(ecdsa.key)],
])('a signature by %s is accepted for its file, and for nothing else', async (_, { certificate }, signature) => {
  const text = signature.toString('base64');
  expect(await isSignedBy(path, text, certificate)).toBe(true);
  expect(await isSignedBy(path, Buffer.from('another').toString('base64'), certificate)).toBe(false);
  const other = certificate === rsa.certificate ? ecdsa : rsa;
  expect(await isSignedBy(path, text, other.certificate)).toBe(false);
  expect(await isSignedBy(path, text, 'no certificate')).toBe(false);
});
