import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { beforeEach, expect, test } from 'vitest';
import { createRevocationLists } from '#adapters/certificates/revocation-lists.ts';
import { TestClock } from '#kernel/clock.ts';
import { changeProfile, type SecurityProfile } from '#modules/network/index.ts';
import { createLinkRevocations } from '#modules/operations/index.ts';
import { testApp } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { keyPem, newAuthority, newKeys, requestOf, type Identity } from '#testing/certificates.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { commandLine } from '#testing/command-line.ts';
import { createClientCertificates } from './client-certificates.ts';

const folder = await mkdtemp(join(tmpdir(), 'profiles-'));
atEnd(() => rm(folder, { recursive: true }));
const servers = await newAuthority('Servers');
const maker = await newAuthority('Test Power');
const stranger = await newAuthority('Test Power');
async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}
const own = {
  ecdsa: await servers.sign({ name: 'central', address: '127.0.0.1' }),
  rsa: await servers.sign({ name: 'central', address: '127.0.0.1', algorithm: 'rsa' }),
};
const AUTHORITIES = await file('authorities.pem', `The maker's:\n${maker.certificate}`);
const listed = await maker.sign({ name: 'FAST-1' });
const REVOKED = await file('revoked.pem', `${await stranger.revoke([])}${await maker.revoke([listed], -1)}`);
const ORGANISATION = { CERTIFICATE_ORGANISATION: 'Test Power' };
const TLS = {
  ...ORGANISATION,
  OCPP_TLS_PORT: '0',
  OCPP_TLS_CERTIFICATES: `${await file('ec.pem', own.ecdsa.certificate)},${await file('rsa.pem', own.rsa.certificate)}`,
  OCPP_TLS_KEYS: `${await file('ec.key', own.ecdsa.key)},${await file('rsa.key', own.rsa.key)}`,
  OCPP_CLIENT_AUTHORITIES: AUTHORITIES,
  OCPP_CLIENT_REVOKED: REVOKED,
};
const stack = await testApp({ env: TLS });
/** Where proxies are counted in front of the port that has no TLS. */
const counting = await testApp({ env: { ...TLS, TRUST_PROXY: '1', OCPP_OPEN_NETWORKS: '10.20.0.0/16' } });
/** Where all links come by a proxy that takes TLS off. */
const behind = await testApp({
  env: {
    ...ORGANISATION,
    TRUST_PROXY: 'loopback',
    OCPP_PROXIES: 'loopback',
    OCPP_CLIENT_AUTHORITIES: AUTHORITIES,
    OCPP_CLIENT_REVOKED: REVOKED,
  },
});
const { database } = stack.app;
const bijli = commandLine(database, folder);
const ID = 'FAST-1';
const PASSWORD = `secret-${ID}`;
const port = stack.app.chargePointPort() ?? 0;

interface How {
  overTls?: boolean;
  password?: string | null;
  as?: Identity;
  headers?: Record<string, string>;
  from?: string | null;
  path?: string;
  /** Each comes from an address of its own, so that none is refused for the failures of others. */
  localAddress?: string;
}
let last = 1;
const nextAddress = () => `127.0.1.${(last += 1)}`;

function dial(
  { overTls, password = null, as, headers = {}, from = null, path = '/ocpp/', localAddress = nextAddress() }: How,
  id = ID,
  { url, app } = stack,
): BareChargePoint {
  const at = overTls ? `wss://127.0.0.1:${app.chargePointPort()}` : url.replace('http', 'ws');
  const tls = overTls ? { ca: servers.certificate, ...(as && { cert: as.certificate, key: as.key }) } : {};
  return new BareChargePoint(`${at}${path}${id}`, { password, headers, from, socket: { ...tls, localAddress } });
}

/** How somebody who comes is answered. */
async function tryToConnect(how: How, id = ID, at = stack): Promise<string> {
  try {
    await (await dial(how, id, at).open()).close();
    return 'in';
  } catch (error) {
    return (error as Error).message;
  }
}

/** A certificate that the server has signed. */
async function certified(id: string, { name = id, serialNumber = '' } = {}): Promise<Identity> {
  const one = await dial({ password: `secret-${id}` }, id).open();
  await one.boot({ chargePointSerialNumber: serialNumber });
  const keys = await newKeys();
  await one.call('SignCertificate', { csr: (await requestOf(name, keys)).toString('pem') });
  const asked = await one.wasAsked('CertificateSigned');
  one.say([3, asked.id, { status: 'Accepted' }]);
  await stack.app.modules.commands.waitForAnswer(asked.id, 10_000);
  await one.close();
  const { certificateChain } = asked.payload as { certificateChain: string };
  return { certificate: certificateChain, key: await keyPem(keys) };
}

const fingerprintOf = ({ certificate }: Identity) =>
  new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase();
const profiles = async () =>
  (
    await database.$client.query('select security_profile as least, seen_profile as seen from chargers where id = $1', [
      ID,
    ])
  ).rows[0];
const counted = (event: string) => stack.app.modules.centralSystem.counts()[event] ?? 0;

await changeProfile(database, 'FAST-1', 1);
const signed = await certified(ID);
const signedForAnother = await certified('SLOW-1');
const ofMaker = await maker.sign({ name: ID });
const revoked = await maker.sign({ name: ID });
await bijli('chargers', 'revoke', fingerprintOf(revoked));

beforeEach(async () => {
  for (const id of [ID, 'SLOW-1']) await changeProfile(database, id, 1);
});

const WAYS: [what: string, how: How, profile: SecurityProfile | undefined][] = [
  ['nothing', {}, 0],
  ['its secret', { password: PASSWORD }, 1],
  ['its secret over TLS', { password: PASSWORD, overTls: true }, 2],
  ['a certificate that we have signed', { overTls: true, as: signed }, 3],
  ["a certificate of the maker's", { overTls: true, as: ofMaker }, 3],
  ['nothing, over TLS', { overTls: true }, 0],
  ['a wrong secret', { password: 'a guess' }, undefined],
  ['a wrong secret over TLS', { password: 'a guess', overTls: true }, undefined],
];

test.each(WAYS)(
  'a charge point with %s is accepted if its minimum profile allows it [OCPP-SEC-1]',
  async (_, how, proven) => {
    const profile = proven ?? -1;
    const expected: string[] = [];
    const found: string[] = [];
    for (const least of [0, 1, 2, 3] as const) {
      await changeProfile(database, ID, least);
      found.push(await tryToConnect(how));
      expected.push(profile >= least ? 'in' : '401');
      if (profile >= least) expect(await profiles()).toEqual({ least, seen: proven });
    }
    expect(found).toEqual(expected);
  },
);

test.each([
  ['of another charge point', signedForAnother],
  ['that names another charge point', await maker.sign({ name: 'SLOW-1' })],
  ['that names another organisation', await maker.sign({ name: ID, organisation: 'Others' })],
  ['that has expired', await maker.sign({ name: ID, fromDays: -9, untilDays: -1 })],
  ['that begins tomorrow', await maker.sign({ name: ID, fromDays: 1 })],
  ['that is for servers', await maker.sign({ name: ID, address: '127.0.0.1' })],
  ['of an authority that is none of ours', await stranger.sign({ name: ID })],
  ['that was revoked', revoked],
])('a certificate %s proves nothing [OCPP-SEC-4]', async (_, as) => {
  const before = counted('ocpp.wrong_certificate');
  await changeProfile(database, ID, 3);
  expect(await tryToConnect({ overTls: true, as })).toBe('401');
  expect(counted('ocpp.wrong_certificate')).toBe(before + 1);
  await changeProfile(database, ID, 2);
  expect(await tryToConnect({ overTls: true, as, password: PASSWORD })).toBe('in');
});

async function boots(how: How, serialNumber?: string, id = ID): Promise<void> {
  const one = await dial(how, id).open();
  const boot = { chargePointVendor: 'Acme', chargePointModel: 'Fast' };
  await one.call('BootNotification', { ...boot, ...(serialNumber && { chargePointSerialNumber: serialNumber }) });
  await one.close();
}

test('a certificate may name the serial number that staff have confirmed; one that was only reported does not count [OCPP-SEC-4]', async () => {
  const sn7 = await maker.sign({ name: 'SN 7' });
  await boots({ password: PASSWORD }, 'SN 7');
  await changeProfile(database, ID, 3);
  expect(await tryToConnect({ overTls: true, as: sn7 })).toBe('401');
  await bijli('chargers', 'configure', ID, '--serial', 'SN 7');
  expect(await tryToConnect({ overTls: true, as: sn7 })).toBe('in');
  await boots({ overTls: true, as: sn7 });
  expect(await tryToConnect({ overTls: true, as: sn7 })).toBe('in');
  expect((await bijli('chargers', 'configure', 'SLOW-1', '--serial', 'SN 7')).err).toContain('another charger');
});

test('no report and no confirmation lets a charge point use another one’s certificate [OCPP-SEC-4]', async () => {
  const ofSlow = await maker.sign({ name: 'SLOW-1' });
  await boots({ password: PASSWORD }, 'SLOW-1');
  await changeProfile(database, ID, 3);
  expect(await tryToConnect({ overTls: true, as: ofSlow })).toBe('401');
  expect((await bijli('chargers', 'configure', ID, '--serial', 'SLOW-1')).err).toContain('another charger');
  // It was nobody else's when it was confirmed.
  await database.$client.query("update chargers set confirmed_serial_number = 'SLOW-1' where id = $1", [ID]);
  expect(await tryToConnect({ overTls: true, as: ofSlow })).toBe('401');
});

test.each([undefined, 'sn-77 '])(
  'a certificate that we signed for a serial number stays valid if the charge point then reports %s [OCPP-SEC-4]',
  async (told) => {
    await boots({ password: PASSWORD }, 'SN-77');
    const as = await certified(ID, { name: 'SN-77', serialNumber: 'SN-77' });
    await changeProfile(database, ID, 3);
    await boots({ overTls: true, as }, told);
    expect(await tryToConnect({ overTls: true, as })).toBe('in');
  },
);

test('a confirmation or revocation on the command line is in the audit in the same transaction', async () => {
  await database.$client.query(
    "create function no_audit() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$",
  );
  await database.$client.query(
    'create trigger no_audit before insert on audit_lines for each row execute function no_audit()',
  );
  try {
    expect((await bijli('chargers', 'configure', ID, '--profile', '3')).code).toBe(1);
    expect((await bijli('chargers', 'revoke', fingerprintOf(ofMaker))).code).toBe(1);
  } finally {
    await database.$client.query('drop trigger no_audit on audit_lines');
  }
  expect(await tryToConnect({ password: PASSWORD })).toBe('in');
  expect(await tryToConnect({ overTls: true, as: ofMaker })).toBe('in');
});

/** Since certificates of a charge point have come into use. */
const monthPasses = (id: string) =>
  database.$client.query(
    "update charger_certificates set seen_at = seen_at - interval '31 days' where charger_id = $1",
    [id],
  );

test('a month after a later certificate came into use, the one before is refused [OCPP-SEC-4]', async () => {
  const before = await certified('SLOW-1');
  const later = await certified('SLOW-1');
  await changeProfile(database, 'SLOW-1', 3);
  expect(await tryToConnect({ overTls: true, as: later }, 'SLOW-1')).toBe('in');
  expect(await tryToConnect({ overTls: true, as: before }, 'SLOW-1')).toBe('in');
  await monthPasses('SLOW-1');
  expect(await tryToConnect({ overTls: true, as: before }, 'SLOW-1')).toBe('401');
  expect(await tryToConnect({ overTls: true, as: later }, 'SLOW-1')).toBe('in');
});

test('revoking a certificate ends its open link, and no other [OCPP-SEC-4]', async () => {
  const ofBoth = await maker.sign({ name: ID });
  const other = await dial({ password: 'secret-SLOW-1' }, 'SLOW-1').open();
  const link = await dial({ overTls: true, as: ofBoth }).open();
  const ended = once(link.socket, 'close');
  await bijli('chargers', 'revoke', fingerprintOf(ofBoth));
  expect((await ended)[0]).toBe(1008);
  expect(await tryToConnect({ overTls: true, as: ofBoth })).toBe('401');
  expect(other.socket.readyState).toBe(other.socket.OPEN);
  // With its secret it is let in, whatever it shows beside.
  const again = await dial({ overTls: true, as: ofBoth, password: PASSWORD }).open();
  await stack.app.modules.linkRevocations.endDue();
  expect(await again.call('Heartbeat', {})).toMatchObject({ 0: 3 });
  await again.close();
  await other.close();
});

test('certificates on another authority’s revocation list are refused, also behind a proxy, and a new list ends open links [OCPP-SEC-4]', async () => {
  expect(await tryToConnect({ overTls: true, as: listed })).toBe('401');
  const told = { 'x-forwarded-proto': 'https', 'client-cert': structured(listed) };
  expect(await tryToConnect({ headers: told }, ID, behind)).toBe('401');
  const good = await maker.sign({ name: ID });
  const link = await dial({ overTls: true, as: good }).open();
  const ended = once(link.socket, 'close');
  await file('revoked.pem', await maker.revoke([listed, good]));
  expect((await ended)[0]).toBe(1008);
  for (const as of [good, listed]) expect(await tryToConnect({ overTls: true, as })).toBe('401');
  expect(await tryToConnect({ overTls: true, as: ofMaker })).toBe('in');
});

test('a link is ended even if the first reading of a new list fails, or if the link opens only after that reading [OCPP-SEC-4]', async () => {
  const clock = new TestClock(new Date().toISOString());
  const early = await maker.sign({ name: ID });
  const late = await maker.sign({ name: ID });
  const revoked = await file('later.pem', await maker.revoke([]));
  const revocations = createRevocationLists({ files: [revoked], clock, logSampled: () => undefined });
  const issuer = { certificate: new X509Certificate(maker.certificate), isOwn: false };
  let standing = '';
  const ended: string[] = [];
  const linkRevocations = createLinkRevocations({
    database,
    clock,
    listRevokedElsewhere: () => certificates.revokedSince(),
    endLinks: (isChosen) => void (isChosen({ chargePointId: ID, certificate: standing }) && ended.push(standing)),
  });
  async function revokeAndLook(): Promise<void> {
    await writeFile(revoked, await maker.revoke([early, late]));
    clock.advance(3_000);
    await database.$client.query('alter table chargers rename retired_at to away');
    await expect(linkRevocations.endDue()).rejects.toThrow();
    await database.$client.query('alter table chargers rename away to retired_at');
    await linkRevocations.endDue();
  }
  const certificates = createClientCertificates({
    authorities: async () => [issuer],
    revocations,
    organisation: undefined,
    clock,
    admitCertificate: async (_, { fingerprint }) =>
      void (fingerprint === fingerprintOf(late) && (await revokeAndLook())),
  });
  const comesWith = async (as: Identity) =>
    certificates.problemOf(new X509Certificate(as.certificate), { chargePointId: ID, confirmedSerialNumber: null });
  expect(await comesWith(early)).toBeUndefined();
  standing = fingerprintOf(early);
  clock.advance(60 * 60_000);
  await linkRevocations.endDue();
  expect(ended).toEqual([]);
  expect(await comesWith(late)).toBeUndefined();
  expect(ended).toEqual([fingerprintOf(early)]);
  standing = fingerprintOf(late);
  await linkRevocations.endDue();
  expect(ended).toEqual([fingerprintOf(early), fingerprintOf(late)]);
});

test('a revoked certificate replaces none [OCPP-SEC-4]', async () => {
  const id = 'SLOW-1';
  const before = await certified(id);
  const later = await certified(id);
  for (const as of [before, later]) expect(await tryToConnect({ overTls: true, as }, id)).toBe('in');
  await monthPasses(id);
  await bijli('chargers', 'revoke', fingerprintOf(later));
  expect(await tryToConnect({ overTls: true, as: before }, id)).toBe('in');
});

test('a charge point below its minimum profile is refused, and this is a security event [OCPP-SEC-1]', async () => {
  await changeProfile(database, ID, 3);
  await database.$client.query('delete from charger_security_events');
  const before = counted('ocpp.lower_profile');
  expect(await tryToConnect({ overTls: true, password: PASSWORD })).toBe('401');
  expect(await tryToConnect({ password: 'a guess' })).toBe('401');
  const { rows } = await database.$client.query('select charger_id, type, tech_info from charger_security_events');
  expect(rows).toEqual([
    {
      charger_id: ID,
      type: 'LowerSecurityProfileRefused',
      tech_info: expect.stringMatching(/^came with 2 from 127\.0\.1\.\d+, may come with 3 or more$/),
    },
  ]);
  expect(counted('ocpp.lower_profile')).toBe(before + 1);
});

test('only staff change the minimum profile of a charge point, also downward [OCPP-SEC-1]', async () => {
  expect((await bijli('chargers', 'configure', ID, '--profile', '3')).out).toContain('security profile 3 or higher');
  expect(await tryToConnect({ password: PASSWORD })).toBe('401');
  await bijli('chargers', 'configure', ID, '--profile', '1', '--admission', 'accepted');
  expect(await tryToConnect({ password: PASSWORD })).toBe('in');
  for (const wrong of [['--profile', '4'], ['--admission', 'maybe'], []])
    expect((await bijli('chargers', 'configure', ID, ...wrong)).code).toBe(2);
  expect((await bijli('chargers', 'configure', 'NONE', '--profile', '1')).err).toBe('There is no charger NONE.\n');
  expect((await bijli('chargers', 'revoke', 'abc')).code).toBe(2);
});

test('at the TLS port, which has no proxy, a header cannot claim an open network [OCPP-SEC-2]', async () => {
  await changeProfile(counting.app.database, ID, 0);
  const from = async (address: string | null, overTls = false) =>
    tryToConnect({ from: address, overTls }, ID, counting);
  expect([await from('10.20.0.5'), await from('203.0.113.7')]).toEqual(['in', '401']);
  expect([await from(null, true), await from('10.20.0.5', true)]).toEqual(['401', '401']);
});

test('a charge point with profile 0 may connect only from an open network, and not through an unknown proxy [OCPP-SEC-2]', async () => {
  await changeProfile(database, ID, 0);
  expect(await tryToConnect({})).toBe('in');
  expect(await tryToConnect({ from: '127.0.0.1' })).toBe('401');
  await changeProfile(behind.app.database, ID, 0);
  expect(await tryToConnect({ from: '203.0.113.7' }, ID, behind)).toBe('401');
  expect(await tryToConnect({ from: '127.0.0.1' }, ID, behind)).toBe('in');
});

const escaped = ({ certificate }: Identity) => encodeURIComponent(certificate);
const structured = ({ certificate }: Identity) => `:${new X509Certificate(certificate).raw.toString('base64')}:`;

test('our proxy reports TLS and the certificate; the same headers from others are ignored [OCPP-SEC-5]', async () => {
  const https = { 'x-forwarded-proto': 'https' };
  const byProxy = (how: How) => tryToConnect(how, ID, behind);
  await changeProfile(behind.app.database, ID, 2);
  expect(await byProxy({ password: PASSWORD })).toBe('401');
  expect(await byProxy({ password: PASSWORD, headers: { 'x-forwarded-proto': 'http' } })).toBe('401');
  expect(await byProxy({ password: PASSWORD, headers: https })).toBe('in');
  await changeProfile(behind.app.database, ID, 3);
  for (const told of [escaped(ofMaker), structured(ofMaker)])
    expect(await byProxy({ headers: { ...https, 'client-cert': told } })).toBe('in');
  for (const told of ['', 'x', '%E0', '::', ':AAAA:', `${structured(ofMaker)}, ${structured(ofMaker)}`])
    expect(await byProxy({ headers: { ...https, 'client-cert': told } })).toBe('401');
  expect(await byProxy({ headers: { 'client-cert': structured(ofMaker) } })).toBe('401');

  await changeProfile(database, ID, 3);
  const before = counted('ocpp.forged_certificate');
  const forged = { ...https, 'client-cert': structured(ofMaker) };
  expect(await tryToConnect({ headers: forged })).toBe('401');
  expect(await tryToConnect({ overTls: true, headers: forged })).toBe('401');
  expect(counted('ocpp.forged_certificate')).toBe(before + 2);
});

test('a charge point with a slash too many in its path is accepted, and a proxy’s header about the path is ignored [OCPP-SEC-5]', async () => {
  const path = '//ocpp/';
  const told = { 'x-forwarded-proto': 'https', 'client-cert': structured(ofMaker) };
  for (const [least, expected] of [
    [1, 'in'],
    [2, '401'],
  ] as const) {
    await changeProfile(database, ID, least);
    await changeProfile(behind.app.database, ID, least);
    expect([
      await tryToConnect({ path, password: PASSWORD }),
      await tryToConnect({ path, password: PASSWORD, overTls: true }),
    ]).toEqual([expected, 'in']);
    expect(await tryToConnect({ path, password: PASSWORD, headers: told }, ID, behind)).toBe(expected);
    expect(await tryToConnect({ path, headers: told }, ID, behind)).toBe('401');
  }
});

/** The suite that is agreed on, or why none is. */
function shakesHands(options: object): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ca: servers.certificate, ...options }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.on('error', () => resolve('refused'));
  });
}

test.each(['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'AES128-GCM-SHA256', 'AES256-GCM-SHA384'])(
  'the port accepts TLS 1.2 with %s, which OCPP demands [OCPP-SEC-3]',
  async (ciphers) => {
    expect(await shakesHands({ ciphers, maxVersion: 'TLSv1.2' })).toBe(`TLSv1.2 ${ciphers}`);
  },
);

test('the port accepts TLS 1.3, nothing below 1.2 and no weak suite [OCPP-SEC-3]', async () => {
  expect(await shakesHands({})).toMatch(/^TLSv1.3 /);
  const weak = { ciphers: 'ALL@SECLEVEL=0' };
  expect(await shakesHands({ ...weak, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' })).toBe('refused');
  expect(await shakesHands({ ciphers: 'ECDHE-RSA-AES128-SHA', maxVersion: 'TLSv1.2' })).toBe('refused');
});

test('guesses from an address do not keep out charge points with a certificate [OCPP-SEC-4]', async () => {
  await changeProfile(database, ID, 3);
  const answers = new Set<string>();
  const localAddress = nextAddress();
  for (let times = 0; times < 40; times += 1)
    answers.add(await tryToConnect({ overTls: true, password: 'a guess', localAddress }));
  expect(answers).toEqual(new Set(['401', '429']));
  expect(await tryToConnect({ overTls: true, as: signed, localAddress })).toBe('in');
});
