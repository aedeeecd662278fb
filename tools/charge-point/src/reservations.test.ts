import { expect, test } from 'vitest';
import { DEMO_CAR } from './car.ts';
import { ChargePoint } from './charge-point.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Reservations of a charge point with these connectors. */
const of = (...numbers: number[]) =>
  new ChargePoint({
    id: 'KEPT',
    url: 'ws://127.0.0.1:1',
    password: 'secret',
    vendor: 'Bijli',
    model: 'Test',
    connectors: numbers.map((number) => ({ number, type: 'CCS2', current: 'DC', maxPowerW: 30_000 })),
  });

test('a connector that is being reserved is unavailable to others from that moment, before it is reported', async () => {
  const chargePoint = of(1);
  const { reservations } = chargePoint.equipment;
  const connector = chargePoint.connector(1);
  const request = { connectorId: 1, idTag: 'HOLDER', reservationId: 1, expiryDate: inAnHour() };
  expect(reservations.reserve(request)).toEqual({ status: 'Accepted' });
  expect(connector.status).toBe('Available');
  expect(reservations.reserve({ ...request, idTag: 'STRANGER', reservationId: 2 })).toEqual({ status: 'Occupied' });
  expect(chargePoint.remoteStart({ connectorId: 1, idTag: 'STRANGER' })).toBe(false);
  expect(chargePoint.remoteStart({ idTag: 'STRANGER' })).toBe(false);
  expect(connector.begin('STRANGER')).toBe(false);
  expect(reservations.admit(1, 'holder')).toEqual({ reservationId: 1 });
  expect(connector.begin('HOLDER')).toBe(true);
  // A driver who was admitted and is about to plug in is not locked out by a reservation.
  expect(reservations.reserve(request)).toEqual({ status: 'Occupied' });
  chargePoint.plug(1, DEMO_CAR);
  expect(connector.transaction).toMatchObject({ idTag: 'HOLDER' });
  await chargePoint.close();
});

test('a charge point that is reserved as a whole keeps any one connector free for its holder, and lets others use the rest', async () => {
  const chargePoint = of(1, 2);
  const { reservations } = chargePoint.equipment;
  expect(chargePoint.configuration.get(['ReserveConnectorZeroSupported']).configurationKey).toEqual([
    { key: 'ReserveConnectorZeroSupported', readonly: true, value: 'true' },
  ]);
  const request = { connectorId: 0, idTag: 'HOLDER', reservationId: 1, expiryDate: inAnHour() };
  expect(reservations.reserve(request)).toEqual({ status: 'Accepted' });
  expect(chargePoint.connector(1).begin('STRANGER')).toBe(true);
  expect(reservations.reserve({ ...request, reservationId: 2 })).toEqual({ status: 'Occupied' });
  expect(reservations.reserve({ ...request, connectorId: 2, reservationId: 2 })).toEqual({ status: 'Occupied' });
  // The connector can be reserved again.
  expect(reservations.reserve(request)).toEqual({ status: 'Accepted' });
  expect(chargePoint.remoteStart({ connectorId: 2, idTag: 'STRANGER' })).toBe(false);
  expect(chargePoint.remoteStart({ idTag: 'STRANGER' })).toBe(false);
  expect(chargePoint.remoteStart({ connectorId: 1, idTag: 'HOLDER' })).toBe(false);
  expect(chargePoint.remoteStart({ idTag: 'HOLDER' })).toBe(true);
  expect(reservations.cancel(1)).toBe(false);
  await chargePoint.close();
});

test('if there is only one connector, that one is reserved', async () => {
  const chargePoint = of(1);
  const { reservations } = chargePoint.equipment;
  const request = { connectorId: 0, idTag: 'HOLDER', reservationId: 1, expiryDate: inAnHour() };
  expect(reservations.reserve(request)).toEqual({ status: 'Accepted' });
  expect(chargePoint.remoteStart({ connectorId: 1, idTag: 'STRANGER' })).toBe(false);
  expect(reservations.cancel(1)).toBe(true);
  expect(chargePoint.remoteStart({ connectorId: 1, idTag: 'STRANGER' })).toBe(true);
  await chargePoint.close();
});
