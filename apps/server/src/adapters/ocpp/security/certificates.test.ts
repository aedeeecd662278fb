import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { expect, test } from 'vitest';
import { run } from '#cli/run.ts';
import { testApp } from '#testing/app.ts';
import { newKeys, requestOf } from '#testing/certificates.ts';
import { type BareChargePoint, bootedChargePoint } from '#testing/charge-point-fixture.ts';
import { databaseUrl } from '#testing/database.ts';
import { makeJobsDue } from '#testing/due-jobs.ts';
import { eventually } from '#testing/eventually.ts';

const crypto = webcrypto as Crypto;
const stack = await testApp({ env: { CERTIFICATE_ORGANISATION: 'Test & Sons, "Chargers"' } });

const requestCertificate = async (one: BareChargePoint, csr: string) =>
  ((await one.call('SignCertificate', { csr }))[2] as { status: string }).status;

/** The certificate that it is sent the next time, and what it says of it. */
async function sent(one: BareChargePoint, times: number, status: 'Accepted' | 'Rejected' = 'Accepted') {
  const { id, payload } = await one.wasAsked('CertificateSigned', times);
  one.say([3, id, { status }]);
  await stack.app.modules.commands.waitForAnswer(id, 10_000);
  return new X509Certificate((payload as { certificateChain: string }).certificateChain);
}

async function bijli(...args: string[]) {
  let out = '';
  const code = await run(args, {
    env: { DATABASE_URL: databaseUrl(stack.app.database), CERTIFICATE_ORGANISATION: 'Test' },
    out: (text) => void (out += text),
    err: (text) => void (out += text),
    isInteractive: false,
  });
  return { code, out };
}

test('a charge point gets a certificate for its key, and the same one for the same key [OCPP-16-SignCertificate]', async () => {
  const one = await bootedChargePoint(stack.url, 'SLOW-1');
  const keys = await newKeys();
  const csr = (await requestOf('SLOW-1', keys)).toString('pem');
  expect(await requestCertificate(one, csr)).toBe('Accepted');
  const certificate = await sent(one, 1, 'Rejected');

  const root = new X509Certificate((await bijli('chargers', 'certificate', 'root')).out);
  expect(root.ca).toBe(true);
  expect(root.verify(root.publicKey)).toBe(true);
  expect(certificate.checkIssued(root)).toBe(true);
  expect(certificate.verify(root.publicKey)).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.subject).toBe('O=Test & Sons\\, \\"Chargers\\"\nCN=SLOW-1');
  expect(certificate.subjectAltName).toBeUndefined();
  expect(certificate.publicKey.export({ type: 'spki', format: 'der' })).toEqual(
    Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey)),
  );
  const minutesBack = (Date.now() - certificate.validFromDate.getTime()) / 60_000;
  expect(minutesBack).toBeGreaterThan(4.9);
  const days = (certificate.validToDate.getTime() - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(364.9);
  expect(days).toBeLessThanOrEqual(365);
  const { out } = await bijli('chargers', 'certificate', 'list', 'SLOW-1');
  expect(out).toMatch(new RegExp(`^${certificate.serialNumber}  .*  failed  SHA-256 `, 'im'));

  expect(await requestCertificate(one, csr)).toBe('Accepted');
  expect((await sent(one, 2)).fingerprint256).toBe(certificate.fingerprint256);
  await eventually(async () =>
    expect((await bijli('chargers', 'certificate', 'list', 'SLOW-1')).out).toMatch(/ done .*\n1 certificates/s),
  );

  const other = (await requestOf('SLOW-1', await newKeys('rsa'), 'rsa')).toString('pem');
  expect(await requestCertificate(one, other)).toBe('Accepted');
  const second = await sent(one, 3);
  expect(second.verify(root.publicKey)).toBe(true);
  expect(second.serialNumber).not.toBe(certificate.serialNumber);
  await one.close();
});

test('a request that is not valid for this charge point is rejected [OCPP-16-SignCertificate]', async () => {
  const one = await bootedChargePoint(stack.url, 'FAST-1');
  const listed = async () => (await bijli('chargers', 'certificate', 'list', 'FAST-1')).out;
  const before = await listed();
  const good = await requestOf('FAST-1', await newKeys());
  const broken = Buffer.from(good.rawData);
  broken.writeUInt8((broken.at(-1) ?? 0) ^ 1, broken.length - 1);
  const wrong = [
    'x',
    x509.PemConverter.encode(broken, 'CERTIFICATE REQUEST'),
    (await requestOf('SLOW-1', await newKeys())).toString('pem'),
    (await requestOf('FAST-1', await newKeys('weakRsa'), 'weakRsa')).toString('pem'),
    `${good.toString('pem')}${'\n'.repeat(5500)}`,
  ];
  for (const csr of wrong) expect(await requestCertificate(one, csr)).toBe('Rejected');
  expect(one.asked.some(({ action }) => action === 'CertificateSigned')).toBe(false);
  expect(await listed()).toBe(before);
  await one.close();
});

test('a charge point may name the serial number that it reported at boot, but not the id of another charge point [OCPP-16-SignCertificate]', async () => {
  const one = await bootedChargePoint(stack.url, 'SLOW-1', { chargePointSerialNumber: 'SN 0815' });
  const keys = await newKeys();
  expect(await requestCertificate(one, (await requestOf('SN 0815', keys)).toString('pem'))).toBe('Accepted');
  expect((await sent(one, 1)).subject).toMatch(/\nCN=SN 0815$/);
  expect(await requestCertificate(one, (await requestOf('SLOW-1', keys)).toString('pem'))).toBe('Accepted');
  expect((await sent(one, 2)).subject).toMatch(/\nCN=SLOW-1$/);
  await one.close();
  const liar = await bootedChargePoint(stack.url, 'SLOW-1', { chargePointSerialNumber: 'FAST-1' });
  expect(await requestCertificate(liar, (await requestOf('FAST-1', keys)).toString('pem'))).toBe('Rejected');
  expect(await requestCertificate(liar, (await requestOf('SN 0815', keys)).toString('pem'))).toBe('Rejected');
  await liar.close();
});

test('a simulated charge point requests a certificate when told to, and accepts one for its own key only', async () => {
  const chargePoint = await stack.chargePoint('FAST-1');
  const payload = { requestedMessage: 'SignChargePointCertificate' };
  const { commands } = stack.app.modules;
  await commands.ask({ chargePointId: 'FAST-1', operation: 'ExtendedTriggerMessage', payload, askedBy: 'a test' });
  await eventually(async () =>
    expect((await bijli('chargers', 'certificate', 'list', 'FAST-1')).out).toMatch(/ done .*\n1 certificates/s),
  );
  const { own } = chargePoint.equipment.certificates;
  const certificate = new X509Certificate(own?.certificate ?? '');
  expect(certificate.subject).toMatch(/\nCN=FAST-1$/);
  expect(own && certificate.checkPrivateKey(own.privateKey)).toBe(true);
  const another = { certificateChain: (await bijli('chargers', 'certificate', 'root')).out };
  const { id } = await commands.ask({
    chargePointId: 'FAST-1',
    operation: 'CertificateSigned',
    payload: another,
    askedBy: 'a test',
  });
  expect((await commands.waitForAnswer(id, 10_000)).answer).toEqual({ status: 'Rejected' });
  await stack.switchOff();
});

test('an expired certificate without a successor is counted until its charge point has another one, or connects without one [OCPP-SEC-8]', async () => {
  const { certificates } = stack.app.modules;
  const { $client: client } = stack.app.database;
  const ended = (id: string) =>
    client.query(
      `insert into charger_certificates (serial, charger_id, name, key_hash, fingerprint, certificate, valid_from, valid_until, seen_at)
       values ($1, 'ENDED-1', 'ENDED-1', $1, $1, 'c', now() - interval '366 days', now() - interval '1 day', now() - interval '300 days')`,
      [id],
    );
  const connectedWith = (profile: number) =>
    client.query(`update chargers set seen_profile = $1 where id = 'ENDED-1'`, [profile]);
  await bijli('chargers', 'add', '--station', 'test-station', '--id', 'ENDED-1', '--connector', 'CCS2:60');
  await ended('E1');
  await connectedWith(3);
  expect(await certificates.readGauges()).toEqual({ endingCount: 1 });
  expect((await bijli('chargers', 'certificate', 'ending')).out).toMatch(
    /^ENDED-1 {2}ended \d{4}-\d\d-\d\d {2}E1\n1 certificates end within 7 days or have ended\.\n$/,
  );
  await connectedWith(1);
  expect(await certificates.readGauges()).toEqual({ endingCount: 0 });
  await connectedWith(3);
  await client.query(
    `insert into charger_certificates (serial, charger_id, name, key_hash, fingerprint, certificate, valid_from, valid_until, seen_at)
     values ('E2', 'ENDED-1', 'ENDED-1', 'E2', 'E2', 'c', now(), now() + interval '1 year', now())`,
  );
  expect(await certificates.readGauges()).toEqual({ endingCount: 0 });
});

test('a certificate that ends within 30 days is renewed once, with a request of the charge point itself [OCPP-SEC-8]', async () => {
  const { commands, certificates, jobs } = stack.app.modules;
  const { $client: client } = stack.app.database;
  await client.query("delete from charger_certificates where charger_id = 'FAST-1'");
  const one = await bootedChargePoint(stack.url, 'FAST-1');
  const csr = async () => (await requestOf('FAST-1', await newKeys())).toString('pem');
  const renewals = async () =>
    (
      await commands.list(
        { chargePointId: 'FAST-1', operation: 'ExtendedTriggerMessage' },
        { limit: 50, after: undefined },
      )
    ).rows.filter(({ askedBy }) => askedBy === 'certificates');
  const endsIn = (days: number, isSeen: boolean) =>
    client.query(
      `update charger_certificates set seen_at = case when $2 then now() end, valid_from = now() - interval '300 days',
        valid_until = now() + $1 * interval '1 day' where charger_id = 'FAST-1'`,
      [days, isSeen],
    );
  expect(await requestCertificate(one, await csr())).toBe('Accepted');
  await sent(one, 1);
  await endsIn(5, false);
  await certificates.renewExpiring();
  await endsIn(31, true);
  await certificates.renewExpiring();
  expect(await renewals()).toEqual([]);
  expect(await certificates.readGauges()).toEqual({ endingCount: 0 });

  await endsIn(5, true);
  expect(await certificates.readGauges()).toEqual({ endingCount: 1 });
  expect((await bijli('chargers', 'certificate', 'ending')).out).toMatch(
    /^FAST-1 {2}ends \d{4}-\d\d-\d\d {2}\w+\n1 certificates end within 7 days or have ended\.\n$/,
  );
  await makeJobsDue(stack.app.database, 'certificate-renewals');
  await jobs.runDue('certificate-renewals');
  const { id, payload } = await one.wasAsked('ExtendedTriggerMessage');
  expect(payload).toEqual({ requestedMessage: 'SignChargePointCertificate' });
  one.say([3, id, { status: 'Accepted' }]);
  expect(await requestCertificate(one, await csr())).toBe('Accepted');
  await sent(one, 2);
  await certificates.renewExpiring();
  expect(await renewals()).toHaveLength(1);
  // The charge point's answer is on its certificate a moment after it is on the command.
  await eventually(async () => expect(await certificates.readGauges()).toEqual({ endingCount: 0 }));
  await one.close();
});
