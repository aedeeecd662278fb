import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { atEnd } from '#testing/at-end.ts';
import { newAuthority, type Identity } from '#testing/certificates.ts';
import { createRevocationLists } from './revocation-lists.ts';

const folder = await mkdtemp(join(tmpdir(), 'revoked-'));
atEnd(() => rm(folder, { recursive: true }));
const FILE = join(folder, 'revoked.crl');
const maker = await newAuthority('Maker');
/** Of the same name, and with another key. */
const namesake = await newAuthority('Maker');
const [one, other] = [await maker.sign({ name: 'one' }), await maker.sign({ name: 'other' })];
const ofNamesake = await namesake.sign({ name: 'one' });

let events: string[] = [];
const clock = new TestClock(new Date().toISOString());
beforeEach(() => void (events = []));
const listsIn = (...files: string[]) =>
  createRevocationLists({ files, clock, logSampled: (_, { event }) => void events.push(event) });
const isRevoked = (lists: ReturnType<typeof listsIn>, { certificate }: Identity, authority = maker) =>
  lists.isRevoked(new X509Certificate(certificate).serialNumber, new X509Certificate(authority.certificate));
const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----.+?-----|\s/g, ''), 'base64');

test('a list revokes the certificates that it names of the authority that signed it, in PEM beside others or in DER', async () => {
  const list = await maker.revoke([one]);
  for (const text of [list, `Lists:\n${await namesake.revoke([])}\n${list}`, derOf(list)]) {
    await writeFile(FILE, text);
    const lists = listsIn(FILE);
    expect([await isRevoked(lists, one), await isRevoked(lists, other)]).toEqual([true, false]);
  }
  await writeFile(FILE, await namesake.revoke([one, ofNamesake]));
  const lists = listsIn(FILE);
  expect([await isRevoked(lists, one), await isRevoked(lists, ofNamesake, namesake)]).toEqual([false, true]);
  // The maker has none there.
  expect(events).toEqual(['ocpp.revocation_list_overdue']);
});

test('a changed list is read again; while it is unreadable or overdue the previous one counts', async () => {
  await writeFile(FILE, await maker.revoke([one], -1));
  const lists = listsIn(FILE);
  expect([await isRevoked(lists, one), await lists.revision()]).toEqual([true, 1]);
  expect(events).toEqual(['ocpp.revocation_list_overdue']);
  for (const broken of ['', '-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n']) {
    await writeFile(FILE, broken);
    clock.advance(3 * SECOND_MS);
    expect(await isRevoked(lists, one)).toBe(true);
  }
  expect(events).toContain('ocpp.revocation_list_unreadable');
  await writeFile(FILE, await maker.revoke([other]));
  clock.advance(3 * SECOND_MS);
  expect([await isRevoked(lists, one), await isRevoked(lists, other)]).toEqual([false, true]);
  await rm(FILE);
  clock.advance(3 * SECOND_MS);
  expect(await isRevoked(lists, other)).toBe(true);
});

test('if lists are set up and none can be read, revocation is unknown', async () => {
  const lists = listsIn(join(folder, 'none'));
  await expect(isRevoked(lists, one)).rejects.toThrow();
  await expect(isRevoked(lists, one)).rejects.toThrow();
  expect(await isRevoked(listsIn(), one)).toBe(false);
});
