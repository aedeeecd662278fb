import { act } from 'react';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Invoice } from '@bijli/contract/charging';
import { socketEvent } from '@bijli/contract/realtime';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open, setSize } from '../../testing/page.tsx';

const ONGOING = 'POST /api-v1/user/get-ongoing-charging';
const NONE_RUNS = { success: false, message: 'No charge is running.', code: 'no_charge_running' };
const transaction = {
  oem_connector_number: 2,
  charger_serial_number: 'C1',
  booking_id: 'BK1',
  id: 'BK1',
  user_vehicle_image: 'suv',
  property_id: 's1',
  property_name: 'Orion Avenue',
  held: 488.52,
  units_bought: 18,
};
const invoice: Invoice = {
  invoice_number: 'EV29/2627/000042',
  booking_id: 'BK1',
  charger_name: 'DC 60',
  connector_name: 'Connector 2',
  vehicle: null,
  soc_start: 34,
  soc_end: 62,
  units_consumed: 12.397,
  start_date_time: '2026-11-20T08:00:00Z',
  end_date_time: '2026-11-20T08:30:00Z',
  amount: 245.86,
  sgst: 22.13,
  cgst: 22.13,
  total_amount: 290.12,
  property_id: 's1',
  property_name: 'Orion Avenue',
  property: { property_name: 'Orion Avenue', address: '', city: '', state: '', pincode: '', country: 'India' },
  status: 'completed',
};

let server: Awaited<ReturnType<typeof serveAnswers>>;
let io: Server;
let isReachable = true;
let asked: string[] = [];

// The page keeps one connection all the time, so one server serves all tests.
beforeAll(async () => {
  server = await serveAnswers({});
  io = new Server(server.http, {
    transports: ['websocket'],
    allowRequest: (_, decide) => decide(null, isReachable),
  });
  io.on('connection', (socket: Socket) => socket.onAny((name: string) => asked.push(name)));
  return async () => {
    await io.close();
  };
});
beforeEach(() => {
  asked = [];
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  Object.assign(server.answers, {
    [ONGOING]: { success: true, transaction },
    'GET /api-v1/user/charging-session-list': { success: true, data: [] },
    'GET /api-v1/user/payment-details': { success: true, data: invoice },
    'GET /api-v1/user/get-charger': { success: false, message: 'Unknown.', code: 'station_unknown' },
  });
});
afterEach(async () => {
  await clear();
  localStorage.clear();
  setSize(390);
});

const send = (name: string, payload: unknown) => act(async () => void io.emit(name, payload));
const reading = { soc: 62, amount: 290, unit: 12.4, power_output: 40, status: 'Charging', booking_id: 'BK1' };
const stop = { booking_id: 'BK1', transaction_id: 'BK1', reason: 'Local' };
/** Opens another page than the charge's own, while readings arrive. */
const elsewhere = async () => {
  await open('/charging-sessions');
  await until(() => expect(asked).toContain('charging_status'));
  await send(socketEvent.meterValue('C1', 2), { ...reading, at: new Date().toISOString() });
  await until(() => expect(text()).toContain('Your Ev is charging'));
};

test('the pill shows one time, the end of the purchase, like the large one of the page', async () => {
  await elsewhere();
  expect(element('a[href="/next-charging"]').textContent).toBe('Your Ev is charging18\u202FkWh in about 9\u202Fmin62%');
});

test('a charge that ends while another page is open says so there, with its amount and a link to its invoice [SHELL-2]', async () => {
  await elsewhere();
  server.answers[ONGOING] = NONE_RUNS;
  await send(socketEvent.stop('BK1'), stop);
  await until(() => expect(text()).toContain('Charging ended12.397\u202FkWh · ₹290.12See invoice'));
  await press(element('a', 'Charging ended'));
  await until(() =>
    expect(here()).toMatchObject({
      path: '/payment-details',
      state: { transaction_id: 'BK1', fromScreen: 'charging', property_id: 's1', property_name: 'Orion Avenue' },
    }),
  );
});

test('a charge that a card began after the page asked for one, and before it was notified, is shown as soon as possible', async () => {
  server.answers[ONGOING] = NONE_RUNS;
  server.answers['GET /api-v1/user/charging-station'] = { success: true, properties: [] };
  isReachable = false;
  io.disconnectSockets(true);
  server.asked.length = 0;
  await open('/list-chargers');
  await until(() => expect(server.bodies(ONGOING)).not.toEqual([]));
  server.answers[ONGOING] = { success: true, transaction };
  isReachable = true;
  await until(() => expect(asked).toContain('charging_status'));
  await send(socketEvent.meterValue('C1', 2), { ...reading, at: new Date().toISOString() });
  await until(() => expect(text()).toContain('Your Ev is charging'));
});

test('a charge that ended while the app was closed is shown when it opens again, until it is dismissed', async () => {
  await elsewhere();
  await clear();
  server.answers[ONGOING] = NONE_RUNS;
  await open('/charging-sessions');
  await until(() => expect(text()).toContain('Charging ended'));
  await press(element('[aria-label="Hide"]'));
  await until(() => expect(text()).not.toContain('Charging ended'));
});

test('beside the rail of a wide window the pill is in the ring’s place', async () => {
  setSize(1280);
  await open('/charging-sessions');
  await until(() => expect(asked).toContain('charging_status'));
  await send(socketEvent.meterValue('C1', 2), { ...reading, at: new Date().toISOString() });
  await until(() => element('[aria-label="Your Ev is charging, 62%, 18\u202FkWh in about 9\u202Fmin"]'));
  server.answers[ONGOING] = NONE_RUNS;
  await send(socketEvent.stop('BK1'), stop);
  await until(() => element('[aria-label="Charging ended. See invoice"]'));
});

test('a start that fails while another page is open says why, and that the money is free again', async () => {
  await open('/charging-sessions');
  await until(() => expect(asked).toContain('charging_status'));
  server.answers[ONGOING] = NONE_RUNS;
  const failed = { status: 'Available', stage: 'failed', reason: 'Charging did not begin in time.', booking_id: 'BK1' };
  await send(socketEvent.status('C1', 2), { ...failed, at: new Date().toISOString() });
  await until(() => expect(text()).toContain('Charging did not begin in time. ₹488.52 is back in your wallet.'));
  expect(text()).not.toContain('Charging ended');
});
