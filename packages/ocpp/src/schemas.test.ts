import { expect, test } from 'vitest';
import { checkSent, isKnownAction, receive } from './schemas.ts';

test('a message that keeps to OCPP 1.6 has no violation', () => {
  const request = { connectorId: 1, idTag: 'ABC', meterStart: 5, timestamp: '2026-11-20T08:36:00Z' };
  expect(receive('StartTransaction', 'request', { ...request })).toEqual({ message: request });
});

test('numbers sent as text are numbers, fractions are rounded, unknown and null fields go', () => {
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

test('a missing field, a word that is not allowed and too long a text are told but kept', () => {
  const { message, violation } = receive('StatusNotification', 'request', { connectorId: 1, status: 'Occupied' });
  expect(message).toEqual({ connectorId: 1, status: 'Occupied' });
  expect(violation).toContain('errorCode');
  expect(receive('Authorize', 'request', { idTag: 'x'.repeat(30) }).violation).toContain('20');
});

test('a field that cannot be read as its type is left out', () => {
  const { message, violation } = receive('StartTransaction', 'request', {
    connectorId: 'one',
    idTag: { a: 1 },
    meterStart: '9',
  });
  expect(message).toEqual({ meterStart: 9 });
  expect(violation).toBeDefined();
  expect(receive('Heartbeat', 'request', [1, 2]).message).toEqual({});
});

test('what we send is held to the letter', () => {
  expect(() => checkSent('RemoteStartTransaction', 'request', { connectorId: 1, idTag: 'A'.repeat(21) })).toThrow(
    /idTag/,
  );
  expect(() => checkSent('RemoteStartTransaction', 'request', { connectorId: 1, idTag: 'A'.repeat(20) })).not.toThrow();
  expect(() =>
    checkSent('BootNotification', 'answer', { status: 'Accepted', currentTime: 'now', interval: 300 }),
  ).toThrow(/currentTime/);
});

test('the security extension of OCPP 1.6 is known, what 2.0.1 added is not', () => {
  expect(isKnownAction('SignCertificate')).toBe(true);
  expect(isKnownAction('TransactionEvent')).toBe(false);
});
