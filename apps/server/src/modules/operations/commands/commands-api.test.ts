import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS, STAFF_ROLES, type StaffRole } from '@bijli/contract/operator';
import { HOUR_MS } from '#kernel/durations.ts';
import { hasBoughtSession } from '#modules/sessions/index.ts';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { type BareChargePoint, bootedChargePoint } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';
import { staffOf, type Operator } from '#testing/staff.ts';

const stack = await testApp();
const operators = new Map<StaffRole, Operator>();
for (const role of STAFF_ROLES) operators.set(role, await staffOf(stack, role));
const by = (role: StaffRole): Operator => operators.get(role) ?? expect.fail();
const ID = 'SLOW-1';
const params = { charger_id: ID };

let chargePoint: BareChargePoint;
beforeEach(async () => {
  chargePoint = await bootedChargePoint(stack.url, ID);
});
afterEach(() => chargePoint.close());

/** Other tests ask for things of a charge point that is offline. */
const fastIsOffline = () =>
  eventually(async () =>
    expect(await stack.app.modules.availability.findConnectorForStart('FAST-1', 1)).toMatchObject({ isOnline: false }),
  );

/** Answers the next call of an operation. */
async function obey(operation: string, answer: object, one = chargePoint): Promise<void> {
  const { id } = await one.wasAsked(operation);
  one.say([3, id, answer]);
}

/** As a program that brings a key. */
async function withKey(key: string, body: object, role: StaffRole = 'owner') {
  const response = await fetch(`${stack.url}/api-v1/operator/charge-points/${ID}/commands`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by(role).token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  const { command, code } = (await response.json()) as { command?: { id: string }; code?: string };
  return { status: response.status, id: command?.id, code };
}

test('staff send a command to a charge point, wait for its answer, and find it again with what follows', async () => {
  const asked = by('technician').ask('commandCharger', {
    params,
    query: { wait: '20' },
    body: {
      operation: 'UpdateFirmware',
      payload: { location: 'https://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' },
    },
  });
  await obey('UpdateFirmware', {});
  const { command } = await asked;
  expect(command).toMatchObject({
    charger_id: ID,
    operation: 'UpdateFirmware',
    state: 'following',
    answer: {},
    late: false,
  });
  await chargePoint.call('FirmwareStatusNotification', { status: 'Installed' });
  const found = await by('viewer').ask('getChargerCommand', { params: { ...params, command_id: command.id } });
  expect(found.command).toMatchObject({
    state: 'done',
    follow_ups: [{ action: 'FirmwareStatusNotification', payload: { status: 'Installed' } }],
  });
  const elsewhere = { params: { charger_id: 'FAST-1', command_id: command.id } };
  expect(await by('viewer').call('getChargerCommand', elsewhere)).toMatchObject({ code: 'command_unknown' });
});

test('a secret that waits for the link is shown to nobody, and is not stored once it is refused', async () => {
  const value = '99112233445566778899aabbccddeeff00112233';
  const where = { charger_id: 'FAST-1' };
  const operation = 'ChangeConfiguration';
  const payload = { key: 'AuthorizationKey', value };
  const deadline = new Date(Date.now() + 3_600_000).toISOString();
  const asked = await by('owner').ask('commandCharger', { params: where, body: { operation, payload, deadline } });
  expect(asked.command).toMatchObject({ state: 'asked', payload: { value: '[blanked]' } });
  const command_id = asked.command.id;
  const shown = [
    await by('viewer').ask('getChargerCommand', { params: { ...where, command_id } }),
    await by('viewer').ask('listChargerCommands', { params: where }),
  ];
  expect(JSON.stringify([asked, ...shown])).not.toContain(value);
  const { $client: client } = stack.app.database;
  await client.query("update charger_commands set deadline_at = '2026-01-01' where id = $1", [command_id]);
  await stack.app.modules.commands.checkCommands();
  await eventually(async () => {
    const { rows } = await client.query('select state, payload from charger_commands where id = $1', [command_id]);
    expect(rows).toMatchObject([{ state: 'refused', payload: { value: '[blanked]' } }]);
  });
});

test('a password in an address is shown to nobody once it is sent, and a tag only to staff who may see tags', async () => {
  const { command: upload } = await by('technician').ask('commandCharger', {
    params,
    body: { operation: 'GetDiagnostics', payload: { location: 'ftp://user:hunter2@f.example/up' } },
  });
  await obey('GetDiagnostics', {});
  const idTag = 'NOBODYS-TAG';
  const asked = by('operations').ask('commandCharger', {
    params,
    query: { wait: '20' },
    body: { operation: 'RemoteStartTransaction', payload: { idTag } },
  });
  await obey('RemoteStartTransaction', { status: 'Rejected' });
  expect((await asked).command.payload).toEqual({ idTag });
  await chargePoint.call('Authorize', { idTag });
  const seenBy = async (role: StaffRole) => ({
    commands: (await by(role).ask('listChargerCommands', { params })).commands,
    messages: role === 'viewer' ? [] : (await by(role).ask('listChargerMessages', { params })).messages,
  });
  await eventually(async () => expect(JSON.stringify(await seenBy('support'))).toContain('Authorize'));
  const seen = {
    technician: await seenBy('technician'),
    viewer: await seenBy('viewer'),
    support: await seenBy('support'),
  };
  expect(JSON.stringify([upload, seen, await stack.app.modules.staff.listAudit({ limit: '9' }, {})])).not.toContain(
    'hunter2',
  );
  expect(JSON.stringify([seen.technician, seen.viewer])).not.toContain(idTag);
  expect(JSON.stringify(seen.support)).toContain(idTag);
});

test('without a wait the answer is the stored command, and the audit says who requested what', async () => {
  const { command } = await by('support').ask('commandCharger', {
    params,
    body: { operation: 'UnlockConnector', payload: { connectorId: 1 }, reason: 'the cable is stuck' },
  });
  await obey('UnlockConnector', { status: 'UnlockFailed' });
  const find = () => by('owner').ask('getChargerCommand', { params: { ...params, command_id: command.id } });
  await eventually(async () => expect((await find()).command.state).toBe('failed'));
  const { rows } = await stack.app.modules.staff.listAudit({ limit: '1' }, {});
  expect(rows[0]).toMatchObject({
    action: 'charger.command',
    object: `charger ${ID}`,
    reason: 'the cable is stuck',
    after: { operation: 'UnlockConnector', payload: { connectorId: 1 }, command: command.id },
  });
});

test('the audit has a command once it is stored, and no payload of a refused one', async () => {
  const newest = async () => (await stack.app.modules.staff.listAudit({ limit: '1' }, {})).rows[0];
  const owner = by('owner');
  const { command } = await owner.ask('commandCharger', { params, body: { operation: 'ClearCache' } });
  const line = await newest();
  expect(line).toMatchObject({ outcome: 'done', after: { operation: 'ClearCache', payload: {}, command: command.id } });
  // Nobody has answered it yet.
  expect((await stack.app.modules.commands.find(ID, command.id)).answeredAt).toBeNull();
  const payload = { vendorId: 'v', data: 'x'.repeat(70_000) };
  for (const body of [
    { operation: 'DataTransfer', payload },
    { operation: 'Reset', payload: { type: 'Warm' } },
    { operation: 'Explode', payload },
  ]) {
    await owner.call('commandCharger', { params, body });
    const { outcome, after } = (await newest()) ?? {};
    expect([outcome, Object.keys(after as object).filter((field) => field !== 'command')]).toEqual([
      'refused',
      ['operation'],
    ]);
  }
  await by('support').call('commandCharger', { params, body: { operation: 'DataTransfer', payload } });
  expect(await newest()).toMatchObject({ outcome: 'denied', after: { operation: 'DataTransfer' } });
});

test('an equal request with the same key is the same command, another one is refused', async () => {
  const body = { operation: 'ClearCache' };
  const first = await withKey('key-1', body);
  expect(await withKey('key-1', body)).toEqual(first);
  expect(await withKey('key-1', { operation: 'GetLocalListVersion' })).toMatchObject({
    status: 409,
    code: 'idempotency_key_used',
  });
  expect((await withKey('key-1', body, 'technician')).id).not.toBe(first.id);
  expect(await withKey('k'.repeat(201), body)).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
});

test('an unknown charge point, an unknown operation and an invalid payload are distinguished', async () => {
  const owner = by('owner');
  const ask = (charger_id: string, operation: string, payload: Record<string, unknown> = {}) =>
    owner.call('commandCharger', { params: { charger_id }, body: { operation, payload } });
  expect(await ask('NOBODY', 'ClearCache')).toMatchObject({ code: 'charger_not_there' });
  expect(await ask(ID, 'Explode')).toMatchObject({ code: 'operation_unknown' });
  const deep: unknown = JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`);
  expect(await ask(ID, 'DataTransfer', { vendorId: 'deep', data: deep })).toMatchObject({ code: 'bad_request' });
  expect(await ask(ID, 'Reset', { type: 'Warm' })).toMatchObject({
    code: 'payload_invalid',
    message: expect.stringMatching(/takes this: \/type/),
  });
  const { commands } = await owner.ask('listChargerCommands', { params, query: { state: 'refused', limit: '1' } });
  expect(commands).toMatchObject([{ operation: 'Reset', payload: { type: 'Warm' } }]);
});

describe('permissions for commands', () => {
  test.each([
    ['RemoteStartTransaction', { idTag: 'A' }, 'operate'],
    ['RemoteStopTransaction', { transactionId: 1 }, 'operate'],
    ['UnlockConnector', { connectorId: 1 }, 'operate'],
    ['Reset', { type: 'Soft' }, 'operate'],
    ['TriggerMessage', { requestedMessage: 'Heartbeat' }, 'operate'],
    ['Reset', { type: 'Hard' }, 'configure'],
    ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '5' }, 'configure'],
    ['GetDiagnostics', { location: 'ftp://l.example' }, 'configure'],
    ['SendLocalList', { listVersion: 1, updateType: 'Full' }, 'configure'],
    ['ChangeConfiguration', { key: 'AuthorizationKey', value: '00112233445566778899aabbccddeeff00112233' }, 'secure'],
    ['ChangeConfiguration', { key: 'securityProfile', value: '1' }, 'secure'],
    ['ExtendedTriggerMessage', { requestedMessage: 'SignChargePointCertificate' }, 'secure'],
    ['InstallCertificate', { certificateType: 'CentralSystemRootCertificate', certificate: 'x' }, 'secure'],
    ['ClearChargingProfile', {}, 'secure'],
  ] as const)('%s with %j is for staff who may %s', async (operation, payload, care) => {
    // Of a charge point that is offline: refused in its row, and not at the door.
    for (const role of STAFF_ROLES) {
      const answer = await by(role).call('commandCharger', {
        params: { charger_id: 'FAST-1' },
        body: { operation, payload: { ...payload } },
      });
      const isAllowed = (PERMISSIONS[`chargers.${care}`] as readonly StaffRole[]).includes(role);
      expect([role, answer]).toMatchObject([role, isAllowed ? { command: { operation } } : { code: 'not_allowed' }]);
    }
  });
});

test('a waiting command is refused if a session that it would interrupt is starting meanwhile', async () => {
  const driver = await stack.driver('9200000802', 500);
  const where = { charger_id: 'FAST-1' };
  const fast = await bootedChargePoint(stack.url, 'FAST-1');
  await fast.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError' });
  await by('owner').ask('commandCharger', { params: where, body: { operation: 'ClearCache' } });
  const cleared = await fast.wasAsked('ClearCache');
  const body = { operation: 'Reset', payload: { type: 'Hard' } };
  const { command } = await by('owner').ask('commandCharger', { params: where, body });
  expect(command.state).toBe('asked');
  const starting = driver.call('remoteStart', { body: fastStart(1) });
  await eventually(async () => expect(await hasBoughtSession(stack.app.database, 'FAST-1')).toBe(true));
  fast.say([3, cleared.id, { status: 'Accepted' }]);
  await eventually(async () =>
    expect(await stack.app.modules.commands.find('FAST-1', command.id)).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('would be cut short'),
    }),
  );
  expect(await by('owner').call('commandCharger', { params: where, body })).toMatchObject({
    code: 'charge_would_be_cut',
  });
  await obey('RemoteStartTransaction', { status: 'Rejected' }, fast);
  await starting;
  expect(fast.asked.map(({ action }) => action)).not.toContain('Reset');
  await fast.close();
  await fastIsOffline();
});

test('a command that would interrupt a driver’s session needs a confirmation', async () => {
  const driver = await stack.driver('9200000801', 500);
  const fast = await stack.chargePoint('FAST-1');
  fast.plug(1, { batteryWh: 60_000, soc: 20, maxPowerW: 100_000 });
  const started = once(fast, 'transactionStarted');
  await driver.ask('remoteStart', { body: fastStart(1) });
  await started;
  const where = { charger_id: 'FAST-1' };
  const at = (aheadMs: number) => new Date(Date.now() + aheadMs).toISOString();
  const location = 'http://127.0.0.1:9/none.bin';
  const signed = (installDateTime: string) => ({
    operation: 'SignedUpdateFirmware',
    payload: {
      firmware: { location, retrieveDateTime: at(0), installDateTime, signingCertificate: 'c', signature: 's' },
    },
  });
  const update = (retrieveDate: string) => ({ operation: 'UpdateFirmware', payload: { location, retrieveDate } });
  const body = { operation: 'Reset', payload: { type: 'Hard' } };
  for (const cutting of [body, update(at(0)), update(at(HOUR_MS / 2)), update('2019-01-01T00:00:00Z'), signed(at(0))])
    expect(await by('owner').call('commandCharger', { params: where, body: cutting })).toMatchObject({
      code: 'charge_would_be_cut',
    });
  // By then this charge is over.
  for (const later of [update(at(2 * HOUR_MS)), signed(at(2 * HOUR_MS))])
    expect(await by('owner').call('commandCharger', { params: where, body: later })).toMatchObject({ success: true });
  const { command } = await by('owner').ask('commandCharger', {
    params: where,
    query: { wait: '20' },
    body: { ...body, force: true },
  });
  expect(command).toMatchObject({ answer: { status: 'Accepted' } });
  // Other tests ask for a reset of this charge point.
  await eventually(async () => expect(await hasBoughtSession(stack.app.database, 'FAST-1')).toBe(false));
  await fast.close();
  await fastIsOffline();
});

test('commands are listed by state and operation, in pages', async () => {
  const owner = by('owner');
  for (const operation of ['ClearCache', 'GetLocalListVersion', 'ClearCache']) {
    const body = { operation, payload: { more: 1 } };
    expect(await owner.call('commandCharger', { params, body })).toMatchObject({ code: 'payload_invalid' });
  }
  const listed = await owner.ask('listChargerCommands', {
    params,
    query: { state: 'refused', operation: 'ClearCache', limit: '1' },
  });
  expect(listed.commands).toMatchObject([{ operation: 'ClearCache', state: 'refused' }]);
  const query = { state: 'refused' as const, operation: 'ClearCache', cursor: listed.next ?? '' };
  expect((await owner.ask('listChargerCommands', { params, query })).commands.length).toBeGreaterThan(0);
});

test('the messages between a charge point and the server are listed by time, up to a limit', async () => {
  const owner = by('owner');
  for (let beat = 0; beat < 3; beat += 1) await chargePoint.call('Heartbeat', {});
  const messages = async (query: { from?: string; to?: string; limit?: string }) =>
    (await owner.ask('listChargerMessages', { params, query })).messages;
  const beats = await eventually(async () => {
    const found = (await messages({})).filter(({ action }) => action === 'Heartbeat');
    expect(found).toHaveLength(3);
    return found;
  });
  expect(beats[0]).toMatchObject({
    direction: 'received',
    answer_code: 'CALLRESULT',
    frame: expect.stringContaining('Heartbeat'),
  });
  expect(await messages({ limit: '2' })).toHaveLength(2);
  expect(await messages({ to: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await messages({ from: '2099-01-01T00:00:00Z' })).toEqual([]);
});
