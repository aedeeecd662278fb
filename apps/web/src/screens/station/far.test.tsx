import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepCharge, noteAdded } from '#device/charge-to-pay.ts';
import { MINUTE_MS } from '#device/durations.ts';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '#testing/page.tsx';
import { station, stationReply } from '#testing/station-page.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

const START = 'POST /api-v1/user/transaction/remote-start';

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [START]: { success: true, message: 'The charger is starting.', invoice_number: 'B-1' },
    'GET /api-v1/user/get-charger': stationReply(),
    'GET /api-v1/user/last-charge': { success: true, last_charge: null },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
});

interface Found {
  accuracy?: number;
  minutesAgo?: number;
  permission?: PermissionState;
}

/** The device finds the driver this many degrees north of the station. */
const driverIs = (north: number, { accuracy = 20, minutesAgo = 0, permission = 'granted' }: Found = {}) =>
  stubNavigator({
    geolocation: {
      getCurrentPosition: (answer: (place: object) => void) =>
        answer({
          coords: { latitude: station.latitude + north, longitude: station.longitude, accuracy },
          timestamp: Date.now() - minutesAgo * MINUTE_MS,
        }),
    },
    permissions: { query: () => Promise.resolve({ state: permission }) },
  });
const inSheet = (label: string) => element<HTMLButtonElement>('[role=dialog] button', label);
const openSheet = async () => {
  await open('/charger', { station });
  await press(await until(() => element('input[value="A:1"]')));
  await press(element('button', 'Charge Now'));
  await press(await until(() => inSheet('10\u202FkWh')));
};

// One test, because a position that was found stays known.
test('who is not at the station is told how far it is, and asked before money is held; who is there reads nothing [SHEET-22]', async () => {
  // The distance that map and lists show: 127.9 kms is not 128.
  driverIs(1.15);
  await openSheet();
  const note = await until(() => element('[role=dialog] [role=note]', 'This charger is 127.9\u202Fkms from you'));
  expect(note.querySelector('a')?.getAttribute('href')).toBe('/list-chargers');
  await press(inSheet('Proceed to Pay'));
  await until(() => element('[role=dialog] [role=alert]', 'This charger is 127.9\u202Fkms from you. Start anyway?'));
  expect(server.bodies(START)).toEqual([]);
  await clear();

  driverIs(0.005);
  await openSheet();
  await until(() => expect(text()).not.toContain('from you'));
  await press(inSheet('Proceed to Pay'));
  await until(() => expect(here().path).toBe('/next-charging'));
});

test('who may have come meanwhile, or was found roughly as in a basement, is not told to be elsewhere', async () => {
  driverIs(0.03, { accuracy: 3000 });
  await openSheet();
  expect(text()).not.toContain('This charger is');
  await clear();

  driverIs(0.03);
  await openSheet();
  await until(() => element('[role=dialog] [role=note]', 'This charger is 3.3\u202Fkms from you'));
  await clear();

  driverIs(0.03, { minutesAgo: 3 });
  await openSheet();
  await until(() => expect(text()).not.toContain('This charger is'));
  await clear();

  // Asking for the position would open a dialog, so the one from home stays the last.
  driverIs(0, { permission: 'prompt' });
  await openSheet();
  await press(inSheet('Proceed to Pay'));
  await until(() => expect(here().path).toBe('/next-charging'));
});

test('who comes back from adding credits minutes later is told again how far it is, if the device still says where it is', async () => {
  const isFar = 'This charger is 3.3\u202Fkms from you';
  const comeBack = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE_MS });
    const choice = { connector_id: 'A:1', mode: 'units' as const, value: 5000 };
    keepCharge('T9', { property_id: station.property_id, choice, total_paise: 0, what: '', where: '' });
    noteAdded(500);
    await open('/charger', { station });
    await until(() => inSheet('Proceed to Pay'));
  };
  driverIs(0.03);
  await openSheet();
  await until(() => element('[role=dialog] [role=note]', isFar));
  await clear();
  await comeBack();
  await until(() => element('[role=dialog] [role=note]', isFar));
  await clear();

  // The last position is too old to say, and the driver would be asked for another one.
  driverIs(0.03, { permission: 'prompt' });
  await comeBack();
  expect(text()).not.toContain('This charger is');
});
