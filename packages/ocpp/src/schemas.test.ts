import { expect, test } from 'vitest';
import { isCentralSystemAction, isKnownAction, OPERATIONS } from './operations.ts';
import { checkSent, problemOf, receive } from './schemas.ts';

test('a message that follows OCPP 1.6 has no violation', () => {
  const request = { connectorId: 1, idTag: 'ABC', meterStart: 5, timestamp: '2026-11-20T08:36:00Z' };
  expect(receive('StartTransaction', 'request', { ...request })).toEqual({ message: request });
});

test('numbers sent as text are numbers, fractions are rounded, unknown and null fields are removed', () => {
  const { message } = receive('StartTransaction', 'request', {
    connectorId: '1',
    idTag: 'ABC',
    meterStart: 1234.6,
    reservationId: null,
    timestamp: '2026-11-20T08:36:00Z',
    vendorExtra: { x: 1 },
  });
  expect(message).toEqual({ connectorId: 1, idTag: 'ABC', meterStart: 1235, timestamp: '2026-11-20T08:36:00Z' });
  expect(receive('StopTransaction', 'request', { meterStop: '77.4' }).message).toEqual({ meterStop: 77 });
});

test('a missing field, a value that is not allowed and a too long text are reported but kept', () => {
  const { message, violation } = receive('StatusNotification', 'request', { connectorId: 1, status: 'Occupied' });
  expect(message).toEqual({ connectorId: 1, status: 'Occupied' });
  expect(violation).toContain('errorCode');
  expect(receive('Authorize', 'request', { idTag: 'x'.repeat(30) }).violation).toContain('20');
});

test('a field of the wrong type is left out', () => {
  const { message, violation } = receive('StartTransaction', 'request', {
    connectorId: 'one',
    idTag: { a: 1 },
    meterStart: '9',
  });
  expect(message).toEqual({ meterStart: 9 });
  expect(violation).toBeDefined();
  expect(receive('StatusNotification', 'request', { connectorId: [] }).message).toEqual({});
  expect(receive('Heartbeat', 'request', [1, 2]).message).toEqual({});
});

test('what we send is checked strictly', () => {
  expect(() => checkSent('RemoteStartTransaction', 'request', { connectorId: 1, idTag: 'A'.repeat(21) })).toThrow(
    /idTag/,
  );
  expect(() => checkSent('RemoteStartTransaction', 'request', { connectorId: 1, idTag: 'A'.repeat(20) })).not.toThrow();
  expect(() =>
    checkSent('BootNotification', 'answer', { status: 'Accepted', currentTime: 'now', interval: 300 }),
  ).toThrow(/currentTime/);
});

test('the security extension of OCPP 1.6 is known, additions of 2.0.1 and names that every object has are not', () => {
  expect(isKnownAction('SignCertificate')).toBe(true);
  expect(isKnownAction('TransactionEvent')).toBe(false);
  expect(isKnownAction('constructor')).toBe(false);
});

test('all 39 operations are listed with their permissions, and each has its schemas', () => {
  const names = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];
  expect(names).toHaveLength(39);
  expect(names.filter(isCentralSystemAction)).toHaveLength(26);
  for (const name of names)
    for (const side of ['request', 'answer'] as const) expect(problemOf(name, side, 'no object')).toBeDefined();
});

test('a limit in tenths allows no smaller fractions', () => {
  const schedule = (limit: number) => ({
    connectorId: 1,
    csChargingProfiles: {
      chargingProfileId: 1,
      stackLevel: 0,
      chargingProfilePurpose: 'TxDefaultProfile',
      chargingProfileKind: 'Relative',
      chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit }] },
    },
  });
  expect(problemOf('SetChargingProfile', 'request', schedule(16.1))).toBeUndefined();
  expect(problemOf('SetChargingProfile', 'request', schedule(16.15))).toContain('limit');
});

test('a list and a text that are far too long are cut, and that is reported', () => {
  const keys = receive('GetConfiguration', 'answer', {
    configurationKey: Array.from({ length: 100_000 }, () => ({})),
  });
  expect(keys.message.configurationKey).toHaveLength(1000);
  expect(keys.violation).toBe('/configurationKey is far too long');
  const boot = receive('BootNotification', 'request', {
    chargePointVendor: 'v'.repeat(500_000),
    chargePointModel: 'm'.repeat(100),
  });
  expect(boot.message.chargePointVendor).toHaveLength(255);
  expect(boot.message.chargePointModel).toHaveLength(100);
  expect(receive('DataTransfer', 'request', { vendorId: 'v', data: 'd'.repeat(5000) })).toEqual({
    message: { vendorId: 'v', data: 'd'.repeat(5000) },
  });
});

test('lists of samples are left to their parser, whatever they contain', () => {
  const transactionData = Array.from({ length: 50_000 }, () => ({ sampledValue: [[]] }));
  const { message, violation } = receive('StopTransaction', 'request', {
    transactionId: 7,
    meterStop: 5,
    timestamp: '2026-11-20T08:36:00Z',
    transactionData,
  });
  expect(message.transactionData).toBe(transactionData);
  expect(violation).toBeUndefined();
});

test('names that every object has are fields like any other', () => {
  const request: unknown = JSON.parse('{"__proto__":{"idTag":"A"},"constructor":1,"toString":["x"],"idTag":"B"}');
  expect(receive('Authorize', 'request', request).message).toEqual({ idTag: 'B' });
});
