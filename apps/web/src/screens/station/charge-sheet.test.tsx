import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { storeUser } from '#device/stored-user.ts';
import { here, open } from '#testing/page.tsx';
import { nexon, station, stationReply } from '#testing/station-page.ts';

const GET = 'GET /api-v1/user/get-charger';
const START = 'POST /api-v1/user/transaction/remote-start';
const refused = { success: false, message: 'The charger did not respond.', code: 'charger_silent' };

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  storeUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [START]: { success: true, message: 'The charger is starting.', invoice_number: 'B-1' },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

const dialog = () => element('[role=dialog]');
const slider = () => element<HTMLInputElement>('[role=dialog] input[type=range]');
const pay = () => element<HTMLButtonElement>('[role=dialog] button', 'Proceed to Pay');
const more = () => press(element('[role=dialog] button[aria-label=More]'));
const openSheet = async (facts?: object) => {
  server.answers[GET] = stationReply(facts);
  await open('/charger', { station });
  await press(await until(() => element('input[value="A:1"]')));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press(element('button', 'Charge Now'));
  await until(dialog);
};

test('the sheet opens by Charge Now and on units, which go from 0 to 40 [SHEET-1, SHEET-2, SHEET-5]', async () => {
  await openSheet();
  const tabs = [...document.querySelectorAll('[role=dialog] [role=tab]')];
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Units', 'Amount', 'Time']);
  expect(element('[role=tab][aria-selected=true]').textContent).toBe('Units');
  const { value, min, max } = slider();
  expect([value, min, max]).toEqual(['0', '0', '40']);
});

test('time goes to 12 hours, the percentage of a known battery to 100, and both are sent as the units they come to [SHEET-3, SHEET-14, SHEET-18]', async () => {
  server.answers[START] = refused;
  await openSheet({ vehicles: [{ ...nexon, battery_capacity: 40 }], wallet: { balance: 1000 } });
  const tabs = [...document.querySelectorAll('[role=dialog] [role=tab]')];
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Units', 'Amount', 'Time', 'Percentage']);
  await more();
  await press(pay());
  let asked = 0;
  for (const [mode, max] of [
    ['Time', '12'],
    ['Percentage', '100'],
  ] as const) {
    asked += 1;
    await until(() => expect(server.bodies(START)).toHaveLength(asked));
    await until(pay);
    await press(element('[role=tab]', mode));
    expect(slider().max).toBe(max);
    await more();
    await press(pay());
  }
  // 60 kW for a quarter of an hour, a hundredth of 40 kWh.
  await until(() =>
    expect(server.bodies(START)).toMatchObject(
      [1, 15, 0.4].map((charging_value) => ({ charge_type: 'units', charging_value })),
    ),
  );
});

test('the sheet shows the balance before tax, and nothing chosen cannot be paid [SHEET-9, SHEET-21, API-14]', async () => {
  await openSheet();
  expect(dialog().textContent).toContain('₹423.50');
  expect(pay().disabled).toBe(true);
});

test('the wallet is the only way to pay that the sheet offers [SCOPE-7]', async () => {
  await openSheet();
  await more();
  const buttons = [...dialog().querySelectorAll('button')];
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'Close',
    'Units',
    'Amount',
    'Time',
    'Less',
    'More',
    'Proceed to Pay',
  ]);
  expect(dialog().querySelectorAll('a, select, input:not([type=range])')).toHaveLength(0);
  expect(dialog().textContent).toContain('The estimate is held in your wallet.');
});

test('the sheet shows the price before tax, the tax on it and the estimate, in units and in rupees [SHEET-6, SHEET-7, SHEET-8]', async () => {
  await openSheet();
  const sum = () => [...dialog().querySelectorAll('dl > div')].map((line) => line.textContent);
  for (let presses = 0; presses < 10; presses += 1) await more();
  expect(sum()).toEqual(['10 units × ₹15.00₹150.00', 'GST 18 %₹27.00', 'Estimate₹177.00']);
  await press(element('[role=tab]', 'Amount'));
  expect(slider().max).toBe('423.5');
  for (let presses = 0; presses < 10; presses += 1) await more();
  expect(sum()).toEqual(['Amount₹100.00', 'GST 18 %₹18.00', 'Estimate₹118.00']);
});

test('a new tab sets value and estimate back to 0 [SHEET-4]', async () => {
  await openSheet();
  await more();
  expect(dialog().textContent).toContain('Estimate₹17.70');
  await press(element('[role=tab]', 'Amount'));
  expect(dialog().textContent).toContain('Estimate₹0.00');
  expect(slider().value).toBe('0');
  expect(pay().disabled).toBe(true);
});

test('paying sends the units and opens the charging screen with the parameters [SHEET-15, SHEET-16, CHARGE-1]', async () => {
  await openSheet();
  await press(element('[role=tab]', 'Amount'));
  for (let presses = 0; presses < 10; presses += 1) await more();
  expect(dialog().textContent).toContain('Estimate₹118.00');
  // Twice in one go, as a hurried thumb does.
  await act(async () => [pay(), pay()].forEach((button) => button.click()));
  await until(() => expect(here().path).toBe('/next-charging'));
  const params = {
    charge_type: 'units',
    charging_value: 6.67,
    charger_id: 'A',
    connector_id: 'A:1',
    oem_connector_number: 1,
  };
  expect(server.bodies(START)).toEqual([params]);
  expect(here().state).toEqual({ params, property_id: 's1' });
});

test('the connector that was selected is asked for under its charger [ENTITY-4]', async () => {
  await openSheet();
  await more();
  await press(pay());
  await until(() => expect(server.bodies(START)).toMatchObject([{ charger_id: 'A', connector_id: 'A:1' }]));
});

test('a refused start is told and the sheet stays [SHEET-17, ERROR-1]', async () => {
  server.answers[START] = refused;
  await openSheet();
  await more();
  await press(pay());
  await until(() => element('.Toastify__toast--error', 'The charger did not respond.'));
  await until(() => expect([here().path, pay().disabled]).toEqual(['/charger', false]));
});

test('while one start is asked for no other can be paid, not even one of another value [SHEET-21, SHEET-15, API-17]', async () => {
  const started = Promise.withResolvers<unknown>();
  server.answers[START] = started.promise;
  await openSheet();
  await more();
  await press(pay());
  const asking = await until(() => element('[role=dialog] button', 'Asking…'));
  expect(asking.getAttribute('aria-busy')).toBe('true');
  await more();
  await press(asking);
  started.resolve(refused);
  await until(pay);
  server.answers[START] = { success: true, message: '', invoice_number: 'BK1' };
  await press(pay());
  await until(() => expect(here().path).toBe('/next-charging'));
  const connector = { charger_id: 'A', connector_id: 'A:1', oem_connector_number: 1 };
  expect(server.bodies(START)).toEqual([
    { charge_type: 'units', charging_value: 1, ...connector },
    { charge_type: 'units', charging_value: 2, ...connector },
  ]);
});

test('an estimate above the balance cannot be paid [SHEET-21]', async () => {
  await openSheet({ wallet: { balance: 60 } });
  for (let presses = 0; presses < 3; presses += 1) await more();
  expect(pay().disabled).toBe(false);
  await more();
  expect(dialog().textContent).toContain('More than the ₹60.00 in your wallet.');
  expect(pay().disabled).toBe(true);
});

test('at a balance of 50 the sheet asks for credits in place of payment [SHEET-1, SHEET-10, SHEET-13]', async () => {
  await openSheet({ wallet: { balance: 50 } });
  expect(dialog().textContent).toContain('Please add ₹50.00 to your wallet, for seamless charging.');
  expect(element('[role=dialog] button', 'Add Credits')).toBeDefined();
  expect(dialog().textContent).not.toContain('Proceed to Pay');
});

test('with a paisa more than 50 in the wallet the sheet offers to pay [STATION-19, SHEET-10, SHEET-19]', async () => {
  await openSheet({ wallet: { balance: 50.01 } });
  await more();
  expect(pay().disabled).toBe(false);
  expect(dialog().textContent).not.toContain('Please add');
});

test('without enough the sheet shows 0 Credits, and Add Credits opens the wallet’s own sheet [SHEET-11, SHEET-12, SHEET-20]', async () => {
  await openSheet({ wallet: { balance: 50 } });
  expect(dialog().textContent).toContain('0 Credits');
  expect(dialog().textContent).not.toContain('Proceed to Pay');
  await press(element('[role=dialog] button', 'Add Credits'));
  await until(() => expect(here()).toEqual({ path: '/wallet', state: { popopen: true } }));
});
