import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Charger } from '@bijli/contract/chargers';
import { fromAnotherServer, serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';
import { nexon, station, stationReply } from '../../testing/station-page.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';
// Imported before a test sets its clock.
import './StationScreen.tsx';

const GET = 'GET /api-v1/user/get-charger';
const BOOKMARK = 'POST /api-v1/user/save-bookmark';
const CHOOSE = 'POST /api-v1/user/add-default-vehicle';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [GET]: stationReply(),
    [BOOKMARK]: { success: true, message: 'Station saved.' },
    [CHOOSE]: { success: true, message: 'Default vehicle changed.' },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const opened = async (details?: object) => {
  server.answers[GET] = stationReply(details);
  await open('/charger', { station });
  await until(() => element('input[type=radio]'));
};
/** Changes the server's answer and makes the page fetch it at once. */
const change = async (details: object) => {
  server.answers[GET] = stationReply(details);
  await act(async () => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
};
const radios = () => [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
const radio = (id: string) => element<HTMLInputElement>(`input[value="${id}"]`);
const rowOf = (id: string) => radio(id).closest('label')?.textContent;
/** A slower and cheaper charger with another connector type. */
const otherwise = (one: Charger): Charger => ({
  ...one,
  price_per_unit: 12.5,
  capacity: 22,
  power_output: 22,
  connectors: one.connectors.map((connector) => ({ ...connector, type: 'Type 2', icon: 'type2' })),
});
const dialog = () => element('[role=dialog]');
const errorShown = (sentence: string) => until(() => element('.Toastify__toast--error', sentence));

test('opened without a station the page goes back, or to the map if there is no page before it [STATION-1]', async () => {
  await open('/charger');
  await until(() => expect(here().path).toBe('/'));
  await open('/charger', null, '/contact-us');
  await until(() => expect(here().path).toBe('/contact-us'));
});

test('an address with the id shows the station after a reload too [STATION-1, STATION-2, API-14]', async () => {
  await open('/charger?id=s1');
  await until(() => element('h1', 'Orion Avenue'));
  expect(text()).toContain('10/34, Banaswadi');
  expect(server.asked.find(({ call }) => call === GET)?.search).toBe('?property_id=s1');
});

test('for an unknown station the page does not blame the connection, and links to the map', async () => {
  server.answers[GET] = { success: false, message: 'This station does not exist any more.', code: 'station_unknown' };
  await open('/charger?id=s1');
  await until(() => element('main h2', 'This station does not exist any more.'));
  expect(text()).not.toContain('connection');
  element('main a[href="/"]', 'Back to the map');
});

test('chargers are listed with name, price, power and state, connectors with icon, type and status [STATION-10, STATION-11, API-14]', async () => {
  const { chargers } = stationReply();
  await opened({ chargers: chargers.map((one) => (one.charger_id === 'B' ? otherwise(one) : one)) });
  const connectorsOf = (name: string) =>
    [...element(`[aria-label=${name}]`).querySelectorAll('input')].map(({ value }) => value);
  expect([connectorsOf('A'), connectorsOf('B')]).toEqual([['A:1', 'A:2', 'A:3'], ['B:1']]);
  expect([...document.querySelectorAll('main section h3')].map((name) => name.textContent)).toEqual(['A', 'B']);
  const icons = radios().map((one) =>
    one.closest('label')?.querySelector('[data-drawing]')?.getAttribute('data-drawing'),
  );
  expect(icons).toEqual(['ccs2', 'ccs2', 'ccs2', 'type2']);
  expect(element('[aria-label=A]').textContent).toMatch(/₹15\.00\/kWh.*Online.*60\u202FkW/);
  expect(element('[aria-label=B]').textContent).toMatch(/₹12\.50\/kWh.*Offline.*22\u202FkW.*Type 2/);
  expect([rowOf('A:1'), rowOf('A:3')]).toEqual([
    expect.stringMatching(/^CCS2Available/),
    expect.stringMatching(/^CCS2Preparing/),
  ]);
});

test('a plug shows its own power, a charger that shares more power says so, and a price is shown where it applies [STATION-11]', async () => {
  const { chargers } = stationReply();
  const [one] = chargers;
  const [first, second] = one?.connectors ?? [];
  if (!one || !first || !second) return expect.fail();
  const plugs = [
    { ...first, power: 7.4 },
    { ...second, power: 7.4, type: 'LEV AC' },
  ];
  await opened({ chargers: [{ ...one, capacity: 14.8, power_output: 7.4, connectors: plugs }] });
  expect(element('[aria-label=A]').textContent).toMatch(/₹15\.00\/kWh.*Online·14\.8\u202FkW in total/);
  expect([rowOf('A:1'), rowOf('A:2')]).toEqual([
    'CCS2 · 7.4\u202FkWAvailable· Connector 1',
    'LEV AC · 7.4\u202FkW · for scootersDisconnectedin use',
  ]);
  // Free for one plug is not free for all.
  const priced = plugs.map((plug, index) => (index === 0 ? { ...plug, price_per_unit: 18 } : plug));
  await change({ chargers: [{ ...one, price_per_unit: 0, price_known: true, connectors: priced }] });
  await until(() => expect(rowOf('A:1')).toContain('₹18.00/kWh'));
  expect(rowOf('A:2')).toContain('Free charging');
  expect(element('[aria-label=A]').textContent?.match(/Free charging/g)).toHaveLength(1);
  await change({ chargers: [{ ...one, price_per_unit: 0, price_known: true, connectors: plugs }] });
  await until(() => expect(rowOf('A:2')).not.toContain('Free charging'));
  expect(element('[aria-label=A]').textContent).toContain('Free charging');
});

test('the page counts the same free plugs as the station’s card, in the same words', async () => {
  const { chargers } = stationReply();
  const plugs = [
    { type: 'CCS2', power: 180, total: 4, free: 2 },
    { type: 'Type 2', power: 22, total: 2, free: 2 },
  ];
  const property = { ...station, connectors_total: 6, connector_types: ['CCS2', 'Type 2'], plugs };
  await opened({ property, chargers, vehicles: [{ ...nexon, connector_types: ['CCS2', 'Type 2'] }] });
  const counted = () => element('h2', 'Chargers').parentElement?.textContent;
  expect(counted()).toBe('Chargers2 of 4 CCS2 free');
  // Where nobody knows what fits, all count.
  await change({ property, chargers, vehicles: [nexon] });
  await until(() => expect(counted()).toBe('Chargers4 of 6 free'));
});

test('what the car gets of a stronger plug is at the plug and on the button’s line, and a charger says so where nobody knows it', async () => {
  const { chargers } = stationReply();
  const [one] = chargers;
  const [first, second, third] = one?.connectors ?? [];
  if (!one || !first || !second || !third) return expect.fail();
  const connectors = [
    { ...first, power: 180 },
    { ...second, status: 'available' as const, power: 22, type: 'Type 2' },
    { ...third, power: 180, type: 'CHAdeMO' },
  ];
  const car = { ...nexon, connector_types: ['CCS2', 'Type 2'], ac_max_power: 7.2 };
  const shown = { chargers: [{ ...one, power_output: 180, connectors }], vehicles: [car] };
  await opened(shown);
  expect([rowOf('A:1'), rowOf('A:2'), rowOf('A:3')]).toEqual([
    expect.stringMatching(/^CCS2 · 180\u202FkWAvailable/),
    expect.stringMatching(/^Type 2 · 22\u202FkW · 7\.2\u202FkW for your carAvailable/),
    expect.stringMatching(/^CHAdeMO · 180\u202FkWPreparing/),
  ]);
  const head = () => element('[aria-label=A] h3').parentElement?.textContent;
  expect(head()).toContain('your car may take less');
  await press(radio('A:2'));
  element('section[aria-label="Charge Now"] b', 'Type 2 · 7.2\u202FkW for your car');
  await press(radio('A:1'));
  element('section[aria-label="Charge Now"] b', 'CCS2 · up to 180\u202FkW');
  // A car that takes all of it needs no words.
  await change({ ...shown, vehicles: [{ ...car, dc_max_power: 200 }] });
  await until(() => expect(head()).not.toContain('your car may take less'));
  expect(rowOf('A:1')).toMatch(/^CCS2 · 180\u202FkWAvailable/);
});

test('connectors in use or of an offline charger are drawn as Disconnected and cannot be selected [STATION-13, STATION-14, STATION-15]', async () => {
  await opened();
  expect(radios().map(({ value, disabled }) => [value, disabled])).toEqual([
    ['A:1', false],
    ['A:2', true],
    ['A:3', false],
    ['B:1', true],
  ]);
  expect([rowOf('A:2'), rowOf('B:1')]).toEqual(['CCS2Disconnectedin use', 'CCS2Disconnectedcharger offline']);
});

test('the button reads Select a connector and is disabled until one is selected [STATION-18, API-14]', async () => {
  await opened();
  expect(element<HTMLButtonElement>('button', 'Select a connector').disabled).toBe(true);
  await press(radio('A:3'));
  expect(radio('A:3').checked).toBe(true);
  expect(element<HTMLButtonElement>('button', 'Charge Now').disabled).toBe(false);
  await press(radio('A:1'));
  expect(radios().map(({ checked }) => checked)).toEqual([true, false, false, false]);
});

test('the free connector that fits is selected when the station opens, and stays selected while the driver plugs in [STATION-18, STATION-20]', async () => {
  const { chargers } = stationReply();
  const as = (statuses: string[]) =>
    chargers.map((one) => ({
      ...one,
      connectors: one.connectors.map((connector, index) => ({ ...connector, status: statuses[index] })),
    }));
  const vehicles = [{ ...nexon, connector_types: ['CCS2'] }];
  await opened({ vehicles, chargers: as(['charging', 'available', 'available']) });
  expect(radio('A:2').checked).toBe(true);
  expect(element<HTMLButtonElement>('button', 'Charge Now').disabled).toBe(false);
  await change({ vehicles, chargers: as(['available', 'preparing', 'available']) });
  await until(() => expect(rowOf('A:1')).toContain('Available'));
  expect(radio('A:2').checked).toBe(true);
  await press(radio('A:3'));
  expect(radios().map(({ checked }) => checked)).toEqual([false, false, true, false]);
});

test('while the driver charges elsewhere nothing is selected here, and the page leads to that charge', async () => {
  server.answers['POST /api-v1/user/get-ongoing-charging'] = {
    success: true,
    transaction: {
      id: 'b',
      booking_id: 'b',
      charger_serial_number: 'S',
      user_vehicle_image: 'suv',
      property_id: 's2',
      oem_connector_number: 1,
    },
  };
  await opened({ vehicles: [{ ...nexon, connector_types: ['CCS2'] }] });
  await until(() => element('main a[href="/next-charging"]', 'See your charge'));
  expect(radios().filter(({ checked }) => checked)).toEqual([]);
});

test('for a vehicle with an unknown plug the page says so, and nothing is selected', async () => {
  await opened();
  expect(text()).toContain('We don’t know your car’s plug. Check that it fits before you go.');
  await clear();
  await opened({ vehicles: [{ ...nexon, connector_types: ['Type 2'] }] });
  expect(text()).not.toContain('We don’t know your car’s plug');
});

test('without a vehicle no connector is selected, and a notice says why [STATION-16]', async () => {
  await opened({ vehicles: [] });
  await press(radio('A:1'));
  await until(() => element('.Toastify__toast--error', 'Please select a vehicle.'));
  expect(radio('A:1').checked).toBe(false);
  expect(element('button', 'Select a connector')).toBeTruthy();
  await press(element('button', 'Add your car'));
  await until(() => expect(here().path).toBe('/manage-vehicles'));
});

test.each([
  ['is chosen when the answer knows of one', {}, true],
  ['is refused when the answer knows of none', { vehicles: [] }, false],
])('a connector that is selected while a vehicle may just have been added %s', async (_, details, isChosen) => {
  await opened({ vehicles: [] });
  const fresh = Promise.withResolvers<unknown>();
  server.answers[GET] = fresh.promise;
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await until(() => expect(server.asked.filter(({ call }) => call === GET)).toHaveLength(2));
  await press(radio('A:1'));
  expect(radio('A:1').checked).toBe(true);
  expect(element('button', 'Select a connector')).toBeTruthy();
  const refused = () => document.querySelector('.Toastify__toast--error')?.textContent;
  expect(refused()).toBeUndefined();

  fresh.resolve(stationReply(details));
  if (isChosen) await until(() => element('button', 'Charge Now'));
  else await until(() => expect(refused()).toContain('Please select a vehicle.'));
  expect(radio('A:1').checked).toBe(isChosen);
  if (isChosen) expect(refused()).toBeUndefined();
});

test.each([
  [true, 'Saved', 'Save'],
  [false, 'Save', 'Saved'],
])(
  'the bookmark is shown as in the answer, %s, and a change is shown before the server confirms it [STATION-3, STATION-4, API-15]',
  async (bookmark, before, after) => {
    await opened({ bookmark });
    const toggle = () => {
      const button = element('button[aria-pressed]', 'Save');
      return [button.textContent, button.getAttribute('aria-pressed')];
    };
    expect(toggle()).toEqual([before, String(bookmark)]);
    const { promise, resolve } = Promise.withResolvers();
    server.answers[BOOKMARK] = promise;
    await press(element('button[aria-pressed]', 'Save'));
    await until(() => expect(toggle()).toEqual([after, String(!bookmark)]));
    resolve({ success: true, message: 'Changed as you asked.' });
    await until(() => element('.Toastify__toast--success', 'Changed as you asked.'));
    expect(server.bodies(BOOKMARK)).toEqual([{ status: !bookmark, property_id: 's1' }]);
    expect(toggle()).toEqual([after, String(!bookmark)]);
  },
);

test('a refused bookmark shows the reason, and returns to its earlier state [STATION-5, ERROR-1, API-14]', async () => {
  await opened({ bookmark: true });
  server.answers[BOOKMARK] = { success: false, message: 'Not now.', code: 'x' };
  await press(element('button', 'Saved'));
  await errorShown('Not now.');
  await until(() => element('button[aria-pressed=true]', 'Saved'));
});

test('offline the page shows its age, starts nothing, and disables Call without a phone number', async () => {
  server.answers['GET /client-config'] = { success: false, message: 'Not now.', code: 'x' };
  await opened();
  await press(radio('A:1'));
  stubNavigator({ onLine: false });
  await act(async () => dispatchEvent(new Event('offline')));
  // Grey, because the state may have changed.
  expect(element('main span[class*=badge]', 'Available').className).toMatch(/\boff|_off/);
  expect(element('main [role=status]', 'No internet').textContent).toMatch(
    /^No internet\. Last updated .+\.Try again$/,
  );
  const charge = element<HTMLButtonElement>('button', 'Charge Now');
  expect(charge.disabled).toBe(true);
  expect(document.getElementById(charge.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'CCS2 · 60\u202FkWNeeds internet',
  );
  expect(element<HTMLButtonElement>('button', 'Call').disabled).toBe(true);
  vi.unstubAllGlobals();
  await act(async () => dispatchEvent(new Event('online')));
  expect(element<HTMLButtonElement>('button', 'Charge Now').disabled).toBe(false);
});

test('Go to location opens directions, and shows an alert if the station has no place [STATION-6, STATION-7]', async () => {
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null);
  const alerted = vi.fn();
  vi.stubGlobal('alert', alerted);
  await opened();
  await press(element('button', 'Go to location'));
  expect(openWindow.mock.calls[0]?.[0]).toMatch(/^https:\/\/www\.google\.com\/maps\/dir\/.*destination=12\.97,77\.64$/);
  for (const missing of ['latitude', 'longitude']) {
    alerted.mockClear();
    server.answers[GET] = fromAnotherServer(stationReply({ property: { ...station, [missing]: undefined } }));
    await open('/charger', { station });
    await until(() => element('input[type=radio]'));
    await press(element('button', 'Go to location'));
    expect(alerted.mock.calls, missing).toEqual([['Please enter both latitude and longitude.']]);
  }
  expect(openWindow).toHaveBeenCalledTimes(1);
});

test('the vehicle button names the default vehicle, and its sheet lists all with that one selected [STATION-9, STATION-20, VSHEET-1]', async () => {
  await opened();
  await press(element('button[aria-haspopup=dialog]', 'Nexon EV'));
  await until(dialog);
  const rows = [...dialog().querySelectorAll('[aria-pressed]')];
  expect(rows.map((row) => [row.querySelector('b')?.textContent, row.getAttribute('aria-pressed')])).toEqual([
    ['Nexon EV', 'true'],
    ['MG Comet', 'false'],
  ]);
});

test('choosing another vehicle sends it, loads the station again and closes the sheet [VSHEET-3, API-16, STATION-20]', async () => {
  await opened();
  await press(element('button[aria-haspopup=dialog]', 'Nexon EV'));
  await until(dialog);
  server.answers[GET] = stationReply({
    vehicles: [
      { ...nexon, default: 0 },
      { ...nexon, id: '8', vehicle_name: 'MG Comet' },
    ],
  });
  await press(element('[role=dialog] button', 'MG Comet'));
  await until(() => element('button[aria-haspopup=dialog]', 'MG Comet'));
  expect(server.bodies(CHOOSE)).toEqual([{ id: '8' }]);
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
});

test('a refused choice of the default vehicle shows the reason, and the sheet stays as it is [ERROR-1]', async () => {
  await opened();
  await press(element('button[aria-haspopup=dialog]', 'Nexon EV'));
  await until(dialog);
  server.answers[CHOOSE] = { success: false, message: 'That vehicle is not yours.', code: 'vehicle_unknown' };
  await press(element('[role=dialog] button', 'MG Comet'));
  await errorShown('That vehicle is not yours.');
  expect(server.bodies(CHOOSE)).toEqual([{ id: '8' }]);
  element('[role=dialog] button[aria-pressed=true]', 'Nexon EV');
  expect(server.asked.filter(({ call }) => call === GET)).toHaveLength(1);
});

test('without vehicles the sheet says so and leads to adding one [VSHEET-2, VSHEET-4]', async () => {
  await opened({ vehicles: [] });
  await press(element('button[aria-haspopup=dialog]', 'Choose a vehicle'));
  await until(dialog);
  expect(dialog().textContent).toContain('No vehicle added yet.');
  await press(element('[role=dialog] button', 'Add New'));
  await until(() => expect(here().path).toBe('/manage-vehicles'));
});

/** Adds a vehicle from the open sheet and comes back. */
const addNew = async () => {
  server.answers['GET /api-v1/user/get-all-vehicles'] = {
    success: true,
    vehicles: {
      Tata: [{ id: 'nexon', name: 'Nexon EV', vehicle_image: 'suv', battery_capacity: 45, connector_types: ['CCS2'] }],
    },
  };
  server.answers['GET /api-v1/user/vehicles'] = { success: true, vehicles: [] };
  server.answers['POST /api-v1/user/add-user-vehicle'] = { success: true, message: 'Vehicle added.' };
  await press(await until(() => element('[role=dialog] button', 'Add New')));
  await press(await until(() => element('[role=tabpanel] button', 'Nexon EV')));
  server.answers[GET] = stationReply({ vehicles: [nexon] });
  await press(element('button', 'Add Vehicle'));
  await fill(await until(() => element<HTMLInputElement>('[role=dialog] input')), 'KA05MR4521');
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => expect(here().path).toBe('/charger'));
};

test('a driver who adds the first vehicle from the sheet returns to the station, which has it as the default [VEHICLE-10]', async () => {
  await opened({ vehicles: [] });
  await press(element('button[aria-haspopup=dialog]', 'Choose a vehicle'));
  await addNew();
  await until(() => element('button[aria-haspopup=dialog]', 'Nexon EV'));
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('a driver with vehicles who adds one returns to the open sheet, which has it [VEHICLE-10]', async () => {
  await opened();
  await press(element('button[aria-haspopup=dialog]', 'Nexon EV'));
  await addNew();
  await until(() => element('[role=dialog] button[aria-pressed=true]', 'Nexon EV'));
  await press(element('[role=dialog] button[aria-label=Close]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await until(() => expect(document.activeElement).toBe(element('button[aria-haspopup=dialog]', 'Nexon EV')));
  // A closed sheet stays closed when the driver comes back.
  expect(here().state).toEqual({ station });
});

test('a charger describes its reliability in plain words, and leaves unknown figures out [TRUTH-1]', async () => {
  const worth = { usual_power: 46.2, works_percent: 94, reliable_percent: 96 };
  const record = { uptime_percent: 98, start_percent: 97, kept_percent: 100 };
  const { chargers = [] } = stationReply();
  const one = (more: object) => [{ ...(chargers[0] ?? expect.fail()), power_output: 60, ...more }];
  await opened({ chargers: one({ ...worth, ...record }) });
  await until(() => text().includes('46.2 of 60'));
  const figures = () => element('dl')?.parentElement?.textContent;
  expect(figures()).toBe(
    'Usually gives46.2 of 60\u202fkWReliable94%Working 98% of the time · 97 of 100 starts worked · no charge stopped early',
  );
  await change({ chargers: one({ reliable_percent: 96, start_percent: 100 }) });
  await until(() => figures() === 'Reliable96%every start worked');
  await change({ chargers: one({ uptime_percent: 99 }) });
  await until(() => text().includes('Working 99% of the time'));
  await change({ chargers: one({}) });
  await until(() => !text().includes('Working'));
});
