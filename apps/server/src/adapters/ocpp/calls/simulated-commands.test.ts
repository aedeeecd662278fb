import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_CAR } from '@bijli/charge-point/car';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Quirks } from '@bijli/charge-point/quirks';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { addToken } from '#modules/tokens/index.ts';
import { eventually } from '#testing/eventually.ts';
import { timedApp } from '#testing/manual-time.ts';

const stack = await timedApp();
const { clock, time } = stack;
const { commands } = stack.app.modules;
const ID = 'FAST-1';
await addToken(stack.app.database, { idTag: 'CARD', label: 'Test' }, clock.now());
await addToken(stack.app.database, { idTag: 'OTHER', label: 'Test' }, clock.now());
afterEach(() => stack.switchOff());

/** A simulated charge point, once the server has prepared it. */
async function online(quirks: Quirks = {}): Promise<ChargePoint> {
  const chargePoint = await stack.chargePoint(ID, { quirks });
  await time.settled();
  return chargePoint;
}

/** What becomes of an operation, when so long has passed. */
async function asked(operation: string, payload: object = {}, afterMs = 0) {
  const { id } = await commands.ask({ chargePointId: ID, operation, payload: { ...payload }, askedBy: 'a test' });
  await time.until(commands.waitForAnswer(id, MINUTE_MS));
  if (afterMs > 0) await time.advance(afterMs);
  return commands.find(ID, id);
}

const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const profile = (purpose: string, limit: number, more: object = {}) => ({
  chargingProfileId: limit,
  stackLevel: 0,
  chargingProfilePurpose: purpose,
  chargingProfileKind: 'Relative',
  chargingSchedule: { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit }] },
  ...more,
});

describe('a simulated charge point', () => {
  test('keeps a list of tags, from full and differential updates', async () => {
    await online();
    const tag = (idTag: string, status?: string) => ({ idTag, ...(status && { idTagInfo: { status } }) });
    const send = (updateType: string, listVersion: number, ...localAuthorizationList: object[]) =>
      asked('SendLocalList', { updateType, listVersion, localAuthorizationList });
    expect((await asked('GetLocalListVersion')).answer).toEqual({ listVersion: 0 });
    expect((await send('Full', 3, tag('A', 'Accepted'), tag('B', 'Blocked'))).answer).toEqual({ status: 'Accepted' });
    expect((await send('Differential', 3, tag('A'))).answer).toEqual({ status: 'VersionMismatch' });
    // A whole list follows, with a version of ours.
    await eventually(async () => expect((await asked('GetLocalListVersion')).answer).not.toEqual({ listVersion: 3 }));
    expect((await send('Differential', 10, tag('A'), tag('C', 'Accepted'))).answer).toEqual({ status: 'Accepted' });
    expect((await asked('GetLocalListVersion')).answer).toEqual({ listVersion: 10 });
  });

  test('keeps a connector for a tag: another tag cannot start there, and the start of that tag uses up the reservation', async () => {
    const chargePoint = await online();
    const request = { connectorId: 1, idTag: 'CARD', expiryDate: inMinutes(30), reservationId: 7 };
    expect((await asked('ReserveNow', request)).answer).toEqual({ status: 'Accepted' });
    await time.settled();
    expect(chargePoint.connector(1).status).toBe('Reserved');
    expect((await asked('ReserveNow', { ...request, reservationId: 8 })).answer).toEqual({ status: 'Occupied' });
    expect((await asked('RemoteStartTransaction', { connectorId: 1, idTag: 'OTHER' })).answer).toEqual({
      status: 'Rejected',
    });
    chargePoint.plug(1, DEMO_CAR);
    expect(await time.until(chargePoint.present(1, 'OTHER'))).toBe(false);
    expect(chargePoint.undelivered).toBe(0);
    const started = once(chargePoint, 'transactionStarted');
    expect(await time.until(chargePoint.present(1, 'card'))).toBe(true);
    await time.until(started);
    const { rows } = await stack.app.database.$client.query(
      "select key from charger_holdings where what = 'reservation'",
    );
    expect(rows).toEqual([]);
    expect((await asked('CancelReservation', { reservationId: 7 })).answer).toEqual({ status: 'Rejected' });
    chargePoint.unplug(1);
    await time.settled();
  });

  test('drops a reservation when it is cancelled or expires', async () => {
    const chargePoint = await online();
    const reserve = (reservationId: number) =>
      asked('ReserveNow', { connectorId: 2, idTag: 'CARD', expiryDate: inMinutes(5), reservationId });
    await reserve(20);
    await time.settled();
    expect((await asked('CancelReservation', { reservationId: 20 })).answer).toEqual({ status: 'Accepted' });
    expect(chargePoint.connector(2).status).toBe('Available');
    await reserve(21);
    await time.advance(6 * MINUTE_MS);
    expect(chargePoint.connector(2).status).toBe('Available');
  });

  test('obeys charging limits, and reports the resulting schedule', async () => {
    const chargePoint = await online();
    chargePoint.plug(1, DEMO_CAR);
    const set = (connectorId: number, csChargingProfiles: object) =>
      asked('SetChargingProfile', { connectorId, csChargingProfiles });
    expect((await set(0, profile('TxDefaultProfile', 20_000))).state).toBe('done');
    expect((await set(1, profile('ChargePointMaxProfile', 5_000))).answer).toEqual({ status: 'Rejected' });
    expect((await set(1, profile('TxProfile', 5_000, { transactionId: 1 }))).answer).toEqual({ status: 'Rejected' });
    const started = once(chargePoint, 'transactionStarted');
    await time.until(chargePoint.present(1, 'CARD'));
    const [{ id: transactionId }] = await time.until(started);
    await time.advance(MINUTE_MS);
    const power = () => chargePoint.meterLog.at(-1)?.powerW;
    expect(power()).toBe(20_000);
    expect((await set(1, profile('TxProfile', 9_000, { transactionId }))).answer).toEqual({ status: 'Accepted' });
    expect((await set(0, profile('ChargePointMaxProfile', 7_000))).answer).toEqual({ status: 'Accepted' });
    await time.advance(MINUTE_MS);
    expect(power()).toBe(7_000);
    const composite = await asked('GetCompositeSchedule', { connectorId: 1, duration: 60, chargingRateUnit: 'W' });
    expect(composite.answer).toMatchObject({
      status: 'Accepted',
      chargingSchedule: { chargingSchedulePeriod: [{ startPeriod: 0, limit: 7_000 }] },
    });
    expect((await asked('ClearChargingProfile', { chargingProfilePurpose: 'ChargePointMaxProfile' })).state).toBe(
      'done',
    );
    await time.advance(MINUTE_MS);
    expect(power()).toBe(9_000);
    expect((await asked('ClearChargingProfile', { id: 12_345 })).answer).toEqual({ status: 'Unknown' });
    chargePoint.unplug(1);
    await time.settled();
  });

  test.each([
    ['GetDiagnostics', { location: 'ftp://l.example' }, {}, 'done'],
    ['GetDiagnostics', { location: 'ftp://l.example' }, { uploadFails: true }, 'failed'],
    ['GetLog', { logType: 'SecurityLog', log: { remoteLocation: 'ftp://l.example' } }, {}, 'done'],
    ['UpdateFirmware', { location: 'ftp://f.example', retrieveDate: '2026-11-20T10:00:00Z' }, {}, 'done'],
    [
      'UpdateFirmware',
      { location: 'ftp://f.example', retrieveDate: '2026-11-20T10:00:00Z' },
      { updateEnds: 'InstallationFailed' },
      'failed',
    ],
  ] as const)('reports the progress of %s %j, %j, to the end', async (operation, payload, quirks, end) => {
    await online(quirks);
    const { state, followUps } = await asked(operation, payload, 30 * SECOND_MS);
    expect(state).toBe(end);
    expect(followUps.length).toBeGreaterThan(1);
  });

  test('refuses what its quirks say that it does not support', async () => {
    await online({ noLocalList: true, noReservations: true, noSmartCharging: true, noSecurity: true });
    const request = { connectorId: 1, idTag: 'CARD', expiryDate: inMinutes(30) };
    expect((await asked('GetLocalListVersion')).answer).toEqual({ listVersion: -1 });
    expect((await asked('SendLocalList', { listVersion: 1, updateType: 'Full' })).answer).toEqual({
      status: 'NotSupported',
    });
    expect((await asked('ReserveNow', request)).answer).toEqual({ status: 'Rejected' });
    const set = { connectorId: 0, csChargingProfiles: profile('TxDefaultProfile', 5_000) };
    expect((await asked('SetChargingProfile', set)).answer).toEqual({ status: 'NotSupported' });
    expect(
      await asked('InstallCertificate', { certificateType: 'CentralSystemRootCertificate', certificate: 'x' }),
    ).toMatchObject({
      state: 'error',
      errorCode: 'NotImplemented',
    });
  });

  test('answers a trigger and sends the message', async () => {
    const chargePoint = await online();
    for (const requestedMessage of [
      'BootNotification',
      'DiagnosticsStatusNotification',
      'FirmwareStatusNotification',
      'Heartbeat',
      'MeterValues',
      'StatusNotification',
    ])
      expect((await asked('TriggerMessage', { requestedMessage })).answer).toEqual({ status: 'Accepted' });
    for (const requestedMessage of ['LogStatusNotification', 'SignChargePointCertificate'])
      expect((await asked('ExtendedTriggerMessage', { requestedMessage })).answer).toEqual({ status: 'Accepted' });
    await time.settled();
    expect(chargePoint.violations).toEqual([]);
  });
});
