import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '../../testing/page.tsx';
import { station } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

/** Apart from other tests of the list, because a position stays known while the app is open. */

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  const properties = [station('Forum'), station('Chennai', { latitude: 13.08, longitude: 80.27, power_max: 240 })];
  server = await serveAnswers({ 'GET /api-v1/user/charging-station': { success: true, properties } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await clear();
  localStorage.clear();
  await server.close();
});

test('sorted by price or power, the list says up to which distance stations come first [LIST-4]', async () => {
  const here = { coords: { latitude: 12.97, longitude: 77.64 } };
  await open('/list-chargers');
  await until(() => element('main li a'));
  const sort = (name: string) => press(element('[role=radiogroup] button', name));
  await sort('Fastest');
  expect(document.body.textContent).not.toContain('Within');
  stubNavigator({ geolocation: { getCurrentPosition: (found: (at: typeof here) => void) => found(here) } });
  await press(element('main button', 'Near me'));
  await until(() =>
    expect(element('[role=radiogroup]').parentElement?.textContent).toMatch(
      /FastestWithin 30.km first, then farther away\.$/,
    ),
  );
  await sort('Nearest');
  expect(document.body.textContent).not.toContain('Within');
});
