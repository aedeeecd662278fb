import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { signOutAndReload } from '#api/client.ts';
import { queryOf } from '#api/query.ts';
import { lastKnown, wasSignedOut } from '#device/signed-out.ts';
import { keepUser } from '#device/stored-user.ts';
import { createQueryClient } from '#shell/query-client.ts';
import { open } from '../../testing/page.tsx';
import { clientConfig } from '../../testing/replies.ts';

const HISTORY = 'GET /api-v1/user/charging-session-list';
const ONGOING = 'POST /api-v1/user/get-ongoing-charging';
const user = { token: 't', name: 'Asha', email: 'a@example.com' };
const transaction = {
  oem_connector_number: 1,
  charger_serial_number: 'A',
  booking_id: 'B-1',
  id: 'B-1',
  user_vehicle_image: 'suv',
  property_name: 'Bijli Hub Powai',
};
const profile = { name: 'Asha', email: '', mobile_country_code: '+91', mobile_number: '9845012345' };

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  keepUser(user);
  server = await serveAnswers({
    'GET /api-v1/user/get-profile': { success: true, profile: { ...profile, balance: { balance: 0 }, vehicle: null } },
    [ONGOING]: { success: true, transaction },
    'GET /client-config': clientConfig(),
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('a driver whom the server has signed out reads why, and finds the number filled in and the running charge', async () => {
  await open('/profile');
  await until(() => expect(text()).toContain('98450'));
  await until(() => element('footer a[href="/next-charging"]'));
  server.answers[HISTORY] = { status: 401, body: { success: false, message: '', code: 'signed_out' } };
  await press(element('main a[href="/charging-sessions"]'));
  await until(() => expect(wasSignedOut()).toBe(true));
  await until(() => expect(lastKnown()).toEqual({ mobile: '9845012345', chargingAt: 'Bijli Hub Powai' }));
  await clear();
  await open('/login');
  expect(text()).toContain('Your wallet and your charge are safe.');
  expect(text()).toContain('You’re still charging at Bijli Hub Powai');
  expect(element<HTMLInputElement>('input').value).toBe('9845012345');
  keepUser(user);
  expect([wasSignedOut(), lastKnown()]).toEqual([false, {}]);
});

test('the last known charge is shown too if only a background request was refused', async () => {
  const queries = createQueryClient();
  queries.setQueryData(queryOf('getOngoingCharging', { body: {} }).queryKey.slice(0, 1), transaction);
  server.answers[ONGOING] = { status: 401, body: { success: false, message: '', code: 'signed_out' } };
  const quiet = { ...queryOf('getOngoingCharging', { body: { charger_id: 'A' } }), meta: { isQuiet: true } };
  await expect(queries.fetchQuery(quiet)).rejects.toThrow();
  expect(lastKnown()).toEqual({ chargingAt: 'Bijli Hub Powai' });
});

test('a driver who chose to sign out sees no message on the login page, even if another call was refused meanwhile', async () => {
  signOutAndReload('server');
  signOutAndReload('driver');
  await open('/login');
  expect(text()).not.toContain('Please sign in again');
  expect(element<HTMLInputElement>('input').value).toBe('');
});
