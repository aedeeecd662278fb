import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '#testing/page.tsx';
import { nexon, station } from '#testing/station-page.ts';
// Imported before a test sets its clock.
import './StationScreen.tsx';

const STATION = 'GET /api-v1/user/get-charger';
const WATCH = 'POST /api-v1/user/watch-station';
const WATCHED = 'GET /api-v1/user/watch-station';
const UNTIL = '2026-11-20T13:44:00.000Z';

const answer = (free: 0 | 1) => ({
  success: true,
  property: { ...station, active_charger: free, status: free, connectors_free: free },
  chargers: [
    {
      charger_id: 'A',
      charger_name: 'A',
      charger_status: 'online',
      price_per_unit: 15,
      capacity: 60,
      power_output: 60,
      connectors: [],
    },
  ],
  bookmark: false,
  vehicles: [],
  wallet: { balance: 500 },
});

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [STATION]: answer(0),
    [WATCHED]: { success: true, until: null },
    [WATCH]: { success: true, message: 'We’ll notify you when a charger is free.', until: UNTIL },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  localStorage.clear();
});

const toggle = () => element('[role=switch]');

test('if nothing is free the driver can ask for a notification, sees until when, and can cancel it', async () => {
  await open('/charger?id=s1');
  const ask = await until(toggle);
  await until(() => expect(ask.hasAttribute('data-disabled')).toBe(false));
  expect(ask.getAttribute('aria-checked')).toBe('false');
  await press(ask);
  await until(() => expect(text()).toContain('We’ll notify you until 07:14 pm'));
  expect(toggle().getAttribute('aria-checked')).toBe('true');
  server.answers[WATCH] = { success: true, message: 'You won’t be notified.', until: null };
  // The switch ignores presses while an answer is awaited.
  await until(() => expect(toggle().hasAttribute('data-disabled')).toBe(false));
  await press(toggle());
  await until(() => expect(toggle().getAttribute('aria-checked')).toBe('false'));
  expect(server.bodies(WATCH)).toEqual([
    { property_id: 's1', status: true },
    { property_id: 's1', status: false },
  ]);
});

test('at a station whose free plugs do not fit the car the driver is notified when one that fits is free', async () => {
  const { property, ...rest } = answer(1);
  const plugs = [
    { type: 'CCS2', power: 60, total: 2, free: 0 },
    { type: 'Type 2', power: 22, total: 1, free: 1 },
  ];
  const vehicles = [{ ...nexon, connector_types: ['CCS2'] }];
  server.answers[STATION] = { ...rest, property: { ...property, plugs }, vehicles };
  await open('/charger?id=s1');
  await until(() => element('h2', 'All 2 plugs in use'));
  await until(() => expect(toggle().hasAttribute('data-disabled')).toBe(false));
  await press(toggle());
  await until(() =>
    expect(server.bodies(WATCH)).toEqual([{ property_id: 's1', status: true, connector_types: ['CCS2'] }]),
  );
});

test('a station that is offline for days says since which day, and when the last charge was', async () => {
  const { property, chargers, ...rest } = answer(0);
  server.answers[STATION] = {
    ...rest,
    property: { ...property, online_charger: 0 },
    station: { amenities: [], last_seen: '2026-11-18T13:44:00.000Z' },
    chargers: chargers.map((charger) => ({
      ...charger,
      charger_status: 'offline',
      last_charge: '2026-11-17T04:30:00.000Z',
    })),
  };
  await open('/charger?id=s1');
  await until(() => element('h2 + p', 'Since 18 Nov 2026 07:14 pm. Last charge here 17 Nov 2026 10:00 am'));
});

test('if something is free no notification is offered', async () => {
  server.answers[STATION] = answer(1);
  await open('/charger?id=s1');
  await until(() => expect(text()).toContain('Orion Avenue'));
  await until(() => element('section,h2', 'A'));
  expect(text()).not.toContain('Tell me when free');
  expect(server.asked.some(({ call }) => call === WATCHED)).toBe(false);
});
