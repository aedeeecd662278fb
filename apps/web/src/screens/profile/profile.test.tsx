import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '../../testing/answers.ts';
import { clear, element, fill, open, press, text, until } from '../../testing/page.tsx';

const PROFILE = 'GET /api-v1/user/get-profile';
const UPDATE = 'POST /api-v1/user/update-user';
const SIGN_OUT = 'POST /api-v1/user/sign-out';
const profile = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile_country_code: '+91',
  mobile_number: '9876543210',
  balance: { balance: 751.48 },
  vehicle: { vehicle_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' },
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha Rao', email: 'asha@example.com' }));
  server = await serveAnswers({
    [PROFILE]: { success: true, profile },
    [UPDATE]: { success: true, message: 'Saved.' },
    [SIGN_OUT]: { success: true, message: '' },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
  await clear();
  await server.close();
});

test('the profile shows who the driver is, the balance and the vehicle [PROFILE-1, PROFILE-2, PROFILE-3, PROFILE-4]', async () => {
  await open('/profile');
  await until(() => element('p', 'Asha Rao'));
  expect(element('h1').textContent).toBe('PROFILE');
  for (const fact of ['asha@example.com', '+91 98765 43210', '₹751.48', 'Nexon EV', 'KA 05 MR 4521'])
    expect(text()).toContain(fact);
});

test('without a vehicle or a balance it says N/A and zero [PROFILE-3, PROFILE-4]', async () => {
  server.answers[PROFILE] = { success: true, profile: { ...profile, vehicle: null, balance: undefined } };
  await open('/profile');
  await until(() => element('a[href="/manage-vehicles"]', 'N/A'));
  element('a[href="/wallet"]', '₹0.00');
});

test('its links lead to screens that exist [PROFILE-5]', async () => {
  await open('/profile');
  await until(() => element('p', 'Asha Rao'));
  for (const path of ['/charging-sessions', '/manage-vehicles']) element(`main a[href="${path}"]`);
});

test('name and e-mail can be changed later, here and in the stored user [PROFILE-6, ONB-5]', async () => {
  await open('/profile');
  await press(await until(() => element('[aria-label="Edit name and email"]')));
  const name = await until(() => element<HTMLInputElement>('[role=dialog] input[autocomplete=name]'));
  expect(name.value).toBe('Asha Rao');
  await fill(name, 'Asha R');
  await press(element('[role=dialog] button', 'Save Information'));
  await until(() => expect(server.bodies(UPDATE)).toEqual([{ name: 'Asha R', email: 'asha@example.com' }]));
  await until(() => expect(JSON.parse(localStorage.getItem('user') ?? '').name).toBe('Asha R'));
});

test('signing out revokes the token, empties the storage and opens the login page [GATE-9]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await open('/profile');
  await press(await until(() => element('button', 'Sign out')));
  await until(() => expect(leave).toHaveBeenCalledWith('/login'));
  expect(server.bodies(SIGN_OUT)).toEqual([{}]);
  expect(localStorage.length).toBe(0);
});

test('a chosen theme holds for the page at once and outlives signing out in a cookie', async () => {
  await open('/profile');
  await press(element('[role=radio]', 'Dark'));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
  await press(element('[role=radio]', 'System'));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(document.cookie).not.toContain('theme=');
});
