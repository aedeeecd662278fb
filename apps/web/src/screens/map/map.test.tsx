import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '../../testing/answers.ts';
import { clear, element, here, open, press, until } from '../../testing/page.tsx';

const station = (id: string, latitude: number, facts: object = {}) => ({
  id,
  property_id: id,
  property_name: id,
  address: 'MG Road',
  latitude,
  longitude: 79,
  visibility: 'public',
  active_charger: 1,
  online_charger: 1,
  status: 1,
  ...facts,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;

const setWidth = (width: number) =>
  (
    window as unknown as { happyDOM: { setViewport: (size: { width: number; height: number }) => void } }
  ).happyDOM.setViewport({
    width,
    height: 800,
  });

beforeEach(async () => {
  setWidth(390);
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha', email: 'a@example.com' }));
  server = await serveAnswers({
    'GET /api-v1/user/charging-station': {
      success: true,
      properties: [
        station('Third', 23),
        station('First', 21, { rate: 4.25 }),
        station('Second', 22, { active_charger: 0 }),
      ],
    },
    'GET /api-v1/localities': { success: true, localities: [] },
    'GET /api-v1/user/get-charger': { success: false, message: 'Unknown.', code: 'station_unknown' },
  });
  await open('/');
  await until(() => element('li', 'First'));
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.unstubAllGlobals();
});

const front = () => element('li[aria-current=true]');
const slider = () => element('ul[aria-label="Stations on the map"]');
const point = (type: string, clientX: number) =>
  act(async () =>
    slider().dispatchEvent(
      new PointerEvent(type, { clientX, pointerId: 1, button: 0, isPrimary: true, bubbles: true }),
    ),
  );
const swipe = async (px: number) => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
  await point('pointerdown', 200);
  await point('pointermove', 200 + px / 2);
  await point('pointermove', 200 + px);
  await point('pointerup', 200 + px);
};

test('a slider of cards lies on the map, nearest to its middle first, with badges and rating [MAP-6, MAP-7, MAP-11, MAP-12, MAP-13, MAP-14]', () => {
  expect([...slider().children].map((card) => card.textContent)).toEqual([
    'FirstMG RoadAvailablePUBLICAC4.3',
    'SecondMG RoadUnavailablePUBLICAC',
    'ThirdMG RoadAvailablePUBLICAC',
  ]);
  expect(front().textContent).toContain('First');
});

test('a swipe of more than 100 px brings the next card to the front, a shorter one does not [MAP-8]', async () => {
  await swipe(-90);
  expect(front().textContent).toContain('First');
  await swipe(-110);
  expect(front().textContent).toContain('Second');
  await swipe(110);
  expect(front().textContent).toContain('First');
});

test('arrow keys and focus bring cards to the front too [MAP-7]', async () => {
  await act(async () =>
    slider().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })),
  );
  expect(front().textContent).toContain('Second');
  await act(async () => element('li', 'Third').querySelector('a')?.focus());
  expect(front().textContent).toContain('Third');
});

test('a tap on a card opens its station, which it carries along [MAP-19]', async () => {
  await press(element('li', 'First').querySelector('a') as HTMLElement);
  await until(() => expect(here()).toMatchObject({ path: '/charger', state: { station: { property_id: 'First' } } }));
});

test('the list button and the search pill open the list of stations [MAP-10, MAP-21]', async () => {
  const links = [...document.querySelectorAll('a[href="/list-chargers"]')];
  expect(links.map((link) => link.getAttribute('aria-label') ?? link.textContent)).toEqual([
    'Search charger,city,state....',
    'List of chargers',
  ]);
  await press(element('a[aria-label="List of chargers"]'));
  await until(() => expect(here().path).toBe('/list-chargers'));
});

test('Locate me asks for the position only when tapped, and alerts when there is none [MAP-9, MAP-16]', async () => {
  const alerted = vi.fn();
  const asked = vi.fn((_: unknown, refuse: () => void) => refuse());
  vi.stubGlobal('alert', alerted);
  vi.stubGlobal('navigator', Object.create(navigator, { geolocation: { value: { getCurrentPosition: asked } } }));
  expect(asked).not.toHaveBeenCalled();
  await press(element('button[aria-label="Locate me"]'));
  await until(() => expect(alerted).toHaveBeenCalledWith('Please Allow Your Loaction.'));
  expect(asked).toHaveBeenCalledTimes(1);
});

test('from 1024 px a panel takes the place of slider and footer bar, and marks the chosen card [MAP-6, MAP-7]', async () => {
  setWidth(1280);
  await open('/');
  const first = await until(() => element('aside li', 'First'));
  expect(document.querySelector('li[aria-current]')).toBeNull();
  expect([...document.querySelectorAll('nav')].map((nav) => nav.closest('aside') !== null)).toEqual([true]);
  const chosen = () => [...document.querySelectorAll('aside li')].map((card) => card.querySelector('a')?.className);
  const before = chosen();
  await act(async () => element('aside li', 'Third').querySelector('a')?.focus());
  expect([before[0], before[2]]).toEqual([chosen()[2], chosen()[0]]);
  expect(first.textContent).toContain('AC');
});

test('as long as nobody knows where he is, a driver first sees where a charge can start, and why', async () => {
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [
      station('Offline', 21, { active_charger: 0, online_charger: 0, status: 0 }),
      station('Far', 9),
      station('Nearer', 25),
    ],
  };
  await open('/');
  await until(() => element('li', 'Nearer'));
  expect(front().textContent).toContain('Nearer');
  expect(slider().textContent).not.toContain('Offline');
  element('main p', 'Free now, all over India');
});
