import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, until } from '@bijli/ui/testing/page';
import { storeUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';

const ADD = 'POST /api-v1/user/add-user-vehicle';
const vehicle = (id: string, name: string, vehicle_image = 'suv') => ({
  id,
  name,
  vehicle_image,
  battery_capacity: 45,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  storeUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    'GET /api-v1/user/get-all-vehicles': {
      success: true,
      vehicles: {
        Tata: [vehicle('nexon', 'Nexon EV'), vehicle('punch', 'Punch EV')],
        MG: [vehicle('comet', 'Comet', 'microcar')],
      },
    },
    [ADD]: { success: true, message: 'Vehicle added.' },
  });
  await open('/manage-vehicles');
  await until(() => element('button', 'Nexon EV'));
});
afterEach(async () => {
  await clear();
  await server.close();
});

const cards = () => [...document.querySelectorAll<HTMLElement>('[role=tabpanel] button')];
const addButton = () => element<HTMLButtonElement>('button', 'Add Vehicle');
const plate = () => element<HTMLInputElement>('[role=dialog] input');
const submit = () => press(element('[role=dialog] button[type=submit]'));
const openSheet = async () => {
  await press(element('button', 'Nexon EV'));
  await press(addButton());
  await until(plate);
};

test('there is a tab for each group, and the open one shows its vehicles with their drawings [VEHICLE-1, VEHICLE-2, API-24]', async () => {
  expect([...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual(['Tata', 'MG']);
  const drawings = () => cards().map((card) => card.querySelector<HTMLElement>('[data-drawing]')?.dataset['drawing']);
  expect(cards().map((card) => card.textContent)).toEqual(['Nexon EV45 kWh', 'Punch EV45 kWh']);
  expect(drawings()).toEqual(['suv', 'suv']);
  await press(element('[role=tab]', 'MG'));
  expect(cards().map((card) => card.textContent)).toEqual(['Comet45 kWh']);
  expect(drawings()).toEqual(['microcar']);
});

test('a tap selects, a second one deselects, and Add Vehicle follows [VEHICLE-3, VEHICLE-4]', async () => {
  expect(addButton().disabled).toBe(true);
  await press(element('button', 'Punch EV'));
  expect([addButton().disabled, element('[aria-pressed=true]').textContent]).toEqual([false, 'Punch EV45 kWh']);
  await press(element('button', 'Punch EV'));
  expect([addButton().disabled, document.querySelector('[aria-pressed=true]')]).toEqual([true, null]);
});

test.each(['DL1CAB1234', '22BH1234AA', 'MH12ABCDE1234', 'MH12AB12'])(
  '%s is refused in words and nothing is sent [VEHICLE-7, VEHICLE-8]',
  async (regno) => {
    await openSheet();
    await fill(plate(), regno);
    await submit();
    expect(element('[role=alert]').textContent).toBe('please enter valid registration no.');
    expect(server.bodies(ADD)).toEqual([]);
  },
);

test('Add Vehicle opens a sheet that asks for the registration number of the vehicle that was chosen [VEHICLE-5]', async () => {
  await press(element('button', 'Punch EV'));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press(addButton());
  await until(() => expect(document.activeElement).toBe(plate()));
  expect(element('[role=dialog] h2').textContent).toBe('Registration number');
  expect(plate().getAttribute('aria-label')).toBe('Vehicle registration number');
  expect(element('[role=dialog]').textContent).toContain('Punch EV');
});

test('typed text is tidied, sent with the vehicle, and then the sheet closes and the selection clears [VEHICLE-9, VEHICLE-10, API-25]', async () => {
  await openSheet();
  await fill(plate(), 'mh-12 ab 1234');
  expect(plate().value).toBe('MH12AB1234');
  await submit();
  await until(() => element('.Toastify__toast', 'Vehicle added.'));
  expect(server.bodies(ADD)).toEqual([{ regno: 'MH12AB1234', vehicle_id: 'nexon' }]);
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(addButton().disabled).toBe(true);
  // The button that opened the sheet cannot take the focus any more; what was chosen can.
  await until(() => expect(document.activeElement).toBe(element('[role=tabpanel] button', 'Nexon EV')));
  expect(here().path).toBe('/manage-vehicles');
});

test('a sheet that is closed without adding gives the focus back to the button that opened it', async () => {
  await press(element('button', 'Nexon EV'));
  addButton().focus();
  await press(addButton());
  await until(plate);
  await press(element('[role=dialog] button[aria-label=Close]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await until(() => expect(document.activeElement).toBe(addButton()));
});

test('a number that the server refuses leaves the sheet open [ERROR-1, API-25]', async () => {
  server.answers[ADD] = { success: false, message: 'You have that vehicle already.', code: 'vehicle_known' };
  await openSheet();
  await fill(plate(), 'MH12AB1234');
  await submit();
  await until(() => element('.Toastify__toast--error', 'You have that vehicle already.'));
  expect(plate().value).toBe('MH12AB1234');
});
