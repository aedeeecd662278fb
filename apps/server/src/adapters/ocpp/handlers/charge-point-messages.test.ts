import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#kernel/durations.ts';
import { createLog } from '#kernel/log.ts';
import { changeAdmission } from '#modules/network/index.ts';
import { addToken, blockToken } from '#modules/tokens/index.ts';
import { testApp } from '#testing/app.ts';
import { type BareChargePoint, CONFIGURATION, connectedChargePoint } from '#testing/charge-point-fixture.ts';

const lines: { event: string; type?: string; level: number }[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
const stack = await testApp({ log });
const { database } = stack.app;
const { commands } = stack.app.modules;
const rows = async (query: string) => (await database.$client.query<Record<string, unknown>>(query)).rows;

let chargePoint: BareChargePoint;
beforeEach(async () => {
  chargePoint = await connectedChargePoint(stack.url, 'FAST-1');
});
afterEach(() => chargePoint.close());

/** The payload of the answer to a call. */
const answerTo = async (action: string, payload: object, by = chargePoint) =>
  (await by.call(action, payload))[2] as Record<string, unknown>;

let registerWh = 0;
const start = (idTag: string, more: object = {}) => ({
  connectorId: 1,
  idTag,
  meterStart: (registerWh += 1000),
  timestamp: new Date().toISOString(),
  ...more,
});
const stop = (transactionId: unknown, more: object = {}) => ({
  transactionId,
  meterStop: registerWh + 500,
  timestamp: new Date().toISOString(),
  ...more,
});

const EXPIRES = new Date('2099-01-01T00:00:00Z');
const past = new Date('2020-01-01T00:00:00Z');
const add = (idTag: string, more: object = {}) => addToken(database, { idTag, label: 'Test', ...more }, past);
await add('LIVE', { parentIdTag: 'group', expiresAt: EXPIRES });
await add('PLAIN');
await add('SHARED', { isShared: true });
await add('OLD', { expiresAt: new Date('2021-01-01T00:00:00Z') });
await add('LOST');
await blockToken(database, 'LOST', past);

const LIVE = { status: 'Accepted', parentIdTag: 'GROUP', expiryDate: EXPIRES.toISOString() };

describe('a tag', () => {
  test('that expires between Authorize and the start is answered as expired at the start', async () => {
    await add('TURNS', { expiresAt: EXPIRES });
    expect(await answerTo('Authorize', { idTag: 'TURNS' })).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    await add('TURNS', { expiresAt: new Date() });
    expect(await answerTo('StartTransaction', start('TURNS'))).toMatchObject({
      transactionId: expect.any(Number),
      idTagInfo: { status: 'Expired' },
    });
  });

  test.each([
    ['live', LIVE],
    ['Plain', { status: 'Accepted' }],
    ['PLAIN               ', { status: 'Accepted' }],
    ['OLD', { status: 'Expired', expiryDate: '2021-01-01T00:00:00.000Z' }],
    ['lost', { status: 'Blocked' }],
    ['NOBODYS', { status: 'Invalid' }],
  ])(
    '%s is answered with its state, its group and its expiry, in upper or lower case, or filled up with spaces [OCPP-16-Authorize]',
    async (idTag, info) => {
      expect(await answerTo('Authorize', { idTag })).toEqual({ idTagInfo: info });
    },
  );

  test.each([
    ['live', LIVE],
    ['OLD', { status: 'Expired', expiryDate: '2021-01-01T00:00:00.000Z' }],
    ['LOST', { status: 'Blocked' }],
    ['NOBODYS', { status: 'Invalid' }],
  ])(
    '%s gets the same answer and an id at its start, and the same answer again at its stop [OCPP-16-StartTransaction, OCPP-16-StopTransaction]',
    async (idTag, info) => {
      const request = start(idTag);
      const { transactionId, idTagInfo } = await answerTo('StartTransaction', request);
      expect([transactionId, idTagInfo]).toEqual([expect.any(Number), info]);
      expect(await answerTo('StartTransaction', request)).toEqual({ transactionId, idTagInfo });
      expect(await answerTo('StopTransaction', stop(transactionId, { idTag }))).toEqual({ idTagInfo: info });
    },
  );

  test('is not in the answer to a stop without a tag; a stop without a transaction is answered as usual', async () => {
    const { transactionId } = await answerTo('StartTransaction', start('PLAIN'));
    expect(await answerTo('StopTransaction', stop(transactionId))).toEqual({});
    expect(await answerTo('StopTransaction', stop(-1, { idTag: 'PLAIN' }))).toEqual({
      idTagInfo: { status: 'Accepted' },
    });
  });

  test('that charges elsewhere is authorized but cannot start, until that charge is over or if it starts on the same connector again', async () => {
    const other = await connectedChargePoint(stack.url, 'SLOW-1');
    const first = await answerTo('StartTransaction', start('PLAIN'));
    expect(await answerTo('Authorize', { idTag: 'PLAIN' }, other)).toEqual({ idTagInfo: { status: 'Accepted' } });
    const elsewhere = start('plain');
    const refused = await answerTo('StartTransaction', elsewhere, other);
    expect(refused).toMatchObject({ idTagInfo: { status: 'ConcurrentTx' } });
    // On its own connector a new start proves that the one before is over.
    const second = await answerTo('StartTransaction', start('PLAIN'));
    expect(second).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    expect(second['transactionId']).not.toBe(first['transactionId']);
    await answerTo('StopTransaction', stop(second['transactionId']));
    // What was refused stays so, however often it is told.
    expect(await answerTo('StartTransaction', elsewhere, other)).toEqual(refused);
    const third = await answerTo('StartTransaction', start('PLAIN'), other);
    expect(third).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    await answerTo('StopTransaction', stop(third['transactionId']), other);
    await other.close();
  });

  test('that several cars share can charge at several connectors', async () => {
    const both = [
      await answerTo('StartTransaction', start('SHARED')),
      await answerTo('StartTransaction', start('SHARED', { connectorId: 2 })),
    ];
    expect(both).toMatchObject([{ idTagInfo: { status: 'Accepted' } }, { idTagInfo: { status: 'Accepted' } }]);
    for (const { transactionId } of both) await answerTo('StopTransaction', stop(transactionId));
  });

  test('of one person that starts at two places at once can start at only one', async () => {
    const other = await connectedChargePoint(stack.url, 'SLOW-1');
    const answers = await Promise.all([
      answerTo('StartTransaction', start('PLAIN')),
      answerTo('StartTransaction', start('PLAIN'), other),
    ]);
    const statuses = answers.map(({ idTagInfo }) => (idTagInfo as { status: string }).status);
    expect(statuses.toSorted()).toEqual(['Accepted', 'ConcurrentTx']);
    await Promise.all([
      answerTo('StopTransaction', stop(answers[0]?.['transactionId'])),
      answerTo('StopTransaction', stop(answers[1]?.['transactionId']), other),
    ]);
    await other.close();
  });
});

test('a reservation is used up only by an accepted start', async () => {
  const reservationKeys = () => rows("select key from charger_holdings where what = 'reservation'");
  await database.$client.query(
    `insert into charger_holdings values ('FAST-1', 'reservation', '31', '{}', now()), ('FAST-1', 'reservation', '32', '{}', now())`,
  );
  await answerTo('StartTransaction', start('LOST', { reservationId: 31 }));
  await answerTo('StartTransaction', start('NOBODYS', { reservationId: -1 }));
  expect(await reservationKeys()).toHaveLength(2);
  const { transactionId } = await answerTo('StartTransaction', start('PLAIN', { reservationId: 31 }));
  expect(await reservationKeys()).toEqual([{ key: '32' }]);
  await answerTo('StopTransaction', stop(transactionId));
});

const AT = '2026-11-20T08:36:00Z';
const [MISSING, OF_OTHER_TYPE, IMPOSSIBLE] = [
  'OccurenceConstraintViolation',
  'TypeConstraintViolation',
  'PropertyConstraintViolation',
];
test.each([
  ['Authorize', {}, MISSING],
  ['Authorize', { idTag: null }, MISSING],
  ['Authorize', { idTag: {} }, OF_OTHER_TYPE],
  ['BootNotification', {}, MISSING],
  ['BootNotification', { chargePointVendor: 'v' }, MISSING],
  ['BootNotification', { chargePointVendor: {}, chargePointModel: 'm' }, OF_OTHER_TYPE],
  ['DataTransfer', { data: 'x' }, MISSING],
  ['DiagnosticsStatusNotification', {}, MISSING],
  ['FirmwareStatusNotification', { status: [] }, OF_OTHER_TYPE],
  ['LogStatusNotification', { requestId: 5 }, MISSING],
  ['MeterValues', { meterValue: [] }, MISSING],
  ['MeterValues', { connectorId: 'one', meterValue: [] }, OF_OTHER_TYPE],
  ['MeterValues', { connectorId: -1, meterValue: [] }, IMPOSSIBLE],
  ['SecurityEventNotification', { timestamp: AT }, MISSING],
  ['SignCertificate', {}, MISSING],
  ['SignedFirmwareStatusNotification', {}, MISSING],
  ['StartTransaction', { idTag: 'PLAIN', meterStart: 5, timestamp: AT }, MISSING],
  ['StartTransaction', { connectorId: 'one', idTag: 'PLAIN', meterStart: 5, timestamp: AT }, OF_OTHER_TYPE],
  ['StartTransaction', { connectorId: -1, idTag: 'PLAIN', meterStart: 5, timestamp: AT }, IMPOSSIBLE],
  ['StatusNotification', { connectorId: 1, errorCode: 'NoError' }, MISSING],
  ['StatusNotification', { connectorId: [], status: 'Available', errorCode: 'NoError' }, OF_OTHER_TYPE],
  ['StopTransaction', { timestamp: AT }, MISSING],
  ['StopTransaction', { transactionId: -1, timestamp: AT, meterStop: {} }, OF_OTHER_TYPE],
])('%s with the empty text %j is answered %s', async (action, payload, code) => {
  expect(await chargePoint.call(action, payload)).toEqual([4, expect.any(String), code, expect.any(String), {}]);
});

test.each([undefined, null, 'many', -5])(
  'a start with the register %j counts from 0, like that of a meter that was reset',
  async (meterStart) => {
    const { transactionId } = await answerTo('StartTransaction', { ...start('SHARED'), meterStart });
    expect(
      await rows(`select meter_start_wh::int from charging_sessions where transaction_id = ${transactionId}`),
    ).toEqual([{ meter_start_wh: 0 }]);
    await answerTo('StopTransaction', stop(transactionId));
  },
);

test('a stop with a register below zero ends its transaction by the samples, and the meter is not suspect', async () => {
  const begun = start('SHARED');
  const { transactionId } = await answerTo('StartTransaction', begun);
  const sample = { timestamp: begun.timestamp, sampledValue: [{ value: String(registerWh + 80) }] };
  await answerTo('MeterValues', { connectorId: 1, transactionId, meterValue: [sample] });
  expect(await answerTo('StopTransaction', stop(transactionId, { meterStop: -5 }))).toEqual({});
  const session = `select energy_wh, meter_suspect from charging_sessions where transaction_id = ${transactionId}`;
  expect(await rows(session)).toEqual([{ energy_wh: 80, meter_suspect: false }]);
});

test('fields that a message does not need may be missing or unusual, and numbers may be text', async () => {
  const boot = { chargePointVendor: '', chargePointModel: 22, meterType: {} };
  expect(await answerTo('BootNotification', boot)).toMatchObject({ status: 'Accepted' });
  expect(await answerTo('StatusNotification', { connectorId: '1', status: 'Available' })).toEqual({});
  expect(await answerTo('StatusNotification', { connectorId: 1, status: 'Occupied' })).toEqual({});
  expect(await answerTo('Authorize', { idTag: 12_345 })).toEqual({ idTagInfo: { status: 'Invalid' } });
});

test.each([
  ['org.example', 'UnknownVendorId'],
  ['Bijli', 'UnknownMessageId'],
])('data of the vendor %s is answered %s [OCPP-16-DataTransferIn]', async (vendorId, status) => {
  expect(await answerTo('DataTransfer', { vendorId, messageId: 'M', data: 'x'.repeat(5000) })).toEqual({ status });
});

test('a security event is stored as reported, and a critical one is logged as a warning [OCPP-16-SecurityEventNotification]', async () => {
  // Charge points report security events late, after an outage.
  const at = new Date(Date.now() - 7 * DAY_MS).toISOString();
  for (const type of ['TamperDetectionActivated', 'InvalidMessages', 'MakersOwn'])
    expect(await answerTo('SecurityEventNotification', { type, timestamp: at, techInfo: `info ${type}` })).toEqual({});
  expect(
    await rows(
      `select type, happened_at, tech_info from charger_security_events where happened_at = '${at}' order by id`,
    ),
  ).toEqual(
    ['TamperDetectionActivated', 'InvalidMessages', 'MakersOwn'].map((type) => ({
      type,
      happened_at: new Date(at),
      tech_info: `info ${type}`,
    })),
  );
  const WARN = 40;
  const heard = lines.filter(({ event }) => event === 'charge_point.security_event');
  expect(heard.find(({ level }) => level >= WARN)).toMatchObject({ type: 'TamperDetectionActivated' });
  expect(heard.filter(({ level }) => level >= WARN)).toHaveLength(1);
});

describe('a charge point that boots [OCPP-16-BootNotification]', () => {
  const boot = () => answerTo('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'Fast' });
  const ask = (operation: string, payload: Record<string, unknown>) =>
    commands.ask({ chargePointId: 'FAST-1', operation, payload, askedBy: 'a test' });
  const admit = (admission: Parameters<typeof changeAdmission>[2]) => changeAdmission(database, 'FAST-1', admission);
  afterEach(() => admit('accepted'));

  test('is accepted, with the time and the heartbeat interval', async () => {
    const { status, interval, currentTime } = await boot();
    expect([status, interval]).toEqual(['Accepted', 300]);
    expect(Math.abs(Date.parse(String(currentTime)) - Date.now())).toBeLessThan(5_000);
  });

  test('is pending while the operator wants it: it is asked for its settings, starts nothing, and is accepted later', async () => {
    await admit('pending');
    expect(await boot()).toMatchObject({ status: 'Pending', interval: 60 });
    chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, CONFIGURATION]);
    const refused = await ask('RemoteStartTransaction', { idTag: 'PLAIN', connectorId: 1 });
    expect(await commands.waitForAnswer(refused.id, 10_000)).toMatchObject({
      state: 'refused',
      problem: 'not admitted',
    });
    const { id } = await ask('TriggerMessage', { requestedMessage: 'BootNotification' });
    await chargePoint.wasAsked('TriggerMessage');
    chargePoint.say([3, id, { status: 'Accepted' }]);
    expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({ state: 'done' });
    await admit('accepted');
    expect(await boot()).toMatchObject({ status: 'Accepted' });
  });

  test('is rejected while the operator wants it, also by a restarted server, and is not asked for anything', async () => {
    await admit('rejected');
    expect(await boot()).toMatchObject({ status: 'Rejected', interval: 60 });
    await chargePoint.close();
    chargePoint = await connectedChargePoint(stack.url, 'FAST-1');
    const { id } = await ask('ClearCache', {});
    expect(await commands.waitForAnswer(id, 10_000)).toMatchObject({ state: 'refused', problem: 'not admitted' });
    await answerTo('Heartbeat', {});
    expect(chargePoint.asked).toEqual([]);
  });
});
