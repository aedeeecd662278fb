import type { Station } from '@bijli/contract/stations';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '../../testing/answers.ts';
import { clear, element, here, open, press, until } from '../../testing/page.tsx';
import { nearestFirst } from './StationsList.tsx';

const STATIONS = 'GET /api-v1/user/charging-station';
const station = (name: string, facts: Partial<Station> = {}): Station => ({
  id: name,
  property_id: name,
  property_name: name,
  address: `${name} Road`,
  latitude: 12.97,
  longitude: 77.64,
  visibility: 'public',
  active_charger: 1,
  status: 1,
  ...facts,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha', email: 'a@example.com' }));
  server = await serveAnswers({ [STATIONS]: { success: true, properties: [] } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await clear();
  await server.close();
});

const show = async (...properties: Station[]) => {
  server.answers[STATIONS] = { success: true, properties };
  await open('/list-chargers');
  return until(() => element('main li a'));
};

test('a card shows name, address, upper-case visibility and availability by active chargers [LIST-2, MAP-12, MAP-13]', async () => {
  const card = await show(station('Forum'), station('Closed', { active_charger: 0, status: 0 }));
  expect(card.textContent).toBe('ForumForum RoadAvailablePUBLICAC');
  expect(element('main li a', 'Closed').textContent).toContain('Unavailable');
});

test('rating, type, free connectors and price appear only when the answer has them [MAP-11, MAP-14]', async () => {
  const facts = { rate: 4.25, connector_types: ['CCS2', 'Type 2 AC'], connectors_free: 1, connectors_total: 2 };
  const card = await show(station('Full', { ...facts, power_max: 60, price_from: 14.99 }));
  expect(card.textContent).toBe('FullFull RoadAvailablePUBLICCCS2 +14.31 of 2 freeup to 60 kW₹14.99 / kWh');
});

test('a card opens the station with itself in state [LIST-3, MAP-19]', async () => {
  await press(await show(station('Forum')));
  await until(() => expect(here().path).toBe('/charger'));
  expect(here().state).toMatchObject({ station: { property_id: 'Forum' } });
});

test('without stations it says so, and when they fail to load it offers to try again [LIST-2]', async () => {
  await open('/list-chargers');
  await until(() => element('h2', 'No stations yet'));
  await clear();
  server.answers[STATIONS] = { success: false, message: 'Not now.', code: 'x' };
  await open('/list-chargers');
  await until(() => element('h2', 'Stations did not load'));
  server.answers[STATIONS] = { success: true, properties: [station('Forum')] };
  await press(element('button', 'Try again'));
  await until(() => element('main li a', 'Forum'));
});

test('with a known position the nearest comes first [LIST-2]', () => {
  const near = station('Near', { latitude: 12.98 });
  const far = station('Far', { latitude: 19 });
  expect(nearestFirst([far, near], { latitude: 12.97, longitude: 77.64 })).toEqual([near, far]);
  expect(nearestFirst([far, near], undefined)).toEqual([far, near]);
});

test('a position that is not to be had is told in the specified words [MAP-16]', async () => {
  const told = vi.fn();
  vi.stubGlobal('alert', told);
  await show(station('Forum'));
  await press(element('[aria-label="Near me"]'));
  await until(() => expect(told).toHaveBeenCalledWith('Please Allow Your Loaction.'));
});
