import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { changeProfile, type SecurityProfile } from '#modules/network/index.ts';
import { testApp } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { startOn } from '#testing/bare-transaction.ts';
import { keyPem, newAuthority, newKeys, requestOf } from '#testing/certificates.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { commandLine } from '#testing/command-line.ts';
import { eventually } from '#testing/eventually.ts';
import { staffOf } from '#testing/staff.ts';

const folder = await mkdtemp(join(tmpdir(), 'upgrades-'));
atEnd(() => rm(folder, { recursive: true }));
const servers = await newAuthority('Servers');
const server = await servers.sign({ name: 'central', address: '127.0.0.1' });
await writeFile(join(folder, 'server.pem'), server.certificate);
await writeFile(join(folder, 'server.key'), server.key);
const stack = await testApp({
  env: {
    OCPP_TLS_PORT: '0',
    OCPP_TLS_CERTIFICATES: join(folder, 'server.pem'),
    OCPP_TLS_KEYS: join(folder, 'server.key'),
  },
});
const { database } = stack.app;
const { centralSystem, commands, profileUpgrades } = stack.app.modules;
const bijli = commandLine(database, folder);
const ID = 'FAST-1';
const password = `secret-${ID}`;
const KEYS = await newKeys();
const KEY = await keyPem(KEYS);
let certificate = '';
let last = 1;

/** As OCPP's profiles say that a charge point comes, each time from an address of its own. */
function dial(profile: number, id = ID): BareChargePoint {
  const localAddress = `127.0.2.${(last += 1) % 250}`;
  const plain = `${stack.url.replace('http', 'ws')}/ocpp/${id}`;
  if (profile === 1)
    return new BareChargePoint(plain, { password: `secret-${id}`, from: null, socket: { localAddress } });
  const own = profile === 3 ? { cert: certificate, key: KEY } : {};
  return new BareChargePoint(`wss://127.0.0.1:${stack.app.chargePointPort()}/ocpp/${id}`, {
    password: profile === 3 ? null : password,
    from: null,
    socket: { ca: servers.certificate, ...own, localAddress },
  });
}

async function tryToConnect(profile: number): Promise<string> {
  try {
    await (await dial(profile).open()).close();
    return 'in';
  } catch (error) {
    return (error as Error).message;
  }
}

async function booted(profile: number, id = ID): Promise<BareChargePoint> {
  return (await dial(profile, id).open()).boot();
}

const ask = (operation: string, payload: Record<string, unknown>, more: object = {}, chargePointId = ID) =>
  commands.ask({ chargePointId, operation, payload, askedBy: 'a test', ...more });
const raise = (to: number, more: object = {}) =>
  ask('ChangeConfiguration', { key: 'SecurityProfile', value: String(to) }, more);
const client = database.$client;

// What both higher profiles need, by the charge point's own word.
const first = await booted(1);
const root = await ask('InstallCertificate', {
  certificateType: 'CentralSystemRootCertificate',
  certificate: servers.certificate,
});
first.say([3, (await first.wasAsked('InstallCertificate')).id, { status: 'Accepted' }]);
await commands.waitForAnswer(root.id, 10_000);
await first.call('SignCertificate', { csr: (await requestOf(ID, KEYS)).toString('pem') });
const signed = await first.wasAsked('CertificateSigned');
certificate = (signed.payload as { certificateChain: string }).certificateChain;
first.say([3, signed.id, { status: 'Accepted' }]);
await commands.waitForAnswer(signed.id, 10_000);
await first.close();

const profiles = async () =>
  (
    await client.query(
      'select security_profile as least, pending_profile as pending, pending_profile_taken_at is not null as taken from chargers where id = $1',
      [ID],
    )
  ).rows[0];

beforeEach(async () => {
  await changeProfile(database, ID, 1);
  await client.query("update chargers set seen_profile = 1 where id = 'FAST-1'");
});

describe('a charge point is never locked out, wherever the change of its security profile stops', () => {
  const ACCEPTED = { status: 'Accepted' };
  let link: BareChargePoint;
  let command: string;

  async function sent(to: number): Promise<void> {
    ({ id: command } = await raise(to));
    expect((await link.wasAsked('ChangeConfiguration')).id).toBe(command);
  }
  async function answered(to: number, answer: object): Promise<void> {
    await sent(to);
    link.say([3, command, answer]);
    await commands.waitForAnswer(command, 10_000);
  }
  async function leaves(): Promise<void> {
    await link.close();
    await eventually(() => expect(centralSystem.isOnline(ID)).toBe(false));
  }
  const STEPS = {
    async 'not sent'(to: number) {
      await leaves();
      const { id } = await raise(to);
      expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({ state: 'refused', problem: 'offline' });
    },
    async 'waits to be sent'(to: number) {
      await leaves();
      await raise(to, { deadlineAt: new Date(Date.now() + 3_600_000) });
    },
    sent,
    async 'no answer'(to: number) {
      await sent(to);
      link.socket.terminate();
      expect((await commands.waitForAnswer(command, 20_000)).state).toBe('timed_out');
    },
    async 'the server killed before the answer'(to: number) {
      await sent(to);
      // What the next server does with what the one before has left.
      await commands.endSentBefore();
      link.socket.terminate();
      expect((await commands.waitForAnswer(command, 20_000)).state).toBe('timed_out');
    },
    async 'a late answer'(to: number) {
      await sent(to);
      await commands.endSentBefore();
      await commands.answeredLate(ID, command, { kind: 'answered', payload: ACCEPTED });
    },
    taken: (to: number) => answered(to, ACCEPTED),
    'taken for the next boot': (to: number) => answered(to, { status: 'RebootRequired' }),
    refused: (to: number) => answered(to, { status: 'Rejected' }),
    'not known': (to: number) => answered(to, { status: 'NotSupported' }),
    async 'an error'(to: number) {
      await sent(to);
      link.say([4, command, 'InternalError', '', {}]);
      await commands.waitForAnswer(command, 10_000);
    },
  };

  const UPGRADES: [from: SecurityProfile, to: SecurityProfile][] = [
    [1, 2],
    [2, 3],
    [1, 3],
  ];
  /**
   * What settles it, so that the lower one counts for nothing: coming with the higher one, or with it as a certificate.
   */
  const COURSES: [step: keyof typeof STEPS, settling: 'nothing' | 'a certificate' | 'coming'][] = [
    ['not sent', 'nothing'],
    ['waits to be sent', 'nothing'],
    ['sent', 'a certificate'],
    ['no answer', 'a certificate'],
    ['the server killed before the answer', 'a certificate'],
    ['a late answer', 'coming'],
    ['taken', 'coming'],
    ['taken for the next boot', 'coming'],
    ['refused', 'nothing'],
    ['not known', 'nothing'],
    ['an error', 'nothing'],
  ];
  const CASES = COURSES.flatMap(([step, settling]) =>
    UPGRADES.map(([from, to]) => {
      const settles = settling === 'coming' || (settling === 'a certificate' && to === 3);
      // Somebody who has only read the secret could have come with it over TLS.
      const stays = settling === 'a certificate' && !settles;
      return { step, settles, stays, from, to };
    }),
  );

  test.each(CASES)(
    '$step, from $from to $to: both profiles are accepted until the new one is confirmed or a certificate is used ($settles) [OCPP-SEC-6]',
    async ({ step, settles, stays, from, to }) => {
      await changeProfile(database, ID, from);
      link = await booted(from);
      await STEPS[step](to);
      await leaves();
      // What still waits is taken back.
      await client.query("update charger_commands set ended_at = now(), state = 'refused' where state = 'asked'");
      expect([await tryToConnect(from), await tryToConnect(from)]).toEqual(['in', 'in']);
      expect(await tryToConnect(to)).toBe('in');
      expect(await profiles()).toEqual({ least: settles ? to : from, pending: stays ? to : null, taken: false });
      expect(await tryToConnect(from)).toBe(settles ? '401' : 'in');
      expect(await tryToConnect(to)).toBe('in');
      // Restored to what it was when it left its maker.
      await bijli('chargers', 'configure', ID, '--profile', String(from));
      expect(await tryToConnect(from)).toBe('in');
    },
  );
});

const takenLongAgo = (id: string) =>
  client.query(
    "update chargers set pending_profile = 2, pending_profile_taken_at = date_trunc('second', now()) - interval '3 minutes' where id = $1",
    [id],
  );

test('no charge point is restarted while a driver charges there [OCPP-SEC-6]', async () => {
  const driver = await stack.driver('9200000811', 500);
  const slow = await stack.chargePoint('SLOW-1');
  slow.plug(1, { batteryWh: 60_000, soc: 20, maxPowerW: 7_000 });
  const started = once(slow, 'transactionStarted');
  await driver.ask('remoteStart', { body: startOn('SLOW-1', 1, 5) });
  await started;
  await takenLongAgo('SLOW-1');
  await profileUpgrades.restartDue();
  const { rows } = await client.query("select pending_profile_taken_at as at from chargers where id = 'SLOW-1'");
  expect(rows).toEqual([{ at: expect.any(Date) }]);
  const asked = await client.query(
    "select 1 from charger_commands where charger_id = 'SLOW-1' and operation = 'Reset'",
  );
  expect(asked.rowCount).toBe(0);
  await stack.switchOff();
  await client.query('update chargers set pending_profile_taken_at = null');
});

test('a charge point that has accepted a profile but keeps its old link is restarted once [OCPP-SEC-6]', async () => {
  const link = await booted(1);
  const { id } = await raise(2);
  await link.wasAsked('ChangeConfiguration');
  link.say([3, id, { status: 'Accepted' }]);
  await commands.waitForAnswer(id, 10_000);
  expect(await profiles()).toEqual({ least: 1, pending: 2, taken: true });
  await profileUpgrades.restartDue();
  expect(link.asked.some(({ action }) => action === 'Reset')).toBe(false);
  await takenLongAgo(ID);
  await profileUpgrades.restartDue();
  await profileUpgrades.restartDue();
  const reset = await link.wasAsked('Reset');
  expect(reset.payload).toEqual({ type: 'Soft' });
  link.say([3, reset.id, { status: 'Accepted' }]);
  await link.close();
  // It came back with the one before: that is right, and it is left alone.
  const again = await booted(1);
  await profileUpgrades.restartDue();
  expect([...link.asked, ...again.asked].filter(({ action }) => action === 'Reset')).toHaveLength(1);
  expect(await profiles()).toEqual({ least: 1, pending: 2, taken: true });
  await again.close();
  expect([await tryToConnect(2), await tryToConnect(1)]).toEqual(['in', '401']);
});

test('a profile is not sent to a charge point that lacks what it needs unless it is forced, and a lower one never [OCPP-SEC-7]', async () => {
  const toSlow = (to: number, more: object = {}) =>
    ask('ChangeConfiguration', { key: 'SecurityProfile', value: String(to) }, more, 'SLOW-1');
  await expect(toSlow(2)).rejects.toMatchObject({ code: 'charger_root_missing' });
  const slow = await booted(1, 'SLOW-1');
  const told = await ask(
    'GetInstalledCertificateIds',
    { certificateType: 'CentralSystemRootCertificate' },
    {},
    'SLOW-1',
  );
  const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'ab12', issuerKeyHash: 'cd34', serialNumber: '0f' };
  await slow.wasAsked('GetInstalledCertificateIds');
  slow.say([3, told.id, { status: 'Accepted', certificateHashData: [hash] }]);
  await commands.waitForAnswer(told.id, 10_000);
  await expect(toSlow(3)).rejects.toMatchObject({ code: 'charger_certificate_missing' });
  const forced = await toSlow(3, { isForced: true });
  expect((await slow.wasAsked('ChangeConfiguration')).payload).toEqual({ key: 'SecurityProfile', value: '3' });
  slow.say([3, forced.id, { status: 'Rejected' }]);
  await slow.close();

  await changeProfile(database, ID, 2);
  for (const isForced of [false, true])
    await expect(raise(1, { isForced })).rejects.toMatchObject({ code: 'profile_would_be_lowered' });

  const without = await testApp();
  await expect(
    without.app.modules.commands.ask({
      chargePointId: ID,
      operation: 'ChangeConfiguration',
      payload: { key: 'SecurityProfile', value: '2' },
      askedBy: 'a test',
    }),
  ).rejects.toMatchObject({ code: 'tls_missing' });
});

test('staff raise a security profile with one call, the audit names them, and the lower profile is refused once the new one was used', async () => {
  const staff = await staffOf(stack, 'operations');
  const params = { charger_id: ID };
  const raised = (security_profile: number) =>
    staff.call('raiseChargerProfile', { params, body: { security_profile, reason: 'a secret over TLS' } });
  const link = await booted(1);
  const answer = await raised(2);
  const { id, payload } = await link.wasAsked('ChangeConfiguration');
  expect([answer, payload]).toEqual([
    { success: true, command_id: id },
    { key: 'SecurityProfile', value: '2' },
  ]);
  link.say([3, id, { status: 'Accepted' }]);
  await commands.waitForAnswer(id, 10_000);
  await link.close();
  expect([await tryToConnect(1), await tryToConnect(2), await tryToConnect(1)]).toEqual(['in', 'in', '401']);
  expect(await raised(1)).toMatchObject({ code: 'profile_would_be_lowered' });
  const { rows } = await stack.app.modules.staff.listAudit({ limit: '2' }, {});
  expect(rows).toMatchObject([
    { action: 'charger.profile', outcome: 'refused', code: 'profile_would_be_lowered' },
    { action: 'charger.profile', outcome: 'done', after: { security_profile: 2, command: id } },
  ]);
  const technician = await staffOf(stack, 'technician');
  const denied = await technician.call('raiseChargerProfile', { params, body: { security_profile: 2 } });
  expect(denied).toMatchObject({ code: 'not_allowed' });
});
