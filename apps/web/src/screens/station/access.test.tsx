import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '#testing/page.tsx';
import { station, stationReply } from '#testing/station-page.ts';
// Imported before a test sets its clock.
import './StationScreen.tsx';

const GET = 'GET /api-v1/user/get-charger';
const AROUND = 'GET /api-v1/user/charging-station';
const START = 'POST /api-v1/user/transaction/remote-start';
const HOUR_MS = 3_600_000;
/** One moment for the answers and for what is expected, because a minute may end between them. */
const NOW_MS = Date.now();

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  const near = (id: string, more: object = {}) => ({
    ...station,
    id,
    property_id: id,
    property_name: id,
    latitude: 12.99,
    ...more,
  });
  server = await serveAnswers({
    [START]: { success: true, message: 'The charger is starting.', invoice_number: 'B-1' },
    'GET /api-v1/user/last-charge': { success: true, last_charge: null },
    [AROUND]: {
      success: true,
      properties: [
        station,
        near('Shut', { open_now: false }),
        near('Open', { connectors_free: 1, connectors_total: 2 }),
        near('Staff only', { visibility: 'captive' }),
      ],
    },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  localStorage.clear();
});

/** A time on India's clock, this many ms from now. */
const india = (ms: number) =>
  new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  }).format(NOW_MS + ms);
const closed = (inMs?: number) => ({
  property: { ...station, open_now: false },
  station: { amenities: [], ...(inMs !== undefined && { opens_at: new Date(NOW_MS + inMs).toISOString() }) },
});
const captive = { property: { ...station, visibility: 'captive' } };
const dialog = () => element('[role=dialog]');
const inDialog = (label: string) => element<HTMLButtonElement>('[role=dialog] button', label);
const openSheet = async (details: object) => {
  server.answers[GET] = stationReply(details);
  await open('/charger', { station });
  await press(await until(() => element('input[value="A:1"]')));
  await press(element('button', 'Charge Now'));
  await press(await until(() => inDialog('10\u202FkWh')));
};

test('a closed station says when it opens, links to free open ones, and can be chosen all the same [STATION-18]', async () => {
  server.answers[GET] = stationReply(closed(2 * HOUR_MS));
  await open('/charger', { station });
  await until(() => element('main [role=note]', `Closed · opens ${india(2 * HOUR_MS)}The gate may be shut.`));
  await until(() => element('main section', 'Free near this stationOpen2.2'));
  for (const useless of ['Shut', 'Staff only']) expect(text()).not.toContain(useless);
  await press(element('input[value="A:1"]'));
  expect(element<HTMLButtonElement>('button', 'Charge Now').disabled).toBe(false);
});

test('if a driver cannot get to the plugs none of them is green: they say closed or private, like the badge', async () => {
  const green = () => document.querySelectorAll('[class*=available], [class*=preparing]').length;
  const row = (id: string) => element(`label:has(input[value="${id}"])`).textContent;
  server.answers[GET] = stationReply();
  await open('/charger', { station });
  await until(() => expect(green()).toBe(2));
  await clear();
  server.answers[GET] = stationReply(closed());
  await open('/charger', { station });
  await until(() => expect(row('A:1')).toBe('CCS2Closed· Connector 1'));
  expect(row('A:3')).toBe('CCS2Closed· car plugged in');
  expect([green(), text().includes('free')]).toEqual([0, false]);
  await clear();
  server.answers[GET] = stationReply(captive);
  await open('/charger', { station });
  await until(() => expect(row('A:1')).toBe('CCS2Available· private'));
  expect(green()).toBe(0);
  element('main [class*=badge]', 'CAPTIVE · PRIVATE');
  // Neither is the way to charge there, until the driver has done so.
  await press(element('input[value="A:1"]'));
  expect(element('button', 'Charge Now').className).not.toContain('primary');
  element('section[aria-label="Charge Now"]', 'Private station');
});

test('a station that opens on another day says which, and one with unknown hours is just closed now', async () => {
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const opens = 50 * HOUR_MS;
  server.answers[GET] = stationReply(closed(opens));
  await open('/charger', { station });
  const weekday = days[new Date(NOW_MS + opens + 5.5 * HOUR_MS).getUTCDay()];
  await until(() => element('main [role=note]', `Closed · opens ${weekday} ${india(opens)}`));
  server.answers[GET] = stationReply(closed());
  await act(async () => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
  await until(() => element('main [role=note]', 'Closed nowThe gate may be shut.'));
});

test('before money is held for a charge at a closed station the driver is asked, and offered another station', async () => {
  await openSheet(closed(2 * HOUR_MS));
  element('[role=dialog] [role=note]', `Closed · opens ${india(2 * HOUR_MS)}`);
  await press(inDialog('Proceed to Pay'));
  const question = `The station is closed until ${india(2 * HOUR_MS)}. The gate may be shut. Start anyway?`;
  await until(() => element('[role=dialog] [role=alert]', question));
  expect(dialog().contains(document.activeElement)).toBe(true);
  await until(() => element('[role=dialog] a[href="/charger?id=Open"]'));
  expect(server.bodies(START)).toEqual([]);
  // The choice is still there.
  await press(inDialog('Back'));
  await press(inDialog('Proceed to Pay'));
  await press(inDialog('Start anyway'));
  await until(() => expect(here().path).toBe('/next-charging'));
  expect(server.bodies(START)).toMatchObject([{ charging_value: 10 }]);
});

test('the question disappears with its reason: once the station has opened, the choice can be paid', async () => {
  await openSheet(closed(2 * HOUR_MS));
  await press(inDialog('Proceed to Pay'));
  await until(() => inDialog('Start anyway'));
  server.answers[GET] = stationReply({ property: { ...station, open_now: true } });
  await act(async () => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
  await until(() => inDialog('Proceed to Pay'));
  expect(server.bodies(START)).toEqual([]);
});

test('a station that is not public says who may use it, and asks drivers who have not charged there', async () => {
  await openSheet(captive);
  element('[role=dialog] [role=note]', 'Private stationOnly for staff, residents or guests here');
  await press(inDialog('Proceed to Pay'));
  const question = 'This station is private: only for its staff, residents or guests. Start anyway?';
  await until(() => element('[role=dialog] [role=alert]', question));
  await press(inDialog('Start anyway'));
  await until(() => expect(here().path).toBe('/next-charging'));
  await clear();
  await openSheet(captive);
  await press(inDialog('Proceed to Pay'));
  await until(() => expect(here().path).toBe('/next-charging'));
  expect(server.bodies(START)).toHaveLength(2);
});

test('a start that is refused there asks again, and a closed sheet forgets the question', async () => {
  server.answers[START] = { success: false, message: 'The charger did not respond.', code: 'charger_silent' };
  await openSheet(captive);
  await press(inDialog('Proceed to Pay'));
  await press(inDialog('Start anyway'));
  await until(() => element('.Toastify__toast--error', 'The charger did not respond.'));
  await until(() => inDialog('Start anyway'));
  await press(element('[role=dialog] button[aria-label=Close]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await press(element('button', 'Charge Now'));
  await until(() => inDialog('Proceed to Pay'));
});
