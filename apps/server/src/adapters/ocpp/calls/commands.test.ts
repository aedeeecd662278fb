import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandRequest } from '#modules/operations/index.ts';
import { testApp } from '#testing/app.ts';
import { ASKED_OPERATIONS } from '#testing/asked-operations.ts';
import { bootedChargePoint, CONFIGURATION, type BareChargePoint } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';

const stack = await testApp();
const { commands } = stack.app.modules;
const ID = 'SLOW-1';
const SIGNED_UPDATE = {
  requestId: 503,
  firmware: {
    location: 'https://f.example',
    retrieveDateTime: '2026-11-20T10:00:00Z',
    signingCertificate: 'c',
    signature: 's',
  },
};
let chargePoint: BareChargePoint;

beforeEach(async () => {
  chargePoint = await bootedChargePoint(stack.url, ID);
});
afterEach(() => chargePoint.close());

const ask = (operation: string, payload: object, more: Partial<CommandRequest> = {}) =>
  commands.ask({ chargePointId: ID, operation, payload: { ...payload }, askedBy: 'a test', ...more });

/** The frame of a command, once the charge point has it. */
const frameOf = (id: string) =>
  eventually(() => chargePoint.asked.find((asked) => asked.id === id) ?? expect.unreachable('not asked'));

/** The command once it has its answer. */
async function answered(operation: string, payload: object, answer: object) {
  const { id } = await ask(operation, payload);
  await frameOf(id);
  chargePoint.say([3, id, answer]);
  return commands.waitForAnswer(id, 10_000);
}

const appliedStates = async () =>
  (
    await stack.app.database.$client.query<{ what: string; key: string; value: object }>(
      'select what, key, value from charger_holdings where charger_id = $1 order by what, key',
      [ID],
    )
  ).rows;

describe('an operation', () => {
  test('whose answer is nested too deeply to be read ends as an error without an answer, and the violation is counted', async () => {
    const before = stack.app.modules.centralSystem.violationsOf(ID)['framing'] ?? 0;
    const { id } = await ask('GetConfiguration', {});
    await frameOf(id);
    chargePoint.say(`[3,"${id}",${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}]`);
    expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({
      state: 'error',
      errorCode: null,
      answer: null,
      problem: 'the answer is nested too deeply',
    });
    expect(stack.app.modules.centralSystem.violationsOf(ID)).toMatchObject({ framing: before + 1 });
  });

  test.each(ASKED_OPERATIONS)(
    '$operation is sent as requested, and its answer is stored as received: $answer [OCPP-16-$operation]',
    async ({ operation, payload, answer, state }) => {
      const { id } = await ask(operation, payload);
      expect(await frameOf(id)).toMatchObject({ action: operation, payload });
      chargePoint.say([3, id, answer]);
      expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({ state, payload, answer, isLate: false });
    },
  );

  test('that breaks OCPP is refused and not sent, and an unknown one is not a command', async () => {
    for (const [operation, payload] of [
      ['Reset', { type: 'Warm' }],
      ['RemoteStartTransaction', { idTag: 'A'.repeat(21) }],
      ['SendLocalList', { listVersion: 1, updateType: 'Full', more: 1 }],
      ['ChangeConfiguration', { key: 'HeartbeatInterval', value: 600 }],
      ['RemoteStartTransaction', { connectorId: 0, idTag: 'A1' }],
      ['UnlockConnector', { connectorId: 0 }],
      ['ChangeConfiguration', { key: 'AuthorizationKey', value: 'a1'.repeat(7) }],
      ['ChangeConfiguration', { key: 'authorizationkey', value: 'a1'.repeat(21) }],
    ] as const)
      expect(await ask(operation, payload)).toMatchObject({
        state: 'refused',
        problem: expect.stringMatching(/^invalid: /),
      });
    await expect(ask('Heartbeat', {})).rejects.toMatchObject({ code: 'operation_unknown' });
    await expect(ask('constructor', {})).rejects.toMatchObject({ code: 'operation_unknown' });
    await expect(ask('Reset', { type: 'Soft' }, { chargePointId: 'NOBODY' })).rejects.toMatchObject({
      code: 'charger_not_there',
    });
  });

  test('whose answer is an error keeps the error as received', async () => {
    const { id } = await ask('UpdateFirmware', { location: 'ftp://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' });
    await frameOf(id);
    chargePoint.say([4, id, 'NotSupported', 'signed firmware only', { hint: 'L01' }]);
    expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({
      state: 'error',
      errorCode: 'NotSupported',
      problem: 'signed firmware only',
      answer: { details: { hint: 'L01' } },
    });
  });

  test('whose answer breaks OCPP keeps the answer, and the violation is counted', async () => {
    const before = stack.app.modules.centralSystem.violationsOf(ID)['ClearCache'] ?? 0;
    const { state, answer } = await answered('ClearCache', {}, { status: 'Perhaps', extra: 1, also: 2 });
    expect([state, JSON.stringify(answer)]).toEqual(['failed', '{"status":"Perhaps","extra":1,"also":2}']);
    expect(stack.app.modules.centralSystem.violationsOf(ID)).toMatchObject({ ClearCache: before + 1 });
  });

  test('that reads settings keeps those that have a name', async () => {
    const configurationKey = [{ readonly: true }, null, { key: 'HeartbeatInterval', readonly: false, value: '77' }];
    expect(await answered('GetConfiguration', {}, { configurationKey })).toMatchObject({ state: 'done' });
    expect(await answered('GetConfiguration', {}, { configurationKey: 'none' })).toMatchObject({ state: 'done' });
  });

  test('gets the numbers that the server chooses', async () => {
    const numbers: number[] = [];
    for (const [operation, payload, field] of [
      ['ReserveNow', { connectorId: 1, expiryDate: '2026-11-20T10:00:00Z', idTag: 'A1' }, 'reservationId'],
      ['GetLog', { logType: 'SecurityLog', log: { remoteLocation: 'https://l.example' } }, 'requestId'],
    ] as const) {
      const { payload: sent } = await answered(operation, payload, { status: 'Rejected' });
      numbers.push(Number(Reflect.get(sent, field)));
    }
    expect(numbers[1]).toBeGreaterThan(numbers[0] ?? 0);
    await answered('GetLocalListVersion', {}, { listVersion: 11 });
    const list = { updateType: 'Full', localAuthorizationList: [] };
    expect((await answered('SendLocalList', list, { status: 'Accepted' })).payload).toMatchObject({ listVersion: 12 });
  });
});

describe('what a charge point has confirmed', () => {
  test('is stored, changed and deleted by its answers', async () => {
    await stack.app.database.$client.query('delete from charger_holdings');
    const profile = (chargingProfileId: number, stackLevel: number) => ({
      connectorId: 1,
      csChargingProfiles: {
        chargingProfileId,
        stackLevel,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Relative',
        chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 10.1 }] },
      },
    });
    const reservation = { connectorId: 1, expiryDate: '2026-11-20T10:00:00Z', idTag: 'A1', reservationId: 70 };
    const accepted = { status: 'Accepted' };
    await answered('ChangeAvailability', { connectorId: 1, type: 'Inoperative' }, { status: 'Scheduled' });
    await answered('ReserveNow', reservation, accepted);
    await answered('SetChargingProfile', profile(1, 0), accepted);
    await answered('SetChargingProfile', profile(2, 0), accepted);
    await answered('SetChargingProfile', profile(3, 1), accepted);
    await answered('SetChargingProfile', profile(4, 2), { status: 'Rejected' });
    await answered('SendLocalList', { listVersion: 5, updateType: 'Full' }, { status: 'VersionMismatch' });
    await answered('SendLocalList', { listVersion: 6, updateType: 'Full' }, accepted);
    expect(await appliedStates()).toMatchObject([
      { what: 'availability', key: '1', value: { isOperative: false } },
      { what: 'local_list', value: { version: 6 } },
      { what: 'profile', key: '2', value: { connectorId: 1, stackLevel: 0 } },
      { what: 'profile', key: '3' },
      { what: 'reservation', key: '70', value: { connectorId: 1, idTag: 'A1' } },
    ]);
    await answered('ClearChargingProfile', { stackLevel: 0, chargingProfilePurpose: 'TxProfile' }, accepted);
    await answered('ClearChargingProfile', { stackLevel: 0, connectorId: 1 }, accepted);
    await answered('CancelReservation', { reservationId: 70 }, { status: 'Rejected' });
    expect((await appliedStates()).map(({ what, key }) => `${what} ${key}`)).toEqual([
      'availability 1',
      'local_list ',
      'profile 3',
    ]);
    await answered('ClearChargingProfile', {}, accepted);
    expect((await appliedStates()).map(({ what }) => what)).toEqual(['availability', 'local_list']);
  });

  test('is sent as a whole, once, if a part of a list no longer fits', async () => {
    const [accepted, wrongVersion] = [{ status: 'Accepted' }, { status: 'VersionMismatch' }];
    const live = (idTag: string) => ({ idTag, idTagInfo: accepted });
    const list = (listVersion: number, updateType: string, localAuthorizationList: object[]) => ({
      listVersion,
      updateType,
      localAuthorizationList,
    });
    await answered('SendLocalList', list(20, 'Full', [live('A1'), live('A2')]), accepted);
    await answered('SendLocalList', list(21, 'Differential', [{ idTag: 'a1' }, live('A3')]), accepted);
    await answered('SendLocalList', list(22, 'Differential', [live('A4')]), wrongVersion);
    const { id, payload } = await chargePoint.wasAsked('SendLocalList', 4);
    expect(payload).toEqual(list(23, 'Full', [live('A2'), live('A3'), live('A4')]));
    chargePoint.say([3, id, wrongVersion]);
    expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({ state: 'failed' });
    const { rows } = await commands.list({ chargePointId: ID, state: 'asked' }, { limit: 9, after: undefined });
    expect(rows).toEqual([]);
  });

  test('includes a part of a list even if the whole list would be too long for one message', async () => {
    const many = (of: string) =>
      Array.from({ length: 700 }, (_, index) => ({ idTag: `${of}-${index}`, idTagInfo: { status: 'Accepted' } }));
    const list = (listVersion: number, updateType: string, of: string) => ({
      listVersion,
      updateType,
      localAuthorizationList: many(of),
    });
    await answered('SendLocalList', list(30, 'Full', 'ONE'), { status: 'Accepted' });
    expect(
      await answered('SendLocalList', list(31, 'Differential', 'TWO'), { status: 'VersionMismatch' }),
    ).toMatchObject({
      state: 'failed',
    });
    await answered('ClearCache', {}, { status: 'Accepted' });
    expect(chargePoint.asked.filter(({ action }) => action === 'SendLocalList')).toHaveLength(2);
  });

  test('includes its last root certificate, which only force can remove from a charge point with TLS', async () => {
    const accepted = { status: 'Accepted' };
    const certificateType = 'CentralSystemRootCertificate';
    const root = (serialNumber: string) => ({
      certificateHashData: {
        hashAlgorithm: 'SHA256',
        issuerNameHash: 'ab',
        issuerKeyHash: 'cd',
        serialNumber,
      },
    });
    const certificateHashData = ['0a', '0b'].map((number) => root(number).certificateHashData);
    await answered('GetInstalledCertificateIds', { certificateType }, { ...accepted, certificateHashData });
    await answered('DeleteCertificate', root('0A'), accepted);
    await answered('DeleteCertificate', root('0B'), { status: 'Failed' });
    const profile = (pending: number | null) =>
      stack.app.database.$client.query('update chargers set pending_profile = $1 where id = $2', [pending, ID]);
    await profile(2);
    await expect(ask('DeleteCertificate', root('0B'))).rejects.toMatchObject({ code: 'root_would_be_lost' });
    const { id } = await ask('DeleteCertificate', root('0B'), { isForced: true });
    await frameOf(id);
    chargePoint.say([3, id, accepted]);
    expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({ state: 'done' });
    await profile(null);
    expect(await appliedStates()).toContainEqual({
      what: 'certificates',
      key: certificateType,
      value: { certificateHashData: [] },
    });
  });

  test('includes its configuration, without secrets', async () => {
    const entries = [
      { key: 'HeartbeatInterval', readonly: false, value: '300' },
      { key: 'AuthorizationKey', readonly: false, value: 'aabbccddeeff00112233' },
    ];
    const read = await answered('GetConfiguration', {}, { configurationKey: entries });
    expect(JSON.stringify(read.answer)).not.toContain('aabbccddeeff');
    await answered('ChangeConfiguration', { key: 'heartbeatinterval', value: '60' }, { status: 'Accepted' });
    await answered('ChangeConfiguration', { key: 'HeartbeatInterval', value: '61' }, { status: 'Rejected' });
    const { rows } = await stack.app.database.$client.query(
      "select key, value, readonly from charger_configuration where charger_id = $1 and key in ('HeartbeatInterval', 'AuthorizationKey') order by key",
      [ID],
    );
    expect(rows).toEqual([
      { key: 'AuthorizationKey', value: null, readonly: false },
      { key: 'HeartbeatInterval', value: '60', readonly: false },
    ]);
  });
});

describe('the report after an answer', () => {
  const told = (id: string) => commands.find(ID, id);

  const FOLLOWED = [
    [
      'UpdateFirmware',
      { location: 'ftp://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' },
      {},
      'FirmwareStatusNotification',
      [
        { status: 'Downloading' },
        { status: 'Idle' },
        { status: 'Downloaded' },
        { status: 'Installing' },
        { status: 'Installed' },
      ],
      'done',
    ],
    [
      'UpdateFirmware',
      { location: 'ftp://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' },
      {},
      'FirmwareStatusNotification',
      [{ status: 'Downloading' }, { status: 'DownloadFailed' }],
      'failed',
    ],
    [
      'GetDiagnostics',
      { location: 'ftp://f.example/1' },
      { fileName: 'd.zip' },
      'DiagnosticsStatusNotification',
      [{ status: 'Uploading' }, { status: 'UploadFailed' }],
      'failed',
    ],
    [
      'GetLog',
      { logType: 'SecurityLog', requestId: 501, log: { remoteLocation: 'https://l.example' } },
      { status: 'Accepted' },
      'LogStatusNotification',
      [
        { status: 'Uploading', requestId: 501 },
        { status: 'Uploaded', requestId: 999 },
        { status: 'Uploaded', requestId: 501 },
      ],
      'done',
    ],
    [
      'SignedUpdateFirmware',
      {
        requestId: 502,
        firmware: {
          location: 'https://f.example',
          retrieveDateTime: '2026-11-20T10:00:00Z',
          signingCertificate: 'c',
          signature: 's',
        },
      },
      { status: 'Accepted' },
      'SignedFirmwareStatusNotification',
      [
        { status: 'Downloaded', requestId: 502 },
        { status: 'InvalidSignature', requestId: 502 },
      ],
      'failed',
    ],
    [
      'Reset',
      { type: 'Soft' },
      { status: 'Accepted' },
      'BootNotification',
      [{ chargePointVendor: 'A', chargePointModel: 'F' }],
      'done',
    ],
  ] as const;

  test.each(
    FOLLOWED.map(([operation, payload, answer, action, statuses, end]) => ({
      operation,
      payload,
      answer,
      action,
      statuses,
      end,
    })),
  )('$operation ends with the last $action of the charge point as $end [OCPP-16-$action]', async (followed) => {
    const { operation, payload, answer, action, statuses, end } = followed;
    const { id, state } = await answered(operation, payload, answer);
    expect(state).toBe('following');
    for (const status of statuses) expect((await chargePoint.call(action, status))[0]).toBe(3);
    const command = await told(id);
    expect(command.state).toBe(end);
    const meant = statuses
      .filter((one) => !('status' in one) || one.status !== 'Idle')
      .filter((one) => !('requestId' in one) || one.requestId !== 999);
    expect(command.followUps.map((followUp) => followUp.action)).toEqual(meant.map(() => action));
  });

  test.each([
    ['UpdateFirmware', { location: 'ftp://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' }, {}],
    ['SignedUpdateFirmware', SIGNED_UPDATE, { status: 'Accepted' }],
  ])(
    '%s is done when the charge point boots with another version, reported or not',
    async (operation, payload, answer) => {
      let boots = 1;
      const boot = async (firmwareVersion: string) => {
        await chargePoint.call('BootNotification', { chargePointVendor: 'A', chargePointModel: 'F', firmwareVersion });
        boots += 1;
        chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration', boots)).id, CONFIGURATION]);
      };
      await boot('1.0');
      const { id } = await answered(operation, payload, answer);
      await boot('1.0');
      expect((await told(id)).state).toBe('following');
      await boot('2.0');
      expect(await told(id)).toMatchObject({
        state: 'done',
        followUps: [{ action: 'BootNotification', payload: { firmwareVersion: '2.0' } }],
      });
    },
  );

  test('a later upload that the charge point accepts ends the earlier one', async () => {
    const log = { logType: 'SecurityLog', log: { remoteLocation: 'https://l.example' } };
    const first = await answered('GetLog', { ...log, requestId: 601 }, { status: 'Accepted' });
    await answered('GetLog', { ...log, requestId: 602 }, { status: 'AcceptedCanceled' });
    expect(await told(first.id)).toMatchObject({ state: 'failed', problem: 'given up for a later one' });
  });

  test('a final report counts even if it arrives before the answer, which is stored when it comes', async () => {
    const { id } = await ask('GetDiagnostics', { location: 'ftp://f.example/1' });
    await frameOf(id);
    await chargePoint.call('DiagnosticsStatusNotification', { status: 'Uploaded' });
    expect(await told(id)).toMatchObject({ state: 'done', answeredAt: null });
    chargePoint.say([3, id, { fileName: 'd.zip' }]);
    await eventually(async () =>
      expect(await told(id)).toMatchObject({ state: 'done', problem: null, answer: { fileName: 'd.zip' } }),
    );
  });

  test('a report without a number belongs to the running task, not to one without an answer', async () => {
    const update = { location: 'ftp://f.example/1', retrieveDate: '2026-11-20T10:00:00Z' };
    const first = await answered('UpdateFirmware', update, {});
    const second = await ask('UpdateFirmware', update);
    await frameOf(second.id);
    await chargePoint.call('FirmwareStatusNotification', { status: 'Installed' });
    expect([(await told(first.id)).state, (await told(second.id)).state]).toEqual(['done', 'sent']);
    chargePoint.say([4, second.id, 'NotSupported', '', {}]);
    expect((await commands.waitForAnswer(second.id, 10_000)).state).toBe('error');
  });

  test('repeated reports are stored up to a hundred times, and none after the end', async () => {
    const { id } = await answered('GetDiagnostics', { location: 'ftp://f.example/1' }, { fileName: 'd.zip' });
    for (let times = 0; times < 110; times += 1)
      await chargePoint.call('DiagnosticsStatusNotification', { status: 'Uploading' });
    expect((await told(id)).followUps).toHaveLength(100);
    await chargePoint.call('DiagnosticsStatusNotification', { status: 'Uploaded' });
    expect((await told(id)).state).toBe('done');
    const log = { logType: 'SecurityLog', requestId: 701, log: { remoteLocation: 'https://l.example' } };
    const over = await answered('GetLog', log, { status: 'Accepted' });
    for (const status of ['Uploaded', 'Uploading', 'Uploading'])
      await chargePoint.call('LogStatusNotification', { status, requestId: 701 });
    expect((await told(over.id)).followUps).toHaveLength(1);
  });

  test.each([5_000_000_000, -5_000_000_000, 1.5])(
    '%d is not a request number, in commands and in reports',
    async (requestId) => {
      const log = { logType: 'SecurityLog', log: { remoteLocation: 'https://l.example' } };
      const { id } = await answered('GetLog', log, { status: 'Accepted' });
      for (const action of ['LogStatusNotification', 'SignedFirmwareStatusNotification'])
        expect((await chargePoint.call(action, { status: 'Uploaded', requestId }))[0]).toBe(3);
      expect((await told(id)).state).toBe('following');
      expect(await ask('GetLog', { ...log, requestId })).toMatchObject({
        state: 'refused',
        problem: expect.stringContaining('/requestId'),
      });
    },
  );

  test('a boot proves an unanswered reset if it comes soon after, and not later', async () => {
    for (const state of ['done', 'timed_out']) {
      const { id } = await ask('Reset', { type: 'Hard' });
      await frameOf(id);
      await chargePoint.close();
      await eventually(async () => expect((await told(id)).state).toBe('timed_out'));
      // Who waits no longer.
      if (state === 'timed_out')
        await stack.app.database.$client.query('update charger_commands set follow_until = sent_at where id = $1', [
          id,
        ]);
      chargePoint = await bootedChargePoint(stack.url, ID);
      const command = await told(id);
      expect(command.state).toBe(state);
      expect(command.followUps).toHaveLength(state === 'done' ? 1 : 0);
    }
  });
});
