import { eventName, type MeterValue, type StatusNotification } from '@bijli/contract/realtime';
import { Server, type Socket } from 'socket.io';
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '../../testing/answers.ts';
import { clear, element, here, open, press, text, until } from '../../testing/page.tsx';

const ONGOING = 'POST /api-v1/user/get-ongoing-charging';
const STOP = 'POST /api-v1/user/transaction/remote-stop';
const params = {
  charge_type: 'units',
  charging_value: 18,
  charger_id: 'C1',
  connector_id: 'C1:2',
  oem_connector_number: 2,
};
const state = { params, property_id: 's1' };
const transaction = {
  oem_connector_number: 2,
  charger_serial_number: 'C1',
  booking_id: 'BK1',
  id: 'BK1',
  user_vehicle_image: 'suv',
  property_id: 's1',
  property_name: 'Orion Avenue',
  charger_name: 'DC 60',
  connector_type: 'CCS2',
  units_bought: 18,
  held: 488.52,
};
const now = () => new Date().toISOString();
const meter = (facts: Partial<MeterValue> = {}): MeterValue => ({
  soc: 62.5,
  amount: 341.96,
  unit: 12.6,
  power_output: 41.8,
  status: 'Charging',
  booking_id: 'BK1',
  at: now(),
  ...facts,
});
const statusNews = (facts: Partial<StatusNotification>): StatusNotification => ({
  status: 'Charging',
  booking_id: 'BK1',
  at: now(),
  ...facts,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;
let io: Server;
let isReachable = true;
/** What the page has emitted since it was opened. */
let emitted: [string, unknown][] = [];

// The page keeps one connection for as long as it lives, so one server serves all tests.
beforeAll(async () => {
  server = await serveAnswers({});
  io = new Server(server.http, {
    transports: ['websocket'],
    allowRequest: (_, decide) => decide(null, isReachable),
  });
  io.on('connection', (socket: Socket) =>
    socket.onAny((name: string, payload: unknown) => emitted.push([name, payload])),
  );
  return async () => {
    await io.close();
  };
});
beforeEach(() => {
  emitted = [];
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) =>
    setTimeout(() => draw(performance.now() + 5000), 0),
  );
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha', email: 'a@example.com' }));
  Object.assign(server.answers, {
    [ONGOING]: { success: true, transaction },
    [STOP]: { success: true, message: 'Stopping the charge.' },
    'GET /api-v1/user/get-charger': { success: false, message: 'Unknown.', code: 'station_unknown' },
    'GET /api-v1/user/payment-details': { success: false, message: 'Unknown.', code: 'charge_unknown' },
    'GET /api-v1/user/charging-station': { success: true, properties: [] },
  });
});
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
});

const opened = async (given: unknown = state) => {
  await open('/next-charging', given);
  await until(() => expect(emitted.map(([name]) => name)).toContain('charging_status'));
};
const send = (name: string, payload: unknown) => act(async () => void io.emit(name, payload));
const sendMeter = (facts?: Partial<MeterValue>) => send(eventName.meterValue('C1', 2), meter(facts));
const sendStatus = (facts: Partial<StatusNotification>) => send(eventName.status('C1', 2), statusNews(facts));
const card = (name: string) =>
  [...document.querySelectorAll('section')].find((each) => each.textContent?.startsWith(name))?.textContent;

test('an overlay waits for the first live figures, and the running charge is asked for by the start parameters [CHARGE-1, CHARGE-2, CHARGE-3, CHARGE-4]', async () => {
  await opened();
  expect(element('h1').textContent).toBe('Please wait for initiating charging');
  expect(server.bodies(ONGOING).at(-1)).toEqual(params);
  expect(emitted).toContainEqual(['charging_status', { transaction }]);
  expect(emitted).toContainEqual(['transaction_stop', { transaction }]);
});

test('the overlay names the status, and only stages that were told count as done [CHARGE-4]', async () => {
  await opened();
  expect(document.querySelector('ol')).toBeNull();
  await sendStatus({ status: 'Preparing', stage: 'starting' });
  await until(() => element('h1', 'Please wait for Preparing'));
  const steps = [...document.querySelectorAll('ol > li')].map((step) => [
    step.textContent,
    step.getAttribute('aria-current'),
  ]);
  expect(steps).toEqual([
    ['₹488.52 heldOnly the units you take are charged', null],
    ['Charger answered', null],
    ['Cable is in', null],
    ['Power onThe charger and the car are agreeing', 'step'],
  ]);
});

test.each(['Preparing', 'Charging'])(
  'status %s makes the page ask for meter values [CHARGE-12, SOCKET-5]',
  async (status) => {
    await opened();
    await until(() => expect(emitted.filter(([name]) => name === 'meter_values')).toHaveLength(1));
    await sendStatus({ status });
    await until(() => expect(emitted.filter(([name]) => name === 'meter_values')).toHaveLength(2));
    expect(emitted.at(-1)).toEqual(['meter_values', { connector: 2, serial: 'C1' }]);
  },
);

test('live figures take the overlay away and fill battery bar and cards [CHARGE-5, CHARGE-6, CHARGE-7, CHARGE-8, CHARGE-9, CHARGE-10, CHARGE-11]', async () => {
  await opened();
  await sendMeter({ soc: 50 });
  await until(() => element('h1', 'Your Ev is charging'));
  expect(element('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
  expect(text()).toContain('50%');
  expect([card('Current Price'), card('Units Consumed'), card('Output Power'), card('Time Remaining')]).toEqual([
    'Current Price incl. GST₹341.96',
    'Units Consumed12.60 KWh',
    'Output Power41.8 kW',
    'Time Remaining1 Hours 37 Min',
  ]);
  expect(text()).toContain('live, 0 s ago');
});

test('without a state of charge the bar shows the units bought, and no time remaining is told [CHARGE-7, CHARGE-9]', async () => {
  await opened();
  await sendMeter({ soc: null, unit: 9, power_output: 7.2 });
  await until(() => element('h1', 'Your Ev is charging'));
  expect(element('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
  expect(card('Time Remaining')).toBeUndefined();
  expect(text()).toContain('9.00 of 18 KWh');
  expect(text()).toContain('Units end in about 1 Hours 15 Min');
});

test('a reading of another booking on the same connector is never shown [SOCKET-11]', async () => {
  await opened();
  await sendMeter({ booking_id: 'BK2' });
  await sendStatus({ status: 'Preparing' });
  await until(() => element('h1', 'Please wait for Preparing'));
});

test('the stop sends the booking, waits, and the stop event opens the invoice [CHARGE-17, CHARGE-18, CHARGE-19, CHARGE-20, CHARGE-21]', async () => {
  await opened();
  await sendMeter();
  await press(await until(() => element('button[aria-label="Slide to stop charging"]')));
  await until(() => element('[role=status]', 'Stopping, please wait'));
  expect(server.bodies(STOP)).toEqual([{ transaction_id: 'BK1' }]);
  expect(here().path).toBe('/next-charging');
  await send(eventName.stop('BK1'), { booking_id: 'BK1', transaction_id: 'BK1', reason: 'Remote' });
  await until(() =>
    expect(here()).toEqual({
      path: '/payment-details',
      state: { transaction_id: 'BK1', fromScreen: 'charging', property_id: 's1', property_name: 'Orion Avenue' },
    }),
  );
  const asked = emitted.length;
  await sendStatus({ status: 'Charging' });
  expect(emitted).toHaveLength(asked);
});

test('a refused stop is told and can be tried again [CHARGE-17, ERROR-1]', async () => {
  server.answers[STOP] = { success: false, message: 'The charger refused to stop.', code: 'stop_rejected' };
  await opened();
  await sendMeter();
  await press(await until(() => element('button[aria-label="Slide to stop charging"]')));
  await until(() => element('.Toastify__toast--error', 'The charger refused to stop.'));
  await until(() => element('button[aria-label="Slide to stop charging"]'));
});

test.each(['SuspendedEV', 'SuspendedEVSE'])('status %s takes the driver back [CHARGE-13]', async (status) => {
  await opened();
  await sendMeter();
  await sendStatus({ status });
  await until(() => expect(here().path).toBe('/'));
});

test('who opens a charge that already paused may look at it and stop it [CHARGE-13, CHARGE-22]', async () => {
  await opened(null);
  await sendStatus({ status: 'SuspendedEV' });
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  expect(here().path).toBe('/next-charging');
  await sendStatus({ status: 'Charging' });
  await sendStatus({ status: 'SuspendedEV' });
  await until(() => expect(here().path).toBe('/'));
});

test('a start that failed leads back to the station with the reason [CHARGE-2]', async () => {
  await opened();
  await sendStatus({ status: 'Available', stage: 'failed', reason: 'Charging did not begin in time.' });
  await until(() => element('.Toastify__toast--error', 'Charging did not begin in time.'));
  await until(() => expect(here().path).toBe('/charger'));
});

test('opened without state it finds the running charge [CHARGE-22]', async () => {
  await opened(null);
  expect(server.bodies(ONGOING).at(-1)).toEqual({});
});

test('opened with nothing running it leads to the map [CHARGE-22]', async () => {
  server.answers[ONGOING] = { success: false, message: 'No charge is running.', code: 'no_charge_running' };
  await open('/next-charging', state);
  await until(() => expect(here().path).toBe('/'));
  expect(server.bodies(ONGOING)).toContainEqual({});
});

test('after the server hung up the page says how old its figures are, and asks again once it is back [SOCKET-12]', async () => {
  await opened();
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  emitted = [];
  isReachable = false;
  io.disconnectSockets(true);
  await until(() => expect(text()).toContain('Reconnecting · last reading'));
  isReachable = true;
  await until(() =>
    expect(emitted.map(([name]) => name).toSorted()).toEqual(['charging_status', 'meter_values', 'transaction_stop']),
  );
  await until(() => expect(text()).toContain('live, '));
});

test('a charge that ended while the line was down leads to its invoice [CHARGE-18, SOCKET-12]', async () => {
  await opened();
  await sendMeter();
  server.answers[ONGOING] = { success: false, message: 'No charge is running.', code: 'no_charge_running' };
  io.disconnectSockets(true);
  await until(() => expect(here()).toMatchObject({ path: '/payment-details', state: { transaction_id: 'BK1' } }));
});
