import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '#testing/page.tsx';
import { station, stationReply } from '#testing/station-page.ts';
// Loaded before the clock of a test runs.
import './StationScreen.tsx';

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  const { chargers, ...rest } = stationReply({ property: { ...station, active_charger: 0, status: 0 } });
  const taken = chargers.map((charger) => ({
    ...charger,
    connectors: charger.connectors.filter(({ connector_id: id }) => id === 'A:2' || id === 'B:1'),
  }));
  server = await serveAnswers({
    'GET /api-v1/user/get-charger': { ...rest, chargers: taken },
    'GET /api-v1/user/watch-station': { success: true, until: null },
    'POST /api-v1/user/get-ongoing-charging': {
      success: true,
      transaction: {
        id: 'b',
        booking_id: 'b',
        charger_serial_number: 'S',
        user_vehicle_image: 'suv',
        property_id: 's1',
        charger_name: 'A',
        oem_connector_number: 2,
      },
    },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

test('a full station shows how many plugs are in use and offline, and where the driver charges', async () => {
  await open('/charger?id=s1');
  await until(() => element('h2', '1 in use, 1 offline'));
  await until(() =>
    expect([...document.querySelectorAll('label:has(input[type=radio])')].map((row) => row.textContent)).toEqual([
      'CCS2Disconnectedyou’re charging here',
      'CCS2Disconnectedcharger offline',
    ]),
  );
  const icons = [...document.querySelectorAll('label:has(input[type=radio]) b')].map(
    (word) => word.previousElementSibling?.classList,
  );
  expect(icons.map((classes) => classes?.contains('lucide-unplug'))).toEqual([false, true]);
  // There is one charge at a time. The sentence leads to it, and the pill does.
  expect(text()).toContain('You’re charging now. Stop that charge to start another.');
  expect(text()).not.toContain('Charge Now');
  await until(() => expect(document.querySelectorAll('a[href="/next-charging"]')).toHaveLength(2));
  element('main a[href="/next-charging"]', 'See your charge');
});
