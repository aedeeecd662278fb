import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, until } from '@bijli/ui/testing/page';
import { keepStationFilter, storedStationFilter } from '#device/stored-filter.ts';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';

const ADD = 'POST /api-v1/user/add-user-vehicle';
const vehicle = (id: string, name: string, details: object = {}) => ({
  id,
  name,
  vehicle_image: 'suv',
  battery_capacity: 45,
  connector_types: ['CCS2'],
  ...details,
});

const OWN = 'GET /api-v1/user/vehicles';
const own = (id: string, vehicle_name: string, details: object = {}) => ({
  id,
  vehicle_id: 'nexon',
  vehicle_name,
  vehicle_image: 'suv',
  vehicle_registration_number: `KA05MR452${id}`,
  default: 0,
  battery_capacity: 45,
  connector_types: ['CCS2', 'Type 2'],
  ...details,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    'GET /api-v1/user/get-all-vehicles': {
      success: true,
      vehicles: {
        Tata: [
          vehicle('nexon', 'Nexon EV Max', { variant: 'Max', launch_year: 2022 }),
          vehicle('punch', 'Punch EV', { connector_types: undefined }),
        ],
        MG: [vehicle('comet', 'Comet', { vehicle_image: 'microcar' })],
      },
    },
    [ADD]: { success: true, message: 'Vehicle added.' },
    [OWN]: { success: true, vehicles: [] },
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
  expect(cards().map((card) => card.textContent)).toEqual([
    'Nexon EV Max 45\u202FkWh Since 2022',
    'Punch EV 45\u202FkWh',
  ]);
  expect(drawings()).toEqual(['suv', 'suv']);
  // Both have the same body but different paint.
  const paints = cards().map((card) => card.querySelector<HTMLElement>('[data-paint]')?.dataset['paint']);
  expect(new Set(paints).size).toBe(2);
  await press(element('[role=tab]', 'MG'));
  expect(cards().map((card) => card.textContent)).toEqual(['Comet 45\u202FkWh']);
  expect(drawings()).toEqual(['microcar']);
});

test('a search finds vehicles of every make, and says when there are none', async () => {
  const search = element<HTMLInputElement>('input[type=search]');
  await fill(search, 'ev pun');
  expect(cards().map((card) => card.textContent)).toEqual(['Punch EV 45\u202FkWh']);
  await fill(search, 'comet');
  expect(cards()).toHaveLength(1);
  await fill(search, 'tractor');
  expect(element('[role=tabpanel]').textContent).toBe('No vehicle found. Try the make alone.');
  await fill(search, '');
  expect(cards()).toHaveLength(2);
});

test('what was searched for is forgotten once it is added', async () => {
  await fill(element<HTMLInputElement>('input[type=search]'), 'nexon');
  await openSheet();
  await fill(plate(), 'KA05MR4521');
  server.answers[OWN] = { success: true, vehicles: [own('1', 'Nexon EV', { default: 1 })] };
  await submit();
  await until(() => expect(element<HTMLInputElement>('input[type=search]').value).toBe(''));
});

test.each(['station', 'map'])(
  'a driver who comes from the %s to add a vehicle returns there afterwards',
  async (fromScreen) => {
    await clear();
    await open('/manage-vehicles', { fromScreen }, '/profile');
    await until(() => element('button', 'Nexon EV'));
    await openSheet();
    await fill(plate(), 'KA05MR4521');
    await submit();
    await until(() => expect(here().path).toBe('/profile'));
  },
);

test('a tap selects, a second one deselects, and Add Vehicle follows [VEHICLE-3, VEHICLE-4]', async () => {
  expect(addButton().disabled).toBe(true);
  await press(element('button', 'Punch EV'));
  expect([addButton().disabled, element('[aria-pressed=true]').textContent]).toEqual([false, 'Punch EV 45\u202FkWh']);
  await press(element('button', 'Punch EV'));
  expect([addButton().disabled, document.querySelector('[aria-pressed=true]')]).toEqual([true, null]);
});

test.each(['DL1CAB1234', '22BH1234AA', 'MH12ABCDE1234', 'MH12AB12'])(
  '%s is refused with a sentence and nothing is sent [VEHICLE-7, VEHICLE-8]',
  async (regno) => {
    await openSheet();
    await fill(plate(), regno);
    await submit();
    expect(element('[role=alert]').textContent).toBe(
      'please enter valid registration no.As on your number plate, such as KA 01 AB 1234',
    );
    expect(server.bodies(ADD)).toEqual([]);
  },
);

test('a number that was refused for one vehicle is not shown for another', async () => {
  await openSheet();
  await fill(plate(), 'DL1CAB1234');
  await submit();
  element('[role=alert]');
  await press(element('[role=dialog] button[aria-label=Close]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await press(element('button', 'Punch EV'));
  await press(addButton());
  await until(plate);
  expect([plate().value, document.querySelector('[role=alert]')]).toEqual(['', null]);
});

test('Add Vehicle opens a sheet for the registration number of the chosen vehicle [VEHICLE-5]', async () => {
  await press(element('button', 'Punch EV'));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await press(addButton());
  await until(() => expect(document.activeElement).toBe(plate()));
  expect(element('[role=dialog] h2').textContent).toBe('Registration number');
  expect(plate().getAttribute('aria-label')).toBe('Vehicle registration number');
  expect(element('[role=dialog]').textContent).toContain('Punch EV');
});

test('typed text is normalized, sent with the vehicle, and then the sheet closes and the selection clears [VEHICLE-9, VEHICLE-10, API-25]', async () => {
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await openSheet();
  await fill(plate(), 'mh-12 ab 1234');
  expect(plate().value).toBe('MH12AB1234');
  server.answers[OWN] = { success: true, vehicles: [own('1', 'Nexon EV', { default: 1 })] };
  await submit();
  await until(() => element('.Toastify__toast', 'Vehicle added.'));
  expect(server.bodies(ADD)).toEqual([{ regno: 'MH12AB1234', vehicle_id: 'nexon' }]);
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(addButton().disabled).toBe(true);
  // The button that opened the sheet is disabled now, so focus goes to the heading above the new vehicle, and it is
  // scrolled into view.
  await until(() => expect(document.activeElement?.textContent).toBe('My vehicles'));
  expect(shown.mock.contexts).toContain(document.activeElement);
  expect(here().path).toBe('/manage-vehicles');
});

test('the first vehicle is the default without a question; a later one is made it by the tap that adds it', async () => {
  await openSheet();
  expect(document.querySelector('[role=dialog]')?.textContent).not.toContain('Add as default vehicle');
  await clear();
  server.answers[OWN] = { success: true, vehicles: [own('1', 'Nexon EV', { default: 1 })] };
  await open('/manage-vehicles');
  await press(await until(() => element('[role=tabpanel] button', 'Punch EV')));
  await press(addButton());
  await fill(await until(plate), 'MH12AB1234');
  expect(element('[role=dialog]').textContent).toContain('plug unknown');
  await press(element('[role=dialog] button', 'Add as default vehicle'));
  await until(() => element('.Toastify__toast', 'Vehicle added.'));
  expect(server.bodies(ADD)).toEqual([{ regno: 'MH12AB1234', vehicle_id: 'punch', default: true }]);
});

test('for a vehicle with an unknown plug the page asks for it as soon as it is added', async () => {
  await press(element('button', 'Punch EV'));
  await press(addButton());
  await fill(await until(plate), 'MH12AB1234');
  const unknown = { connector_types: undefined, for_driver_to_tell: ['connector_types'] };
  server.answers[OWN] = { success: true, vehicles: [own('1', 'Punch EV', { default: 1, ...unknown })] };
  await submit();
  await until(() => element('[role=dialog] h2', 'Plug and battery'));
  await press(element('[role=dialog] button[aria-label=Close]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
});

test('a sheet that is closed without adding returns the focus to its button', async () => {
  await press(element('button', 'Nexon EV'));
  addButton().focus();
  await press(addButton());
  await until(plate);
  await press(element('[role=dialog] button[aria-label=Close]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await until(() => expect(document.activeElement).toBe(addButton()));
});

test('a number that the server refuses leaves the sheet open, and the reason stays at the field [ERROR-1, API-25]', async () => {
  server.answers[ADD] = { success: false, message: 'You have that vehicle already.', code: 'vehicle_known' };
  await openSheet();
  await fill(plate(), 'MH12AB1234');
  await submit();
  await until(() => element('.Toastify__toast--error', 'You have that vehicle already.'));
  expect(plate().value).toBe('MH12AB1234');
  const said = () => element('[role=dialog] form').textContent;
  await until(() => expect(said()).toContain('You have that vehicle already.'));
  await fill(plate(), 'MH12AB1235');
  await until(() => expect(said()).not.toContain('You have that vehicle already.'));
});

test('a key that is pressed while the number is sent does not lose the answer', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  server.answers[ADD] = promise;
  await openSheet();
  await fill(plate(), 'MH12AB1234');
  await submit();
  await fill(plate(), 'MH12AB12345');
  resolve({ success: false, message: 'You have that vehicle already.', code: 'vehicle_known' });
  await until(() => expect(element('[role=dialog] form').textContent).toContain('You have that vehicle already.'));
});

describe('the driver’s own vehicles', () => {
  const rows = () => [...document.querySelectorAll<HTMLElement>('section[aria-labelledby] li')];
  const change = (id: string) => `POST /api-v1/user/vehicles/${id}`;
  const tiago = { model_name: 'Tiago EV' };

  beforeEach(async () => {
    const vehicles = [own('1', 'Nexon EV', { default: 1 }), own('2', 'Amma’s Tiago', tiago)];
    Object.assign(server.answers, {
      [OWN]: { success: true, vehicles },
      'POST /api-v1/user/add-default-vehicle': { success: true, message: 'Default vehicle changed.' },
      [change('2')]: { success: true, message: 'Vehicle saved.' },
      'DELETE /api-v1/user/vehicles/1': { success: true, message: 'Vehicle removed.' },
      'DELETE /api-v1/user/vehicles/2': { success: true, message: 'Vehicle removed.' },
    });
    await clear();
    await open('/manage-vehicles');
    await until(() => expect(rows()).toHaveLength(2));
  });

  const menu = async () => {
    await press(element('button[aria-label="Change Amma’s Tiago"]'));
    await until(() => element('[role=dialog] h2', 'Amma’s Tiago'));
  };
  const choose = (row: string) => press(element('[role=dialog] button', row));
  const closed = () => until(() => expect(document.querySelector('[role=dialog]')).toBeNull());

  test('come first, with battery, plugs, number plate and the default marked', () => {
    expect(rows().map((row) => row.textContent)).toEqual([
      'Nexon EV45\u202FkWh · CCS2, Type\u00A02KA 05 MR 4521Default',
      'Amma’s Tiago45\u202FkWh · CCS2, Type\u00A02KA 05 MR 4522Make default',
    ]);
  });

  test('include a default, which is changed with one tap in the list or in a menu', async () => {
    server.answers[OWN] = {
      success: true,
      vehicles: [own('1', 'Nexon EV'), own('2', 'Amma’s Tiago', { ...tiago, default: 1 })],
    };
    const button = element('main li button', 'Make default');
    button.focus();
    await press(button);
    await until(() => expect(server.bodies('POST /api-v1/user/add-default-vehicle')).toEqual([{ id: '2' }]));
    // The button goes; the focus stays in its row, and the row in its place.
    await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Change Amma’s Tiago'));
    expect(rows().map((row) => row.textContent?.includes('Make default'))).toEqual([true, false]);
    server.answers[OWN] = {
      success: true,
      vehicles: [own('1', 'Nexon EV', { default: 1 }), own('2', 'Amma’s Tiago', tiago)],
    };
    await clear();
    await open('/manage-vehicles');
    await until(() => expect(rows()).toHaveLength(2));
    await menu();
    expect(element('[role=dialog]').textContent).toContain('Tiago EV · KA 05 MR 4522');
    await choose('Make default');
    await closed();
    expect(server.bodies('POST /api-v1/user/add-default-vehicle')).toEqual([{ id: '2' }, { id: '2' }]);
  });

  test('a station filter for the default vehicle follows it; one for another vehicle stays, until that is removed', async () => {
    const filtered = () => storedStationFilter().vehicle;
    const answerWith = (defaultId: string, ...ids: string[]) => {
      const vehicles = ids.map((id) => own(id, `Car ${id}`, { default: id === defaultId ? 1 : 0 }));
      server.answers[OWN] = { success: true, vehicles };
    };
    keepStationFilter({ available: ['1'], vehicle: ['1'] });
    answerWith('2', '1', '2');
    await press(element('main li button', 'Make default'));
    await until(() => expect(filtered()).toEqual(['2']));
    expect(storedStationFilter().available).toEqual(['1']);
    await until(() => expect(rows()[1]?.textContent).toContain('Car 2'));

    keepStationFilter({ vehicle: ['1'] });
    answerWith('1', '1', '2');
    await press(element('main li button', 'Make default'));
    await until(() => expect(rows()[1]?.textContent).toContain('Make default'));
    expect(filtered()).toEqual(['1']);

    keepStationFilter({ vehicle: ['1', '2'] });
    answerWith('1', '1');
    await press(element('button[aria-label="Change Car 2"]'));
    await choose('Remove');
    await choose('Remove');
    await until(() => expect(filtered()).toEqual(['1']));
    answerWith('');
    await press(element('button[aria-label="Change Car 1"]'));
    await choose('Remove');
    await choose('Remove');
    await until(() => expect(filtered()).toBeUndefined());
  });

  test('are renamed, and a refused name is explained at its field', async () => {
    await menu();
    await choose('Rename');
    const name = () => element<HTMLInputElement>('[role=dialog] input');
    await until(() => expect(name().value).toBe('Amma’s Tiago'));
    server.answers[change('2')] = { success: false, message: 'Use letters.', code: 'vehicle_name_invalid' };
    await fill(name(), '...');
    await submit();
    await until(() => expect(element('[role=alert]').textContent).toBe('Use letters.'));
    expect(document.querySelector('.Toastify__toast')).toBeNull();
    server.answers[change('2')] = { success: true, message: 'Vehicle saved.' };
    await fill(name(), 'Tiago');
    await submit();
    await closed();
    expect(server.bodies(change('2'))).toEqual([{ name: '...' }, { name: 'Tiago' }]);
  });

  test.each(['Rename', 'Edit registration number'])(
    '%s: a change that did not reach the server is reported above, and not at the field',
    async (row) => {
      await menu();
      await choose(row);
      await until(plate);
      server.answers[change('2')] = { status: 502, body: '' };
      await submit();
      await until(() => element('.Toastify__toast--error', 'Something went wrong on our side.'));
      expect(document.querySelector('[role=dialog] [role=alert]')).toBeNull();
    },
  );

  test('have a number plate that is normalized and checked before it is sent [VEHICLE-8]', async () => {
    await menu();
    await choose('Edit registration number');
    await until(() => expect(plate().value).toBe('KA05MR4522'));
    await fill(plate(), 'ka 05');
    await submit();
    expect(element('[role=alert]').textContent).toBe(
      'please enter valid registration no.As on your number plate, such as KA 01 AB 1234',
    );
    await fill(plate(), 'ka 05 mr 4523');
    await submit();
    await closed();
    expect(server.bodies(change('2'))).toEqual([{ regno: 'KA05MR4523' }]);
  });

  test('show if plug and battery are unknown, and in the details who entered them', async () => {
    const both = ['battery_capacity', 'connector_types'];
    const unknown = { battery_capacity: undefined, connector_types: undefined, for_driver_to_tell: both };
    await menu();
    expect(element('[role=dialog]').textContent).not.toContain('Plug and battery');
    await press(element('[role=dialog] button[aria-label=Close]'));
    server.answers[OWN] = { success: true, vehicles: [own('2', 'Amma’s Tiago', unknown)] };
    await clear();
    await open('/manage-vehicles');
    await until(() =>
      expect(rows().map((row) => row.textContent)).toEqual([
        'Amma’s Tiagoplug unknownKA 05 MR 4522Tell us its plugMake default',
      ]),
    );
    await menu();
    await choose('Plug and battery');
    await press(element('[role=dialog] button', 'CCS2'));
    const battery = element<HTMLInputElement>('[role=dialog] input');
    await fill(battery, '38 kWh');
    expect(battery.value).toBe('38');
    const answer = { battery_capacity: 38, connector_types: ['CCS2'] };
    server.answers[OWN] = {
      success: true,
      vehicles: [own('2', 'Amma’s Tiago', { ...answer, for_driver_to_tell: both })],
    };
    await submit();
    await closed();
    expect(server.bodies(change('2'))).toEqual([answer]);
    await until(() => expect(rows()[0]?.textContent).toContain('38\u202FkWh · CCS2 · as you told us'));
  });

  test('are completed for the charge sheet, which the driver returns to', async () => {
    const unknown = { battery_capacity: undefined, for_driver_to_tell: ['battery_capacity'] };
    server.answers[OWN] = { success: true, vehicles: [own('2', 'Amma’s Tiago', unknown)] };
    await clear();
    await open('/manage-vehicles', { tell: '2' }, '/profile');
    await until(() => element('[role=dialog] h2', 'Plug and battery'));
    expect(element('[role=dialog]').textContent).not.toContain('CCS2');
    await submit();
    await until(() => expect(here().path).toBe('/profile'));
    expect(server.bodies(change('2'))).toEqual([{ battery_capacity: null }]);
  });

  test('are removed only after a question, and the focus moves to the heading', async () => {
    await menu();
    await choose('Remove');
    await until(() => element('[role=dialog] h2', 'Remove Amma’s Tiago?'));
    await choose('Keep');
    await closed();
    await menu();
    await choose('Remove');
    server.answers[OWN] = { success: true, vehicles: [own('1', 'Nexon EV', { default: 1 })] };
    await choose('Remove');
    await closed();
    await until(() => expect(rows()).toHaveLength(1));
    await until(() => expect(document.activeElement?.textContent).toBe('My vehicles'));
    // The heading disappears with the last vehicle.
    await press(element('button[aria-label="Change Nexon EV"]'));
    await choose('Remove');
    server.answers[OWN] = { success: true, vehicles: [] };
    await choose('Remove');
    await closed();
    await until(() => expect(document.activeElement?.textContent).toBe('Add a vehicle'));
  });
});
