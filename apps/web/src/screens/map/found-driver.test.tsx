import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { serveStations } from '../../testing/map-page.ts';
import { here, open } from '../../testing/page.tsx';
import { profileReply } from '../../testing/replies.ts';
import { station } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';
// Loaded before a test puts another device in the place of this one.
import '@bijli/ui/Sheet';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  server = await serveStations([station('Forum')]);
});
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
  await server.close();
});

/** The device stands here from now on. */
function standAt(latitude: number): void {
  const found = (answer: (place: object) => void) => answer({ coords: { latitude, longitude: 77.64 } });
  stubNavigator({ geolocation: { getCurrentPosition: found } });
}

// In a file of its own, because a position that was found stays known.
test('once the driver is found, cards show the distance of their stations from the latest position, in the list and on the map [LIST-2, MAP-15, MAP-18]', async () => {
  await open('/list-chargers');
  const card = await until(() => element('main li a', 'Forum'));
  expect(card.textContent).not.toContain('kms');
  standAt(13.47);
  await press(element('main button', 'Near me'));
  await until(() =>
    expect(element('main li a').textContent).toContain(
      '55.6\u202Fkms · about 1\u202Fh\u00A055\u202Fmin drive · Forum Road',
    ),
  );
  expect(element('main li a').textContent).toContain('Nearest free');
  expect(element('[role=radiogroup] [aria-checked=true]').textContent).toBe('Nearest');

  await open('/');
  await until(() =>
    expect(element('li', 'Forum').textContent).toContain('Forum55.6\u202Fkms · about 1\u202Fh\u00A055\u202Fmin drive'),
  );
  expect(element('li', 'Forum').textContent).toContain('Nearest free');
  standAt(13.97);
  await press(element('button[aria-label="Locate me"]'));
  await until(() => expect(element('li', 'Forum').textContent).toContain('Forum111.2\u202Fkms · '));
  // Still the best, it is still called so.
  expect(element('li', 'Forum').textContent).toContain('Nearest free');

  // Who stands there can charge at once, with a car and nothing that runs.
  expect(element('li', 'Forum').textContent).not.toContain('Charge Now');
  await clear();
  server.answers['GET /api-v1/user/get-profile'] = profileReply({
    vehicle: {
      vehicle_name: 'Nexon EV',
      vehicle_image: 'suv',
      vehicle_registration_number: 'KA05MR4521',
      connector_types: ['CCS2', 'Type 2'],
    },
  });
  // With a filter for a part of what fits too.
  localStorage.setItem('station-filter', '{"connectors":["CCS2"]}');
  server.answers['POST /api-v1/user/get-ongoing-charging'] = {
    success: false,
    message: 'No charge is running.',
    code: 'no_charge_running',
  };
  await open('/');
  standAt(12.972);
  await press(await until(() => element('button[aria-label="Locate me"]')));
  await press(await until(() => element('li a', 'Charge Now')));
  await until(() => expect(here()).toMatchObject({ path: '/charger', state: { station: { property_id: 'Forum' } } }));
});
