import { expect, test } from 'vitest';
import { DEMO_CAR } from './car.ts';
import { ChargePoint } from './charge-point.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test('a connector that is being reserved is nobody else’s from that moment, before it has told so', async () => {
  const chargePoint = new ChargePoint({
    id: 'KEPT',
    url: 'ws://127.0.0.1:1',
    password: 'secret',
    vendor: 'Bijli',
    model: 'Test',
    connectors: [{ number: 1, type: 'CCS2', current: 'DC', maxPowerW: 30_000 }],
  });
  const { reservations } = chargePoint.equipment;
  const connector = chargePoint.connector(1);
  const request = { connectorId: 1, idTag: 'HOLDER', reservationId: 1, expiryDate: inAnHour() };
  expect(reservations.reserve(request)).toEqual({ status: 'Accepted' });
  expect(connector.status).toBe('Available');
  expect(reservations.reserve({ ...request, idTag: 'STRANGER', reservationId: 2 })).toEqual({ status: 'Occupied' });
  expect(chargePoint.remoteStart({ connectorId: 1, idTag: 'STRANGER' })).toBe(false);
  expect(chargePoint.remoteStart({ idTag: 'STRANGER' })).toBe(false);
  expect(connector.begin('STRANGER')).toBe(false);
  expect(reservations.use(1, 'holder')).toBe(1);
  expect(connector.begin('HOLDER')).toBe(true);
  // Who was let in and is about to plug in is not shut out by a reservation.
  expect(reservations.reserve(request)).toEqual({ status: 'Occupied' });
  chargePoint.plug(1, DEMO_CAR);
  expect(connector.transaction).toMatchObject({ idTag: 'HOLDER' });
  await chargePoint.close();
});
