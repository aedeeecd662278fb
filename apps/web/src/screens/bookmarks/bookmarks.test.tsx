import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';
import { station, NOTHING_FREE } from '../../testing/station.ts';

const LIST = 'GET /api-v1/user/user-saved-bookmark';
const SAVE = 'POST /api-v1/user/save-bookmark';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [LIST]: {
      success: true,
      properties: [station('Forum', { visibility: 'captive' }), station('Hebbal', NOTHING_FREE)],
    },
    [SAVE]: { success: true, message: 'Bookmark removed.' },
  });
});
afterEach(async () => {
  await clear();
  localStorage.clear();
  await server.close();
});

const names = () => [...document.querySelectorAll('main li a h2')].map((name) => name.textContent);
const openList = async () => {
  await open('/saved-charger-list');
  await until(() => expect(names()).toEqual(['Forum', 'Hebbal']));
};
const saves = (...properties: ReturnType<typeof station>[]) => {
  server.answers[LIST] = { success: true, properties };
};

test('the saved stations are listed with name, address and upper-case visibility [SAVED-1, API-22]', async () => {
  await openList();
  expect(server.asked.filter(({ call }) => call === LIST)).toMatchObject([{ search: '', body: undefined }]);
  expect(element('main li a', 'Forum').textContent).toBe(
    'ForumForum RoadOnly for staff, residents or guests hereAvailableCAPTIVE · PRIVATEAC',
  );
});

test('the status of each shows whether it is available [SAVED-2]', async () => {
  await openList();
  expect(element('main li a', 'Forum').textContent).toContain('Available');
  expect(element('main li a', 'Hebbal').textContent).toContain('Unavailable');
});

test('a server that is not available for a moment is asked again with one tap', async () => {
  const answer = server.answers[LIST];
  server.answers[LIST] = { status: 503, body: { success: false, message: 'Not available.', code: 'unavailable' } };
  await open('/saved-charger-list');
  const retry = await until(() => element('main button', 'Try again'));
  server.answers[LIST] = answer;
  await press(retry);
  await until(() => expect(names()).toEqual(['Forum', 'Hebbal']));
});

test('a tap opens the station with itself in state [SAVED-3]', async () => {
  await openList();
  await press(element('main li a', 'Hebbal'));
  await until(() => expect(here().path).toBe('/charger'));
  expect(here().state).toMatchObject({ station: { property_id: 'Hebbal' } });
});

test('the save icon removes the station, says so and loads the list again; undo restores it [SAVED-4, API-15]', async () => {
  await openList();
  saves(station('Hebbal', NOTHING_FREE));
  await press(element('[aria-label="Remove Forum from saved"]'));
  await until(() => expect(names()).toEqual(['Hebbal']));
  expect(server.bodies(SAVE)).toEqual([{ status: false, property_id: 'Forum' }]);
  await until(() => expect(text()).toContain('Bookmark removed.'));
  const undo = element('main [role=status] button', 'Undo');
  expect(document.activeElement).toBe(undo);

  saves(station('Forum'), station('Hebbal', NOTHING_FREE));
  await press(undo);
  await until(() => expect(names()).toEqual(['Forum', 'Hebbal']));
  expect(server.bodies(SAVE).at(-1)).toEqual({ status: true, property_id: 'Forum' });
  await until(() => expect(text()).not.toContain('Forum is no longer saved.'));
});

test('a station that could not be removed stays, with the reason [SAVED-4]', async () => {
  await openList();
  server.answers[SAVE] = { success: false, message: 'Not now.', code: 'x' };
  await press(element('[aria-label="Remove Forum from saved"]'));
  await until(() => expect(text()).toContain('Not now.'));
  expect(names()).toEqual(['Forum', 'Hebbal']);
  expect(server.asked.filter(({ call }) => call === LIST)).toHaveLength(1);
});

test('an empty list says so and leads to the map [SAVED-5]', async () => {
  saves();
  await open('/saved-charger-list');
  await until(() => element('h2', 'No Saved Stations'));
  await press(element('main a', 'Find a station'));
  await until(() => expect(here().path).toBe('/'));
});

test('a list that fails to load can be loaded again [SAVED-1]', async () => {
  server.answers[LIST] = { status: 500, body: '{}' };
  await open('/saved-charger-list');
  await until(() => element('h2', 'Saved stations did not load'));
  saves(station('Forum'));
  await press(element('button', 'Try again'));
  await until(() => expect(names()).toEqual(['Forum']));
});

test('without a stored user it leads to the login page [GATE-1, GATE-2]', async () => {
  localStorage.clear();
  await open('/saved-charger-list');
  await until(() => expect(here().path).toBe('/login'));
});
