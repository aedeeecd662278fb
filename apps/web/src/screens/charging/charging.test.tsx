import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { Server, type Socket } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { socketEvent, type LiveMeterValue, type StatusNotification } from '@bijli/contract/realtime';
import { serveAnswers } from '@bijli/contract/testing/answers';
import suv from '@bijli/ui/drawings/vehicles/suv.svg?raw';
import { notify } from '@bijli/ui/notify';
import { again, clear, draw, element, press, text, until } from '@bijli/ui/testing/page';
import { keepChoice } from '#device/last-choice.ts';
import { keepUser } from '#device/stored-user.ts';
import { chooseLanguage } from '#messages/messages.ts';
import { createQueryClient } from '#shell/query-client.ts';
import { here, open, setSize } from '../../testing/page.tsx';
import { LiveCharge } from './LiveCharge.tsx';

const ONGOING = 'POST /api-v1/user/get-ongoing-charging';
const STOP = 'POST /api-v1/user/transaction/remote-stop';
const SAMPLES = 'GET /api-v1/user/charging-samples';
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
  id: 'T1',
  user_vehicle_image: 'suv',
  property_id: 's1',
  property_name: 'Orion Avenue',
  charger_name: 'DC 60',
  connector_type: 'CCS2',
  units_bought: 18,
  held: 488.52,
};
const now = () => new Date().toISOString();
const meter = (details: Partial<LiveMeterValue> = {}): LiveMeterValue => ({
  soc: 62.5,
  amount: 341.96,
  unit: 12.6,
  power_output: 41.8,
  status: 'Charging',
  booking_id: 'BK1',
  at: now(),
  ...details,
});
const statusEvent = (details: Partial<StatusNotification>): StatusNotification => ({
  status: 'Charging',
  booking_id: 'BK1',
  at: now(),
  ...details,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;
let io: Server;
let isReachable = true;
/** What the page has emitted since it was opened. */
let emitted: [string, unknown][] = [];

// The page keeps one connection all the time, so one server serves all tests.
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
  server.asked.length = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) =>
    setTimeout(() => draw(performance.now() + 5000), 0),
  );
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  Object.assign(server.answers, {
    [ONGOING]: { success: true, transaction },
    [STOP]: { success: true, message: 'Stopping the charge.' },
    [SAMPLES]: { success: true, samples: [] },
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
const sendMeter = (details?: Partial<LiveMeterValue>) => send(socketEvent.meterValue('C1', 2), meter(details));
const sendStatus = (details: Partial<StatusNotification>) => send(socketEvent.status('C1', 2), statusEvent(details));
const card = (name: string) =>
  [...document.querySelectorAll('section')].find((each) => each.textContent?.startsWith(name))?.textContent;

test('the started charge is loaded by its start parameters, and followed on the socket [CHARGE-1, CHARGE-2, SOCKET-6]', async () => {
  await opened();
  expect(server.bodies(ONGOING).at(-1)).toEqual(params);
  expect(emitted).toContainEqual(['charging_status', { transaction }]);
  expect(emitted).toContainEqual(['transaction_stop', { transaction }]);
});

test('an overlay with a spinner waits for the first live figures, and then disappears [CHARGE-3, CHARGE-4, CHARGE-5]', async () => {
  await opened();
  expect(element('main').className).toContain('overlay');
  expect(document.querySelector('main [class*=ring] svg')).not.toBeNull();
  expect(element('h1').textContent).toBe('Please wait for initiating charging');
  expect(document.querySelector('[role=progressbar]')).toBeNull();
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  expect(text()).not.toContain('Please wait for');
  expect(element('main').className).not.toContain('overlay');
});

test('the overlay names the status, and only reported stages count as done [CHARGE-4]', async () => {
  await opened();
  expect(document.querySelector('ol')).toBeNull();
  await sendStatus({ status: 'Preparing', stage: 'starting' });
  await until(() => element('h1', 'Please wait for Preparing'));
  const steps = [...document.querySelectorAll('ol > li')].map((step) => [
    [...step.querySelectorAll('b, small:not([aria-hidden])')].map(({ textContent }) => textContent).join(''),
    step.getAttribute('aria-current'),
  ]);
  expect(steps).toEqual([
    ['₹488.52 heldYou pay only for what you use', null],
    ['Charger ready', null],
    ['Cable is in', null],
    ['Charging beginsThe charger and your car are connecting', 'step'],
  ]);
});

test('before the first reading the remaining time has its space but no card; if the car reports no level the space goes too [CHARGE-9]', async () => {
  await opened();
  const isPlaceKept = () => !element('section', 'Output Power').className.includes('wide');
  await sendMeter({ soc: null, power_output: null, unit: 0 });
  await until(() => expect(card('Output Power')).toBe('Output Power'));
  expect([card('Time Remaining'), isPlaceKept()]).toEqual([undefined, true]);
  await sendMeter({ soc: null, power_output: 0, unit: 0 });
  await until(() => expect(card('Output Power')).toBe('Output Power0.0\u202FkW'));
  expect([card('Time Remaining'), isPlaceKept()]).toEqual([undefined, false]);
});

test.each(['Preparing', 'Charging'])(
  'status %s makes the page request meter values [CHARGE-12, SOCKET-5]',
  async (status) => {
    await opened();
    await until(() => expect(emitted.filter(([name]) => name === 'meter_values')).toHaveLength(1));
    await sendStatus({ status });
    await until(() => expect(emitted.filter(([name]) => name === 'meter_values')).toHaveLength(2));
    expect(emitted.at(-1)).toEqual(['meter_values', { connector: 2, serial: 'C1' }]);
  },
);

/** The outlines of a drawing, which no other drawing has. */
const shapes = (svg = '') => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => outline);

test('live figures show the vehicle over the battery bar and its percentage [CHARGE-5, CHARGE-6, CHARGE-7]', async () => {
  await opened();
  await sendMeter({ soc: 50 });
  await until(() => element('h1', 'Your Ev is charging'));
  await until(() =>
    expect(shapes(document.querySelector('main')?.innerHTML)).toEqual(expect.arrayContaining(shapes(suv))),
  );
  expect(element('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
  expect(element('[role=progressbar] > span').style.width).toBe('50%');
  expect(text()).toContain('50%');
  expect(text()).toContain('Live');
});

test('the cards show price, units and power, and the time remaining if the car reports its level [CHARGE-8, CHARGE-9, SOCKET-10]', async () => {
  await opened();
  await sendMeter({ soc: 50 });
  await until(() => element('h1', 'Your Ev is charging'));
  expect([card('Current Price'), card('Units Consumed'), card('Output Power')]).toEqual([
    'Current Price₹341.96so far, incl. GST',
    'Units Consumed12.60\u202FKWhof 18\u202FkWh chosen',
    'Output Power41.8\u202FkWdepends on your car',
  ]);
  expect(card('Time Remaining')).toBeDefined();
});

test.each([
  [50, '1 Hours 37 Min'],
  [80, '37 Min'],
  [95, '8 Min'],
])('at %i percent the time remaining reads %s [CHARGE-10, CHARGE-11, ENTITY-13]', async (soc, time) => {
  await opened();
  await sendMeter({ soc, power_output: null });
  await until(() => expect(card('Time Remaining')).toBe(`Time Remaining${time}to 100%, by rule of thumb`));
});

test('beside the end of the purchase the time remaining says that it is for a full battery, also if the charge ends sooner', async () => {
  await opened();
  await sendMeter({ soc: 50, unit: 12 });
  await until(() =>
    expect(card('Time Remaining')).toBe('Time Remaining1 Hours 37 Minto 100%, by rule of thumb. Yours: 9\u202Fmin'),
  );
  expect(text()).toContain('Ends at 18\u202FkWh, in about 9\u202Fmin');
});

test('while a charge to a percentage stops, its units are still the most that it could take', async () => {
  server.answers[ONGOING] = { success: true, transaction: { ...transaction, target_soc: 80 } };
  await opened();
  await sendMeter({ unit: 12 });
  await until(() => expect(card('Units Consumed')).toContain('of 18\u202FkWh at most'));
  await sendStatus({ status: 'Charging', stage: 'stopping' });
  await until(() => expect(text()).not.toContain('Ends at'));
  expect(card('Units Consumed')).toContain('of 18\u202FkWh at most');
});

test('a charge of more than the battery holds ends at a full battery, in words, in the bar and in the pill alike', async () => {
  const bought = { units_bought: 30, battery_capacity: 30.2, connector_power: 30, soc_start: 34 };
  server.answers[ONGOING] = { success: true, transaction: { ...transaction, ...bought } };
  await opened();
  await sendMeter({ soc: 34, unit: 0.03, power_output: 24 });
  await until(() => expect(text()).toMatch(/Ends at 100%, in about 1\u202Fh 1\d\u202Fmin at/));
  expect(text()).toContain('Stops at 100%');
  expect(text()).toContain('of 30\u202FkWh at most');
  expect(element('[role=progressbar] > i:last-child').style.left).toBe('100%');
  // Both times are of the same moment, so the card says why its own is another.
  expect(card('Time Remaining')).toMatch(
    /^Time Remaining2 Hours 9 Minto 100%, by rule of thumb\. Yours: 1\u202Fh\u00A01\d\u202Fmin$/,
  );
});

test('in Hindi too the words of the time remaining are smaller than its numbers, so that it fits its card', async () => {
  await chooseLanguage('hi');
  await opened();
  await sendMeter({ soc: 50 });
  const small = () => [...document.querySelectorAll('main section small')].map(({ textContent }) => textContent);
  await until(() => expect(small()).toEqual(expect.arrayContaining(['घंटा', 'मिनट'])));
  await chooseLanguage('en');
});

test('a charge that is stopping no longer says when the purchase would be complete', async () => {
  await opened();
  await sendMeter({ soc: 62, unit: 12 });
  await until(() => expect(text()).toContain('Ends at 18\u202FkWh'));
  await sendStatus({ status: 'Charging', stage: 'stopping' });
  await until(() => expect(text()).not.toContain('Ends at'));
  expect(text()).toContain('Stopping, please wait');
});

test.each([
  ['pill', 390],
  ['ring', 1280],
])('in the %s too, a charge that is stopping no longer says when the purchase would be complete', async (_, width) => {
  setSize(width);
  server.answers['GET /api-v1/user/charging-session-list'] = { success: true, data: [] };
  await open('/charging-sessions');
  await until(() => expect(emitted.map(([name]) => name)).toContain('charging_status'));
  await sendMeter({ soc: 62, unit: 12 });
  const link = () => element('a[href="/next-charging"]');
  const words = () => `${link().textContent} ${link().getAttribute('aria-label')}`;
  await until(() => expect(words()).toContain('18\u202FkWh in about 9\u202Fmin'));
  await sendStatus({ status: 'Charging', stage: 'stopping' });
  await until(() => expect(words()).not.toContain('in about'));
  expect(words()).toContain('62%');
  setSize(390);
});

test('the page says where the charge began, and beside the big number when the purchase is complete', async () => {
  server.answers[ONGOING] = { success: true, transaction: { ...transaction, soc_start: 41 } };
  await opened();
  await sendMeter({ soc: 62, unit: 12 });
  await until(() => expect(text()).toContain('Began at 41%'));
  // 6 kWh at 41.8\u202FkW from 8:36 UTC. The bar says the same, and its mark shows the percentage.
  expect(text()).toMatch(/Ends at 18\u202FkWh, in about 9\u202Fmin at \d+:\d\d [ap]m/);
  expect(text()).toContain('18\u202FkWh · 6.00\u202FkWh to go');
  expect(element('[role=progressbar] > i:last-child').style.left).toBe('72.5%');
});

test('while a charge starts and runs, the page names its connector and the money or time that was chosen', async () => {
  keepChoice({ mode: 'amount', value: 20_000, booking_id: 'BK1' });
  await opened();
  await until(() => expect(text()).toContain('DC 60 · Connector 2 · CCS2₹200 + GST · 18\u202FkWh'));
  await sendMeter({ soc: null, unit: 12 });
  await until(() => expect(text()).toContain('₹200 + GST · 6.00\u202FkWh to go'));
  expect(text()).toContain('DC 60 · Connector 2 · CCS2');
  expect(card('Current Price')).toBe('Current Price₹341.96so far, of ₹488.52 incl. GST');
  await act(async () => keepChoice({ mode: 'time', value: 30, booking_id: 'BK1' }));
  expect(text()).toContain('30\u202Fmin chosen · 6.00\u202FkWh to go');
  expect(card('Current Price')).toBe('Current Price₹341.96so far, incl. GST');
  await act(async () => keepChoice({ mode: 'time', value: 30, booking_id: 'BK0' }));
  expect(text()).not.toContain('chosen ·');
});

test('a charge to a percentage shows its end in words, in the bar and in the pill; without power no end is shown', async () => {
  const bought = { units_bought: 21.79, target_soc: 80, battery_capacity: 45, soc_start: 34 };
  server.answers[ONGOING] = { success: true, transaction: { ...transaction, ...bought } };
  await opened();
  await sendMeter({ soc: 62, unit: 13.26, power_output: null });
  await until(() => expect(text()).toContain('Stops at 80%'));
  // The remaining energy to the target is an estimate, so no second figure is beside what was bought.
  expect(text()).toContain('of 21.79\u202FkWh at most');
  expect(text()).not.toContain('to go');
  expect(text()).not.toContain('in about');
  await sendMeter({ soc: 62, unit: 13.26, at: '2026-11-20T08:36:10Z' });
  await until(() => expect(text()).toContain('Ends at 80%, in about 13\u202Fmin at 02:19 pm'));
  expect(element('[role=progressbar] > i:last-child').style.left).toBe('80%');
});

test('until the first reading a charge to a percentage shows the level that the driver entered, and each figure once', async () => {
  const bought = { units_bought: 22.26, target_soc: 80, battery_capacity: 45, connector_power: 120, car_power: 60 };
  server.answers[ONGOING] = { success: true, transaction: { ...transaction, ...bought, soc_start: undefined } };
  await opened();
  await sendMeter({ soc: null, unit: 0, power_output: null, amount: 0 });
  await until(() => expect(element('[role=progressbar]').getAttribute('aria-valuenow')).toBe('34'));
  expect(text()).toContain('Ends at 80%, in about 27\u202Fmin');
  expect(text()).not.toContain('22.26');
});

test('the curve has the readings since the start, also after a reload, and every live one is added', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  server.answers[SAMPLES] = {
    success: true,
    samples: [
      { at: at(30), power_output: 60, soc: 40 },
      { at: at(1), power_output: 50, soc: 60 },
    ],
  };
  await opened();
  await sendMeter({ soc: 62.5, power_output: 41.8 });
  const drawing = () => element('section svg[role=img]').getAttribute('aria-label');
  await until(() =>
    expect(drawing()).toBe(
      'Power: at most 60.0\u202FkW, at last 41.8\u202FkW. Battery: from 40% to 63%. Over 30\u202Fmin.',
    ),
  );
  expect(server.asked.find(({ call }) => call === SAMPLES)?.search).toBe('?booking_id=BK1');
  await sendMeter({ soc: 64, power_output: 70, at: new Date(Date.now() + 5000).toISOString() });
  await until(() => expect(drawing()).toContain('at most 70.0\u202FkW, at last 70.0\u202FkW'));
});

test('if the readings so far do not load the rest of the page stays, and says what is missing', async () => {
  server.answers[SAMPLES] = { status: 500, body: '' };
  await opened();
  await sendMeter();
  await until(() => expect(text()).toContain('The readings so far did not load.'));
  expect(card('Output Power')).toBe('Output Power41.8\u202FkWdepends on your car');
});

test('without a state of charge the bar shows the units bought, and no time remaining is shown [CHARGE-7, CHARGE-9]', async () => {
  await opened();
  await sendMeter({ soc: null, unit: 9, power_output: 7.2 });
  await until(() => element('h1', 'Your Ev is charging'));
  expect(element('[role=progressbar]').getAttribute('aria-valuenow')).toBe('50');
  expect(card('Time Remaining')).toBeUndefined();
  expect(card('Units Consumed')).toBe('Units Consumed9.00\u202FKWhof 18\u202FkWh chosen');
  expect(text()).toContain('Ends at 18\u202FkWh, in about 1\u202Fh 15\u202Fmin');
});

const knob = () => element('button[aria-label="Slide to stop charging"]');
/** Stops by a press, as assistive tools do, and answers the question. */
async function pressStop() {
  await press(await until(knob));
  await press(await until(() => element('[role=dialog] button', 'Stop charging')));
}

test('a reading of another booking on the same connector is never shown [SOCKET-11]', async () => {
  await opened();
  await sendMeter({ booking_id: 'BK2' });
  await sendStatus({ status: 'Preparing' });
  await until(() => element('h1', 'Please wait for Preparing'));
});

test('the stop sends the booking, shows the answer and waits for the charger [CHARGE-17, CHARGE-21, API-19]', async () => {
  await opened();
  await sendMeter();
  await pressStop();
  await until(() => element('[role=status]', 'Stopping, please wait'));
  await until(() => element('.Toastify__toast--success', 'Stopping the charge.'));
  expect(server.bodies(STOP)).toEqual([{ transaction_id: 'BK1' }]);
  expect(here().path).toBe('/next-charging');
});

test('an answer to the stop that comes after the end is not announced over the invoice', async () => {
  const answered = Promise.withResolvers<unknown>();
  server.answers[STOP] = answered.promise;
  const fetched = vi.spyOn(globalThis, 'fetch');
  const stopFetches = () =>
    fetched.mock.calls.flatMap(([to], index) =>
      String(to).includes('remote-stop') ? [fetched.mock.results[index]?.value as Promise<Response>] : [],
    );
  await opened();
  await sendMeter();
  await pressStop();
  await until(() => expect(server.bodies(STOP)).toHaveLength(1));
  await send(socketEvent.stop('BK1'), { booking_id: 'BK1', transaction_id: 'BK1', reason: 'Remote' });
  await until(() => expect(here().path).toBe('/payment-details'));
  const announced = vi.spyOn(notify, 'success');
  answered.resolve({ success: true, message: 'Stopping the charge.' });
  const answers = await Promise.all(stopFetches());
  await until(() => expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true]));
  await act(async () => {});
  expect(announced).not.toHaveBeenCalled();
});

test.each([
  ['while the page stays is announced', false, ['Stopping the charge.']],
  ['while the invoice is loading is not announced', true, []],
])('an answer to the stop %s', async (_, isLeft, announced) => {
  const answered = Promise.withResolvers<unknown>();
  server.answers[STOP] = answered.promise;
  const queries = createQueryClient();
  const pageThat = (leaves: boolean) => (
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <LiveCharge
          charge={transaction}
          meter={meter()}
          status={undefined}
          isConnected
          connectionCount={1}
          isLeft={leaves}
        />
      </MemoryRouter>
    </QueryClientProvider>
  );
  const said = vi.spyOn(notify, 'success');
  await draw(pageThat(false));
  await pressStop();
  await until(() => expect(server.bodies(STOP)).toHaveLength(1));
  await again(pageThat(isLeft));
  answered.resolve({ success: true, message: 'Stopping the charge.' });
  await until(() =>
    expect(
      queries
        .getMutationCache()
        .getAll()
        .map(({ state: { status } }) => status),
    ).toEqual(['success']),
  );
  await act(async () => {});
  expect(said.mock.calls.flat()).toEqual(announced);
  said.mockRestore();
});

test('the stop event of this booking opens its invoice, and the page stops listening [CHARGE-18, CHARGE-19, CHARGE-20]', async () => {
  await opened();
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  await send(socketEvent.stop('BK2'), { booking_id: 'BK2', transaction_id: 'BK2', reason: 'Remote' });
  await sendMeter({ power_output: 7.4 });
  await until(() => expect(card('Output Power')).toBe('Output Power7.4\u202FkWdepends on your car'));
  await send(socketEvent.stop('BK1'), { booking_id: 'BK1', transaction_id: 'BK1', reason: 'Remote' });
  await until(() =>
    expect(here()).toEqual({
      path: '/payment-details',
      state: { transaction_id: 'BK1', fromScreen: 'charging', property_id: 's1', property_name: 'Orion Avenue' },
    }),
  );
  emitted = [];
  await sendStatus({ status: 'Charging' });
  server.answers[ONGOING] = {
    success: true,
    transaction: { ...transaction, booking_id: 'BK2', oem_connector_number: 1 },
  };
  await opened();
  await until(() => expect(emitted.map(([name]) => name)).toContain('meter_values'));
  await sendStatus({ status: 'Charging' });
  await send(socketEvent.status('C1', 1), statusEvent({ booking_id: 'BK2' }));
  // One connection keeps the order of messages: an answer to the first charge's event would come before the second
  // answer.
  const asked = () => emitted.filter(([name]) => name === 'meter_values');
  await until(() => expect(asked().length).toBeGreaterThan(1));
  const question = ['meter_values', { connector: 1, serial: 'C1' }];
  expect(asked()).toEqual([question, question]);
});

test('figures are received for the serial and connector that the answer names, and for no other [SOCKET-2, SOCKET-9, API-18]', async () => {
  server.answers[ONGOING] = {
    success: true,
    transaction: { ...transaction, charger_serial_number: 'SERIAL7', oem_connector_number: 3 },
  };
  await opened();
  expect(server.bodies(ONGOING).at(-1)).toEqual(params);
  await send('meter_value_C1_2', meter({ power_output: 1 }));
  await send('meter_value_SERIAL7_2', meter({ power_output: 2 }));
  await send('status_notification_SERIAL7_3', statusEvent({ status: 'Preparing' }));
  await until(() => element('h1', 'Please wait for Preparing'));
  await send('meter_value_SERIAL7_3', meter({ power_output: 33 }));
  await until(() => expect(card('Output Power')).toBe('Output Power33.0\u202FkWdepends on your car'));
});

test('status and stop are received for the serial and connector of the charge, and for no other [SOCKET-3, SOCKET-4, SOCKET-9]', async () => {
  await opened();
  await send('status_notification_C1_1', statusEvent({ status: 'Faulted' }));
  await send('status_notification_C2_2', statusEvent({ status: 'Faulted' }));
  await send('transaction_stop_BK2', { booking_id: 'BK2', transaction_id: 'BK2', reason: 'Local' });
  await send('status_notification_C1_2', statusEvent({ status: 'Preparing' }));
  await until(() => element('h1', 'Please wait for Preparing'));
  await send('transaction_stop_BK1', { booking_id: 'BK1', transaction_id: 'BK1', reason: 'Local' });
  await until(() => expect(here().path).toBe('/payment-details'));
});

test('a later status replaces the one that is shown [SOCKET-7]', async () => {
  await opened();
  await sendStatus({ status: 'Preparing' });
  await until(() => element('h1', 'Please wait for Preparing'));
  await sendStatus({ status: 'Charging', stage: 'charging' });
  await until(() => element('h1', 'Please wait for Charging'));
});

test('the page says that the charger has lost its connection while it has, before and during the charge', async () => {
  const note = 'The charger’s connection is down.';
  await opened();
  await sendStatus({ status: 'Preparing', stage: 'starting', note });
  await until(() => element('p[role=status]', note));
  await sendStatus({ status: 'Charging', stage: 'charging' });
  await until(() => expect(text()).not.toContain(note));
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  await sendStatus({ status: 'Charging', stage: 'charging', note });
  await until(() => element('p[role=status]', note));
});

test.each([
  [12, 9.7, 'up to 50\u202FkW'],
  [62.5, 55, ''],
  [81, 22, 'slows near full'],
])('at %d%% and %d kW the power of a car that takes 50 kW says “%s”', async (soc, power_output, note) => {
  server.answers[ONGOING] = { success: true, transaction: { ...transaction, connector_power: 180, car_power: 50 } };
  await opened();
  await sendMeter({ soc, power_output });
  await until(() => expect(card('Output Power')).toBe(`Output Power${power_output.toFixed(1)}\u202FkW${note}`));
});

const UNSENT = 'To stop now, press stop on the charger.';

test('a stop that cannot be sent says so once, until a newer reading comes', async () => {
  await opened();
  await sendMeter({ at: '2026-11-20T08:36:00Z' });
  server.answers[STOP] = () => {
    server.http.closeAllConnections();
    return Promise.withResolvers().promise;
  };
  await pressStop();
  await until(() => expect(text()).toContain(UNSENT));
  expect(document.querySelector('.Toastify__toast--error')).toBeNull();
  await sendMeter({ at: '2026-11-20T08:36:10Z', unit: 12.7 });
  await until(() => expect(text()).not.toContain(UNSENT));
  await until(knob);
});

test('a stop that cannot be sent is forgotten once the connection is back', async () => {
  await opened();
  await sendMeter();
  isReachable = false;
  io.disconnectSockets(true);
  await until(() => expect(text()).toContain('Reconnecting'));
  server.answers[STOP] = () => {
    server.http.closeAllConnections();
    return Promise.withResolvers().promise;
  };
  await pressStop();
  await until(() => expect(text()).toContain(UNSENT));
  isReachable = true;
  await until(() => expect(text()).not.toContain(UNSENT));
});

test('a stop by one press is asked first, and the focus is on the answer that changes nothing [CHARGE-23]', async () => {
  await opened();
  await sendMeter();
  await press(await until(knob));
  const dialog = await until(() => element('[role=dialog]', 'Stop charging?'));
  expect(dialog.textContent).toContain('So far 12.60\u202FkWh for ₹341.96.');
  const keep = element('[role=dialog] button', 'Keep charging');
  await until(() => expect(document.activeElement).toBe(keep));
  await press(keep);
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(server.bodies(STOP)).toEqual([]);
  await until(() => expect(document.activeElement).toBe(knob()));
  await pressStop();
  await until(() => expect(server.bodies(STOP)).toEqual([{ transaction_id: 'BK1' }]));
});

test('a refused stop shows the reason and can be tried again [CHARGE-17, ERROR-1]', async () => {
  server.answers[STOP] = { success: false, message: 'The charger refused to stop.', code: 'stop_rejected' };
  await opened();
  await sendMeter();
  await pressStop();
  await until(() => element('.Toastify__toast--error', 'The charger refused to stop.'));
  await until(knob);
});

test('after the stop energy, amount and time of the last reading are shown at once, until the invoice is there', async () => {
  const invoice = Promise.withResolvers<object>();
  server.answers['GET /api-v1/user/payment-details'] = invoice.promise;
  server.answers[SAMPLES] = {
    success: true,
    samples: [{ at: '2026-11-20T08:00:00Z', power_output: 60, soc: 34 }],
  };
  await opened();
  await sendMeter({ at: '2026-11-20T08:28:00Z' });
  await until(() => element('h1', 'Your Ev is charging'));
  await until(() => expect(text()).toContain('Began at 34%'));
  await send(socketEvent.stop('BK1'), { booking_id: 'BK1', transaction_id: 'BK1', reason: 'Remote' });
  await until(() => expect(here().path).toBe('/payment-details'));
  await until(() =>
    expect(element('main [role=status]').textContent).toBe(
      'Charging ended₹341.96By the last reading. Your invoice is coming.',
    ),
  );
  expect(element('main dl').textContent).toBe('Units12.60\u202FkWhBatteryFrom 34% to 63%34%63%Time28\u202Fmin');
  element('main h2', 'Orion Avenue');
  invoice.resolve({ status: 502, body: '' });
  // A bill that does not come is not promised any more; what is known stays.
  await until(() => element('main button', 'Try again'));
  expect(text()).toContain('₹341.96');
  expect(text()).not.toContain('is coming');
});

test.each(['SuspendedEV', 'SuspendedEVSE'])('status %s leads the driver back [CHARGE-13]', async (status) => {
  await opened();
  await sendMeter();
  await sendStatus({ status });
  await until(() => expect(here().path).toBe('/'));
});

test('a driver who opens an already paused charge can look at it and stop it [CHARGE-13]', async () => {
  await opened(null);
  await sendStatus({ status: 'SuspendedEV' });
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  expect(here().path).toBe('/next-charging');
  await sendStatus({ status: 'Charging' });
  await sendStatus({ status: 'SuspendedEV' });
  await until(() => expect(here().path).toBe('/'));
});

test('a pause leads the driver back by one screen, and not always to the map [CHARGE-13]', async () => {
  const session = { status: 'charging', address: '', created_at: now(), connector_name: '', charger_name: 'DC 60' };
  server.answers['GET /api-v1/user/charging-session-list'] = {
    success: true,
    data: [{ ...session, property_name: 'Orion Avenue', booking_id: 'BK1', payment_id: 'BK1' }],
  };
  await open('/charging-sessions');
  const followed = () => until(() => expect(emitted.map(([name]) => name)).toContain('charging_status'));
  // The bar below the list follows the charge too.
  await followed();
  emitted = [];
  await press(await until(() => element('[role=tab]', 'Pending')));
  await press(await until(() => element('[role=tabpanel] a', 'Orion Avenue')));
  await followed();
  history.replaceState({ idx: 1 }, '');
  await sendStatus({ status: 'Charging' });
  await until(() => element('h1', 'Please wait for Charging'));
  await sendStatus({ status: 'SuspendedEV' });
  await until(() => expect(here().path).toBe('/charging-sessions'));
  history.replaceState(null, '');
});

test('a waiting start can be cancelled, and not once it charges', async () => {
  await opened();
  await sendStatus({ status: 'Preparing', stage: 'plug-in' });
  await press(await until(() => element('button', 'Cancel charging')));
  await until(() => expect(server.bodies(STOP)).toEqual([{ transaction_id: 'BK1' }]));
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  expect(text()).not.toContain('Cancel charging');
});

test('a failed start leads back to the station with the reason, and says that the held money is free again', async () => {
  await opened();
  await sendStatus({ status: 'Available', stage: 'failed', reason: 'Charging did not begin in time.' });
  await until(() =>
    element('.Toastify__toast--error', 'Charging did not begin in time. ₹488.52 is back in your wallet.'),
  );
  await until(() => expect(here().path).toBe('/charger'));
});

test('opened without state the page finds the running charge and shows its figures below a head, without a footer bar [CHARGE-22, SHELL-1, SHELL-5]', async () => {
  await opened(null);
  expect(server.bodies(ONGOING).at(-1)).toEqual({});
  expect(here().path).toBe('/next-charging');
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  expect(element('header a[href="/"]').getAttribute('aria-label')).toBe('Back to the map');
  expect(document.querySelector('footer')).toBeNull();
});

test('opened without a running charge the page leads to the map [CHARGE-22]', async () => {
  server.answers[ONGOING] = { success: false, message: 'No charge is running.', code: 'no_charge_running' };
  await open('/next-charging', state);
  await until(() => expect(here().path).toBe('/'));
  expect(server.bodies(ONGOING)).toContainEqual({});
  await open('/next-charging');
  await until(() => expect(here().path).toBe('/'));
});

test('a failed connection is logged without other effects; it is tried again, only as a websocket, after fixed delays [SOCKET-1, SOCKET-8, CONST-10]', async () => {
  const polled: string[] = [];
  server.http.on('request', ({ url = '' }) => url.startsWith('/socket.io') && polled.push(url));
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await opened();
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  isReachable = false;
  io.disconnectSockets(true);
  await until(() => expect(logged.mock.calls.map(([what]) => what)).toContain('The live connection failed'));
  expect(document.querySelector('.Toastify__toast')).toBeNull();
  expect([here().path, card('Output Power')]).toEqual([
    '/next-charging',
    'Output Power41.8\u202FkWdepends on your car',
  ]);
  isReachable = true;
  await until(() => expect(text()).toContain('Live'));
  logged.mockRestore();
  expect(polled).toEqual([]);
  // Another namespace at the same address shares the page's connection, so it shows how that was opened.
  const shared = connect('/delays');
  const { io: line } = shared;
  shared.disconnect();
  expect([line.reconnectionDelay(), line.reconnectionDelayMax(), line.timeout()]).toEqual([1000, 5000, 20_000]);
});

test('after the server disconnects the page shows the age of its figures, and loads and listens again once it is back [SOCKET-12]', async () => {
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
  await until(() => expect(text()).toContain('Live'));
  await sendMeter({ power_output: 7.4 });
  await until(() => expect(card('Output Power')).toBe('Output Power7.4\u202FkWdepends on your car'));
  await sendStatus({ status: 'SuspendedEV' });
  await until(() => expect(here().path).toBe('/'));
});

test('a page whose socket was closed for a newer one reconnects when it is looked at, not before', async () => {
  await opened();
  await sendMeter();
  await until(() => element('h1', 'Your Ev is charging'));
  emitted = [];
  let connections = 0;
  const count = () => (connections += 1);
  io.on('connection', count);
  await send(socketEvent.closing, { reason: 'too_many_screens' });
  io.disconnectSockets(true);
  await until(() => expect(text()).toContain('Reconnecting · last reading'));
  // If the page had reconnected at once, it would be there before this new connection.
  const later = connect(location.origin, { transports: ['websocket'], forceNew: true });
  await until(() => expect(later.connected).toBe(true));
  expect(connections).toBe(1);
  later.disconnect();
  window.dispatchEvent(new Event('focus'));
  await until(() => expect(emitted.map(([name]) => name)).toContain('charging_status'));
  expect(connections).toBe(2);
  io.off('connection', count);
});

test('a charge that ended while the connection was down leads to its invoice [CHARGE-18, CHARGE-21, SOCKET-12]', async () => {
  await opened();
  await sendMeter();
  server.answers[ONGOING] = { success: false, message: 'No charge is running.', code: 'no_charge_running' };
  io.disconnectSockets(true);
  await until(() => expect(here()).toMatchObject({ path: '/payment-details', state: { transaction_id: 'BK1' } }));
});
