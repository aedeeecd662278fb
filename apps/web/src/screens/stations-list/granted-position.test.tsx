import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '../../testing/page.tsx';
import { station } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

/** Apart from other tests of the list, because a position stays known while the app is open. */

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  const properties = [station('Ambala', { latitude: 30.38, longitude: 76.78 }), station('Forum')];
  server = await serveAnswers({ 'GET /api-v1/user/charging-station': { success: true, properties } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await clear();
  localStorage.clear();
  await server.close();
});

test('where the location is allowed the list asks for no tap, and seeks it again when the driver returns', async () => {
  const asked: [PositionCallback, (why: object) => void][] = [];
  stubNavigator({
    permissions: { query: async () => ({ state: 'granted' }) },
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed: (why: object) => void) => asked.push([found, failed]),
    },
  });
  const names = () => [...document.querySelectorAll('main h3')].map((name) => name.textContent);
  await open('/list-chargers');
  await until(() => expect(names()).toEqual(['Ambala', 'Forum']));
  await until(() => expect(asked).toHaveLength(1));
  expect(text()).not.toContain('Nearest needs your location.');
  expect(element('main button', 'Near me').getAttribute('aria-busy')).toBe('true');
  await act(async () => asked[0]?.[1]({ code: 2 }));
  await until(() => element('main', 'Nearest needs your location.'));

  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  await until(() => expect(asked).toHaveLength(2));
  await act(async () => asked[1]?.[0]({ coords: { latitude: 12.97, longitude: 77.64 } } as GeolocationPosition));
  await until(() => expect(names()).toEqual(['Forum', 'Ambala']));
  expect(element('[role=radiogroup] [aria-checked=true]').textContent).toBe('Nearest');
  expect(text()).not.toContain('Nearest needs your location.');
});
