import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, until } from '@bijli/ui/testing/page';
import { noteSheetLeft } from '#device/charge-to-pay.ts';
import { keepUser } from '#device/stored-user.ts';
import { here, open, setSize } from '#testing/page.tsx';
import { nexon, station, stationReply } from '#testing/station-page.ts';
// Loaded before the clock of a test runs.
import '../StationScreen.tsx';

const GET = 'GET /api-v1/user/get-charger';
const START = 'POST /api-v1/user/transaction/remote-start';
const LAST = 'GET /api-v1/user/last-charge';
const refused = { success: false, message: 'The charger did not respond.', code: 'charger_silent' };

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [START]: { success: true, message: 'The charger is starting.', invoice_number: 'B-1' },
    [LAST]: { success: true, last_charge: null },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  localStorage.clear();
});

const dialog = () => element('[role=dialog]');
const slider = () => element<HTMLInputElement>('[role=dialog] input[type=range]');
const pay = () => element<HTMLButtonElement>('[role=dialog] button', 'Proceed to Pay');
const answers = () => [...dialog().querySelectorAll('dl > div')].map((line) => line.textContent);
const more = () => press(element('[role=dialog] button[aria-label=More]'));
const openSheet = async (details?: object) => {
  server.answers[GET] = stationReply(details);
  await open('/charger', { station });
  await press(await until(() => element('input[value="A:1"]')));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press(element('button', 'Charge Now'));
  await until(dialog);
};

test('the sheet opens by Charge Now and on units, which go from 0 to 40 [SHEET-1, SHEET-2, SHEET-5]', async () => {
  await openSheet();
  const tabs = [...document.querySelectorAll('[role=dialog] [role=tab]')];
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Units', 'Amount', 'Time', 'Percentage']);
  expect(element('[role=tab][aria-selected=true]').textContent).toBe('Units');
  const { value, min, max } = slider();
  expect([value, min, max]).toEqual(['0', '0', '40']);
});

/** 40 kWh and 60 kW, left at 34 % an hour ago. */
const known = { vehicles: [{ ...nexon, battery_capacity: 40, dc_max_power: 60 }], wallet: { balance: 1000 } };
const lately = (soc: number | null, hours = 1) => ({
  success: true,
  last_charge: { units: 12.3, soc_end: soc, ended_at: new Date(Date.now() - hours * 3_600_000).toISOString() },
});
const battery = () => element<HTMLInputElement>('[role=dialog] input:not([type=range])');

test('if 40 units end a choice before the battery does, the sheet says so before anything is chosen; the battery level can be typed', async () => {
  server.answers[LAST] = lately(3);
  const vehicles = [{ ...nexon, battery_capacity: 60, dc_max_power: 60 }];
  await openSheet({ vehicles, wallet: { balance: 5000 } });
  await press(element('[role=tab]', 'Percentage'));
  await until(() => expect(dialog().textContent).toContain('80% needs more than 40\u202FkWh, the most for one charge'));
  const field = battery();
  await until(() => expect(field.value).toBe('3'));
  act(() => field.focus());
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 1]);
});

test('a screen that becomes wider or narrower leaves the sheet open with its choice', async () => {
  server.answers[LAST] = lately(34);
  await openSheet(known);
  await press(element('[role=tab]', 'Percentage'));
  await press(await until(() => element('[role=dialog] button:not([disabled])', '80%')));
  for (const width of [1024, 390]) {
    act(() => setSize(width, 1024));
    await until(() => expect(document.querySelectorAll('nav a[href="/contact-us"]')).toHaveLength(width > 720 ? 1 : 0));
    element('main h1', 'Orion Avenue');
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(element('[role=tab][aria-selected=true]').textContent).toBe('Percentage');
    expect(slider().value).toBe('80');
  }
});

test('time goes up to 12 hours, the percentage of a known battery to 100, and both are sent as units [SHEET-3, SHEET-14, SHEET-18]', async () => {
  server.answers[START] = refused;
  server.answers[LAST] = lately(34);
  await openSheet(known);
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
  // A quarter of an hour at 48 of 60 kW; a hundredth of 40 kWh, and one to spare, with what is lost on the way, and
  // where to stop.
  await until(() =>
    expect(server.bodies(START)).toMatchObject([
      { charge_type: 'units', charging_value: 1 },
      { charge_type: 'units', charging_value: 12 },
      { charge_type: 'units', charging_value: 0.84, target_soc: 35 },
    ]),
  );
  expect(server.bodies(START)[1]).not.toHaveProperty('target_soc');
});

test('the sheet opens in the mode of the last charge on this device, if that mode is possible here', async () => {
  server.answers[LAST] = lately(34);
  await openSheet(known);
  await press(element('[role=tab]', 'Percentage'));
  // It can be chosen once the battery is known.
  await press(await until(() => element('[role=dialog] button:not([disabled])', '80%')));
  await press(pay());
  await until(() => expect(here().path).toBe('/next-charging'));
  await clear();
  await openSheet(known);
  const opened = () => element('[role=dialog] [role=tab][aria-selected=true]').textContent;
  expect([opened(), slider().value]).toEqual(['Percentage', '0']);
  await clear();
  await openSheet();
  expect(opened()).toBe('Units');
});

test('the sheet names the connector of a charger with several, and warns of slow charging above 80% while nobody told the level', async () => {
  await openSheet(known);
  expect(dialog().textContent).toContain('A · Connector 1 · CCS2');
  expect(dialog().textContent).not.toContain('above 80%');
  await more();
  expect(dialog().textContent).toContain('It takes longer if the battery gets above 80%');
  await clear();
  server.answers[LAST] = lately(34);
  await openSheet(known);
  await until(() => expect(dialog().textContent).toContain('34%'));
  await more();
  expect(dialog().textContent).not.toContain('above 80%');
});

test('before the battery level is typed the usual percentages lead to its field and are kept, even where one charge gives less', async () => {
  await openSheet({ vehicles: [{ ...nexon, battery_capacity: 55 }], wallet: { balance: 5000 } });
  await press(element('[role=tab]', 'Percentage'));
  const usual = [...dialog().querySelectorAll<HTMLButtonElement>('button[aria-pressed]')];
  expect(usual.map((chip) => [chip.textContent, chip.disabled])).toEqual([
    ['80%', false],
    ['90%', false],
    ['100%', false],
  ]);
  expect(answers()).toEqual(['Energy–', 'With GST₹0.00', 'Takes about–']);
  const marked = () => element('[role=dialog] [role=group]').className.includes('missing');
  expect(marked()).toBe(true);
  battery().blur();
  await more();
  expect(document.activeElement).toBe(battery());
  battery().blur();
  await press(element('[role=dialog] button', '90%'));
  expect(document.activeElement).toBe(battery());
  expect(pay().disabled).toBe(true);
  await fill(battery(), '60');
  expect(dialog().textContent).toContain('Charge to 90%');
  expect([marked(), pay().disabled]).toEqual([false, false]);
});

test('the battery level starts at the end of a recent last charge, else percentage waits for the driver [SHEET-18]', async () => {
  server.answers[LAST] = lately(34, 13);
  await openSheet(known);
  await press(element('[role=tab]', 'Percentage'));
  expect(battery().value).toBe('');
  expect(slider().disabled).toBe(true);
  expect(dialog().textContent).toContain('Enter your battery level above');
  // The battery is asked for first, and no choice of one tap comes or goes with it.
  const chips = () =>
    [...document.querySelectorAll('[role=dialog] button')]
      .map((each) => each.textContent)
      .filter((text) => /^\d+%$/.test(text));
  expect(battery().compareDocumentPosition(slider()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(chips()).toEqual(['80%', '90%', '100%']);
  // A letter is no 0.
  await fill(battery(), 'x');
  expect([battery().value, slider().disabled]).toEqual(['', true]);
  await fill(battery(), '50');
  expect(slider().disabled).toBe(false);
  await press(element('[role=dialog] button', '80%'));
  expect(dialog().textContent).toContain('Charge to 80%, good for the battery');
  // 30 % of 40 kWh, and one to spare, with what is lost on the way, at 48 kW.
  expect(answers()).toEqual(['Energy13.05\u202FkWh', 'With GST₹230.99', 'Takes about16\u202Fmin']);
  expect(dialog().textContent).toContain('Includes about 5% that is lost while charging, and 1% extra to be safe');
  expect(dialog().textContent).not.toContain('How fast it charges');
  await fill(battery(), '80');
  expect(chips()).toEqual(['80%', '90%', '100%']);
  expect(dialog().textContent).toContain('Your battery is at 80% already');
  expect(pay().disabled).toBe(true);
});

test('a level from the last charge says its age, until the driver has entered one', async () => {
  server.answers[LAST] = lately(34);
  await openSheet(known);
  await until(() => expect(dialog().textContent).toContain('Battery now 34% · by your last charge'));
  await press(element('[role=tab]', 'Percentage'));
  await until(() => expect(dialog().textContent).toContain('after your last charge, 1\u202Fh ago'));
  await fill(battery(), '30');
  expect(dialog().textContent).toContain('as on your dashboard');
  expect(dialog().textContent).not.toContain('last charge');
});

test('a driver who enters the battery level gets a suggested choice; another tab begins at 0 again [SHEET-4, SHEET-18]', async () => {
  await openSheet(known);
  const percentage = element('[role=tab]', 'Percentage');
  // By a finger, which a key that passes over it is not.
  await act(async () => percentage.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  await press(percentage);
  await until(() => expect(document.activeElement).toBe(battery()));
  expect(slider().value).toBe('0');
  await fill(battery(), '3');
  await fill(battery(), '34');
  expect(slider().value).toBe('80');
  await fill(battery(), '85');
  expect(slider().value).toBe('90');
  await press(element('[role=dialog] button', '100%'));
  await fill(battery(), '50');
  expect(slider().value).toBe('100');
  await press(element('[role=tab]', 'Units'));
  await press(percentage);
  expect([battery().value, slider().value]).toEqual(['50', '0']);
  expect(dialog().textContent).toContain('Choose how far to charge');
});

test('a choice beyond one charge is explained with the reason', async () => {
  server.answers[LAST] = lately(5);
  await openSheet({ vehicles: [{ ...nexon, battery_capacity: 60 }] });
  await press(element('[role=tab]', 'Percentage'));
  await fill(battery(), '5');
  expect([...dialog().querySelectorAll('[aria-pressed]')].map(({ textContent }) => textContent)).toEqual(['67%']);
  expect(dialog().textContent).toContain('80% needs more than 40\u202FkWh, the most for one charge');
});

test('the limit of one charge is said once in every tab, and an amount always says that GST is not in it', async () => {
  await openSheet({ wallet: { balance: 5000 } });
  const limits = () => dialog().textContent.split('the most for one charge').length - 1;
  for (const mode of ['Time', 'Amount']) {
    await press(element('[role=tab]', mode));
    expect(limits(), mode).toBe(1);
    const track = slider();
    act(() => track.focus());
    await act(async () => track.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true })));
    expect(limits(), `${mode}, at its end`).toBe(1);
  }
  expect(answers().slice(0, 2)).toEqual(['Energy40\u202FkWh', 'With GST₹708.00']);
  expect(dialog().textContent).toContain('before GST');
  await press(element('[role=tab]', 'Units'));
  expect(limits()).toBe(0);
});

test('the part of the slider that the car cannot take is named by the room that is left', async () => {
  await openSheet({ ...known, vehicles: [{ ...nexon, battery_capacity: 24, dc_max_power: 60 }] });
  await until(() => expect(dialog().textContent).toContain('More than your battery holds'));
  await clear();
  server.answers[LAST] = lately(34);
  await openSheet(known);
  await until(() => expect(dialog().textContent).toContain('More than still fits in your battery'));
});

test('for a car of unknown size the sheet says why it has no percentage, and suggests the units of last time', async () => {
  server.answers[LAST] = lately(null);
  await openSheet();
  await press(await until(() => element('[role=dialog] button', '12\u202FkWh')));
  expect(dialog().textContent).toContain('Same as last time');
  await press(element('[role=tab]', 'Percentage'));
  expect(dialog().textContent).toContain('We don’t know your car’s battery size.');
  expect(slider().disabled).toBe(true);
  expect(pay().disabled).toBe(true);
  await press(element('[role=dialog] button', 'Tell us'));
  await until(() => expect(here()).toMatchObject({ path: '/manage-vehicles', state: { tell: '7' } }));
});

test('if the car can use less power than the plug gives, the sheet shows what it gets, like the station', async () => {
  await openSheet({ vehicles: [{ ...nexon, dc_max_power: 50 }] });
  expect(dialog().textContent).toContain('CCS2 · 50\u202FkW for your car · ₹15.00/kWh +\u00A0GST');
});

test('the sheet shows the balance before tax, and without a choice nothing can be paid [SHEET-9, SHEET-21, API-14]', async () => {
  await openSheet();
  expect(dialog().textContent).toContain('Wallet ₹500.00You can spend ₹423.50 before GST');
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
    'Percentage',
    'Less',
    'More',
    '5\u202FkWh',
    '10\u202FkWh',
    '20\u202FkWh',
    'Proceed to Pay₹17.70',
  ]);
  expect(dialog().querySelectorAll('a, select, input:not([type=range])')).toHaveLength(0);
  expect(dialog().textContent).toContain(
    'We hold this amount first. You pay only for what you use; the rest comes back.',
  );
});

test('the sheet shows energy, the estimate with tax and the time, in units and in rupees [SHEET-6, SHEET-7, SHEET-8]', async () => {
  await openSheet();
  for (let presses = 0; presses < 10; presses += 1) await more();
  // At 40 of 50 kW, since nobody knows what the car takes.
  expect(answers()).toEqual(['Energy10\u202FkWh', 'With GST₹177.00', 'Takes about15\u202Fmin']);
  expect(dialog().textContent).toContain('How fast it charges depends on your car, so the time is a rough guess.');
  await press(element('[role=tab]', 'Amount'));
  expect(slider().max).toBe('423.5');
  expect(dialog().textContent).toContain('before GST');
  expect(pay().textContent).toBe('Proceed to Pay');
  for (let presses = 0; presses < 10; presses += 1) await more();
  expect(answers()).toEqual(['Energy6.67\u202FkWh', 'With GST₹118.00', 'Takes about10\u202Fmin']);
  // What is paid stands at the amount, and on the button when it is exact.
  expect(dialog().textContent).toContain('before GST. You pay about ₹118.00');
  // What is held differs from it by some paise.
  expect(pay().textContent).toBe('Proceed to Pay');
  for (let presses = 0; presses < 5; presses += 1) await more();
  expect(dialog().textContent).toContain('before GST. You pay ₹177.00');
  expect(pay().textContent).toBe('Proceed to Pay₹177.00');
});

test('a free charger says so, and charges for ₹0.00 by units; one without a price does not charge', async () => {
  const { chargers } = stationReply();
  const priced = (price_known: boolean) => ({
    chargers: chargers.map((one) => ({ ...one, price_per_unit: 0, price_known })),
  });
  server.answers[START] = refused;
  await openSheet(priced(true));
  expect(dialog().textContent).toContain('60\u202FkW · Free charging');
  expect([...dialog().querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).not.toContain('Amount');
  await more();
  expect(answers().slice(0, 2)).toEqual(['Energy1\u202FkWh', 'With GST₹0.00']);
  await press(pay());
  await until(() => expect(server.bodies(START)).toMatchObject([{ charging_value: 1 }]));
  await clear();
  await openSheet(priced(false));
  await more();
  expect(dialog().textContent).toContain('This charger has no price yet');
  expect(pay().disabled).toBe(true);
});

test('a new tab sets value and estimate back to 0 [SHEET-4]', async () => {
  await openSheet();
  await more();
  expect(answers()[1]).toBe('With GST₹17.70');
  await press(element('[role=tab]', 'Amount'));
  expect(answers()).toEqual(['Energy–', 'With GST₹0.00', 'Takes about–']);
  expect(slider().value).toBe('0');
  expect(pay().disabled).toBe(true);
});

test('paying sends the units and opens the charging screen with the parameters [SHEET-15, SHEET-16, CHARGE-1]', async () => {
  await openSheet();
  await press(element('[role=tab]', 'Amount'));
  for (let presses = 0; presses < 10; presses += 1) await more();
  expect(answers()[1]).toBe('With GST₹118.00');
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

test('a sheet that was left for the wallet does not open again once its charge has started', async () => {
  server.answers[GET] = stationReply();
  noteSheetLeft('s1');
  const asLeft = { sheet: 'charge', choice: { connector_id: 'A:1', mode: 'units', value: 5000 } };
  await open('/charger?id=s1', asLeft);
  await press(await until(pay));
  await until(() => expect(here().path).toBe('/next-charging'));
  await clear();
  await open('/charger?id=s1', asLeft);
  await until(() => element('input[value="A:1"]'));
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('the selected connector is requested under its charger [ENTITY-4]', async () => {
  await openSheet();
  await more();
  await press(pay());
  await until(() => expect(server.bodies(START)).toMatchObject([{ charger_id: 'A', connector_id: 'A:1' }]));
});

test('a refused start shows the reason and the sheet stays [SHEET-17, ERROR-1]', async () => {
  server.answers[START] = refused;
  await openSheet();
  await more();
  await press(pay());
  await until(() => element('.Toastify__toast--error', 'The charger did not respond.'));
  await until(() => expect([here().path, pay().disabled]).toEqual(['/charger', false]));
});

test('while one start is being requested no other can be paid, not even with another value [SHEET-21, SHEET-15, API-17]', async () => {
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

test('the thumb stops at the wallet’s limit, and an estimate above the balance cannot be paid: it leads to the wallet [SHEET-21]', async () => {
  await openSheet({ wallet: { balance: 60 } });
  for (let presses = 0; presses < 5; presses += 1) await more();
  expect(answers().slice(0, 2)).toEqual(['Energy3.38\u202FkWh', 'With GST₹59.82']);
  expect(dialog().textContent).toContain('All that your wallet pays for');
  expect(pay().disabled).toBe(false);
  await press(element('[role=dialog] button', '10\u202FkWh'));
  expect(dialog().textContent).toContain('Add ₹117.00: your wallet has ₹60.00');
  expect(dialog().textContent).toContain('More than your wallet pays for');
  // From there it goes on by steps, too.
  await more();
  expect(answers()[0]).toBe('Energy11\u202FkWh');
  expect(dialog().textContent).not.toContain('Proceed to Pay');
  await press(element('[role=dialog] button', 'Add Credits'));
  await until(() => expect(here()).toMatchObject({ path: '/wallet', state: { popopen: true } }));
});

test('at a balance of 50 the sheet offers credits instead of payment [SHEET-1, SHEET-10, SHEET-13]', async () => {
  await openSheet({ wallet: { balance: 50 } });
  expect(dialog().textContent).toContain('Please add ₹50.00 to your wallet, for seamless charging.');
  expect(element('[role=dialog] button', 'Add Credits')).toBeDefined();
  expect(dialog().textContent).not.toContain('Proceed to Pay');
  // Before anything is chosen there is nothing to estimate.
  expect(answers()).toEqual([]);
  await press(element('[role=dialog] button', '20\u202FkWh'));
  expect(answers()[1]).toBe('With GST₹354.00');
  // The box asks for one amount only, whatever is chosen, and is above the button, which cuts off nothing of it.
  const box = element('[role=dialog] [class*=low]', 'Please add');
  expect(box.textContent).toContain('Wallet ₹50.00Ready for charging 0 CreditsPlease add ₹50.00');
  expect(box.parentElement).toBe(element('[role=dialog] button', 'Add Credits').parentElement);
  const hint = element('[role=dialog] p', 'It is not a fee').textContent;
  expect(hint).toMatch(/^It is not a fee: 1 credit = ₹1,/);
  expect(hint).not.toMatch(/₹(?!1,)/);
});

test('with a paisa more than 50 in the wallet the sheet offers to pay [STATION-19, SHEET-10, SHEET-19]', async () => {
  await openSheet({ wallet: { balance: 50.01 } });
  await more();
  expect(pay().disabled).toBe(false);
  expect(dialog().textContent).not.toContain('Please add');
});

test('an empty wallet says why no amount can be chosen', async () => {
  await openSheet({ wallet: { balance: 0 } });
  await press(element('[role=tab]', 'Amount'));
  expect(dialog().textContent).toContain('Your wallet is empty. Add credits, or choose by units.');
});

test('with too little the sheet shows 0 Credits, and Add Credits opens the wallet’s own sheet [SHEET-11, SHEET-12, SHEET-20]', async () => {
  await openSheet({ wallet: { balance: 50 } });
  expect(dialog().textContent).toContain('0 Credits');
  expect(dialog().textContent).not.toContain('Proceed to Pay');
  await press(element('[role=dialog] button', '10\u202FkWh'));
  await press(element('[role=dialog] button', 'Add Credits'));
  await until(() =>
    expect(here()).toEqual({
      path: '/wallet',
      state: {
        popopen: true,
        charge: {
          property_id: 's1',
          choice: { connector_id: 'A:1', mode: 'units', value: 10_000 },
          total_paise: 17_700,
          what: '10\u202FkWh · ₹177.00',
          where: 'Orion Avenue, A',
        },
      },
    }),
  );
});
