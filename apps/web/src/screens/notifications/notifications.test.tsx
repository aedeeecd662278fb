import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open, setSize } from '#testing/page.tsx';

const at = '2026-11-20T13:44:00.000Z';
const done = {
  id: 8,
  kind: 'charge_done',
  at,
  title: 'Charging is done',
  body: '12.00 kWh for ₹240.00 at Test Station.',
  target: { screen: 'invoice', booking_id: 'B-1' },
  read: false,
};
const started = { ...done, id: 7, kind: 'charge_started', title: 'Charging has started', read: true };
const LIST = 'GET /api-v1/user/notifications';
const READ = 'POST /api-v1/user/notifications/read';
const list = (notifications: unknown[], unread: number) => ({ success: true, notifications, unread });

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  server = await serveAnswers({
    [LIST]: list([done, started], 1),
    [READ]: { success: true, message: '' },
  });
  keepUser({ token: 'token', name: 'Asha', email: 'asha@example.com' });
});
afterEach(async () => {
  await clear();
  await server.close();
  localStorage.clear();
});

test('notifications are listed with new ones marked, count as read, and lead on', async () => {
  await open('/notifications');
  const newest = await until(() => element('a', 'Charging is done'));
  expect(newest.textContent).toContain('New');
  expect(newest.textContent).toContain('20 Nov 2026 07:14 pm');
  expect(element('a', 'Charging has started').textContent).not.toContain('New');
  await until(() => expect(server.bodies(READ)).toEqual([{ up_to: 8 }]));
  await press(newest);
  await until(() => expect(here().path).toBe('/payment-details'));
});

test('a wide screen has the switch of this device beside the list, a phone has not', async () => {
  await open('/notifications');
  await until(() => element('a', 'Charging is done'));
  expect(document.querySelector('[role=switch]')).toBeNull();
  act(() => setSize(1440, 900));
  await until(() => element('main [role=switch]'));
  act(() => setSize(390));
});

test('without new notifications nothing is marked as read', async () => {
  server.answers[LIST] = list([started], 0);
  await open('/notifications');
  await until(() => element('a', 'Charging has started'));
  expect(server.bodies(READ)).toEqual([]);
});

test('an empty list says what will appear here', async () => {
  server.answers[LIST] = list([], 0);
  await open('/notifications');
  await until(() => expect(text()).toContain('Updates about your charges and payments appear here.'));
});

test('a list that fails to load can be loaded again', async () => {
  server.answers[LIST] = { status: 500, body: '' };
  await open('/notifications');
  const again = await until(() => element('button', 'Try again'));
  server.answers[LIST] = list([done], 1);
  await press(again);
  await until(() => element('a', 'Charging is done'));
});
