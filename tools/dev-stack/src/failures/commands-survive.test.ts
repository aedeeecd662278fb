import { expect, test, vi } from 'vitest';
import { OPERATIONS } from '@bijli/ocpp/operations';
import { operationRules } from '@bijli/server/adapters/ocpp/calls/operation-rules';
import { openDatabase } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { createLog } from '@bijli/server/kernel/log';
import { registerChargePoint } from '@bijli/server/modules/network/index';
import { askCommand } from '@bijli/server/modules/operations/index';
import { BareChargePoint, CONFIGURATION } from '@bijli/server/testing/charge-point-fixture';
import { startDevStack } from '../dev-stack.ts';
import { usedDataFolder, PATIENCE, rowsOf } from '../testing.ts';

const SECRET = 'a-secret-of-twenty-letters';
const AT = '2026-11-24T10:00:00Z';
const HASH = { hashAlgorithm: 'SHA256', issuerNameHash: 'aa', issuerKeyHash: 'bb', serialNumber: '01' };
const PROFILE = {
  chargingProfileId: 7,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Recurring',
  recurrencyKind: 'Daily',
  chargingSchedule: { chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 11_000 }] },
};

/** Every command of ours, as staff may request it. */
const ASKED: Record<string, Record<string, unknown>> = {
  CancelReservation: { reservationId: 7 },
  CertificateSigned: { certificateChain: 'PEM' },
  ChangeAvailability: { connectorId: 1, type: 'Operative' },
  ChangeConfiguration: { key: 'BlinkRepeat', value: '3' },
  ClearCache: {},
  ClearChargingProfile: { id: 7 },
  DataTransfer: { vendorId: 'Test' },
  DeleteCertificate: { certificateHashData: HASH },
  ExtendedTriggerMessage: { requestedMessage: 'Heartbeat' },
  GetCompositeSchedule: { connectorId: 1, duration: 60 },
  GetConfiguration: { key: ['BlinkRepeat'] },
  GetDiagnostics: { location: 'ftp://f.example' },
  GetInstalledCertificateIds: { certificateType: 'CentralSystemRootCertificate' },
  GetLocalListVersion: {},
  GetLog: { logType: 'SecurityLog', log: { remoteLocation: 'ftp://f.example' } },
  InstallCertificate: { certificateType: 'CentralSystemRootCertificate', certificate: 'PEM' },
  RemoteStartTransaction: { connectorId: 1, idTag: 'STAFF' },
  RemoteStopTransaction: { transactionId: 7 },
  ReserveNow: { connectorId: 1, expiryDate: AT, idTag: 'STAFF' },
  Reset: { type: 'Soft' },
  SendLocalList: { updateType: 'Full', localAuthorizationList: [] },
  SetChargingProfile: { connectorId: 1, csChargingProfiles: PROFILE },
  SignedUpdateFirmware: {
    firmware: { location: 'ftp://f.example', retrieveDateTime: AT, signingCertificate: 'PEM', signature: 'AAAA' },
  },
  TriggerMessage: { requestedMessage: 'Heartbeat' },
  UnlockConnector: { connectorId: 1 },
  UpdateFirmware: { location: 'ftp://f.example', retrieveDate: AT },
};

test('after kill -9 between request and answer each operation ends in a known state, is sent once, and is settled by its late answer', async () => {
  expect(Object.keys(ASKED)).toEqual(Object.keys(OPERATIONS).filter(operationRules.isKnown));
  const dataDir = await usedDataFolder();
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env: { LOG_LEVEL: 'fatal' } });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 4);
  const dial = async (id: string) => {
    const chargePoint = await new BareChargePoint(`${stack.url.replace('http', 'ws')}/ocpp/${id}`, {
      password: SECRET,
    }).open();
    await chargePoint.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
    // The test requests this command itself.
    void chargePoint.wasAsked('GetConfiguration').then(({ id: asked }) => {
      if (asked !== commands.get(id)) chargePoint.say([3, asked, CONFIGURATION]);
    });
    return chargePoint;
  };
  /** Command ids by operation. */
  const ids = Object.keys(ASKED).map((operation) => `KILL-${operation}`);
  const commands = new Map<string, string>();
  const states = () => {
    const list = [...commands.values()].map((id) => `'${id}'`).join();
    // After the restart the database has another port.
    return rowsOf<{ operation: string; state: string; late: boolean }>(
      runningDatabaseUrl(dataDir) ?? '',
      `select operation, state, late from charger_commands where id in (${list})`,
    );
  };
  const wasSent = (chargePoint: BareChargePoint, id: string) =>
    chargePoint.asked.some((asked) => asked.id === commands.get(id));
  try {
    const before: BareChargePoint[] = [];
    for (const id of ids) {
      await registerChargePoint(database, new Date(), {
        stationId: 'bijli-hub-indiranagar-bengaluru',
        chargePointId: id,
        name: id,
        connectors: [{ type: 'CCS2', ratedW: 60_000 }],
        secret: SECRET,
        pricePaisePerKwh: 2_000,
      });
      before.push(await dial(id));
    }
    const ports = { operationRules, hasBoughtSession: async () => false, hasTls: true };
    for (const [operation, payload] of Object.entries(ASKED)) {
      const request = { chargePointId: `KILL-${operation}`, operation, payload, askedBy: 'a test', isForced: true };
      const { id, state, problem } = await askCommand(database, ports, new Date(), request);
      expect([operation, state, problem]).toEqual([operation, 'asked', null]);
      commands.set(`KILL-${operation}`, id);
    }
    await vi.waitUntil(() => before.every((chargePoint, nth) => wasSent(chargePoint, ids[nth] ?? '')), PATIENCE);
    await stack.server().kill();
    await stack.restartServer();

    const after = await Promise.all(ids.map(dial));
    // A boot is itself the outcome of a reset. The outcome of the others stays unknown.
    const unknown = ids.filter((id) => id !== 'KILL-Reset').map((id) => id.replace('KILL-', ''));
    const inState = async (wanted: string) =>
      (await states()).filter(({ state }) => state === wanted).map(({ operation }) => operation);
    await vi.waitUntil(async () => (await inState('timed_out')).length === unknown.length, PATIENCE);
    expect((await inState('timed_out')).toSorted()).toEqual(unknown.toSorted());
    expect(await inState('done')).toEqual(['Reset']);
    expect(after.filter((chargePoint, nth) => wasSent(chargePoint, ids[nth] ?? ''))).toEqual([]);
    for (const [nth, chargePoint] of after.entries())
      chargePoint.say([3, commands.get(ids[nth] ?? ''), { status: 'Rejected' }]);
    await vi.waitUntil(async () => (await inState('timed_out')).length === 0, PATIENCE);
    expect(
      (await states())
        .filter(({ late }) => late)
        .map(({ operation }) => operation)
        .toSorted(),
    ).toEqual(unknown.toSorted());
    expect(await states()).toHaveLength(ids.length);
    await Promise.all(after.map((chargePoint) => chargePoint.close()));
  } finally {
    await database.$client.end();
    await stack.stop();
  }
}, 120_000);
