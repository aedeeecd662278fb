import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '../../testing/answers.ts';
import { clear, element, fill, here, open, press, text, typeKey, until } from '../../testing/page.tsx';

const LOGIN = 'POST /api-v1/user/login';
const VERIFY = 'POST /api-v1/user/verify-otp';
const UPDATE = 'POST /api-v1/user/update-user';
const arrived = { mobile_no: '9876543210', resend_at: 0 };
const asha = { token: 't', name: 'Asha Rao', email: 'asha@example.com' };

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  localStorage.clear();
  server = await serveAnswers({
    [LOGIN]: { success: true, message: 'The code is on its way.', resend_after: 30 },
    [VERIFY]: { success: true, message: '', user: asha },
    [UPDATE]: { success: true, message: 'Saved.' },
    'GET /client-config': { demo: false },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

test('the number field swallows the special keys and takes digits [LOGIN-3, LOGIN-4, LOGIN-5]', async () => {
  await open('/login');
  const input = element<HTMLInputElement>('input');
  expect([input.type, input.placeholder]).toEqual(['tel', 'Enter Mobile No.']);
  for (const key of ['ArrowUp', 'ArrowDown', 'Enter', '.', '+', '-', '*', '/', 'e']) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await typeKey(input, key), key).toBe(true);
  }
  expect(await typeKey(input, '7')).toBe(false);
  expect(input.value).toBe('7');
});

test('a number of any length is sent as digits, and success opens the code screen with it [LOGIN-6, LOGIN-7, LOGIN-8]', async () => {
  await open('/login');
  await fill(element<HTMLInputElement>('input'), '98765');
  await press(element('button', 'Send OTP'));
  await until(() => expect(here().path).toBe('/otp-verify'));
  expect(server.bodies(LOGIN)).toEqual([{ mobile_no: '98765' }]);
  expect(here().state).toMatchObject({ mobile_no: '98765' });
  expect(await until(() => element('p', 'Please Enter the Verication Code').textContent)).toBe(
    'Please Enter the Verication Code sent to +9198765',
  );
  await until(() => element('.Toastify__toast', 'The code is on its way.'));
});

test('a refused number stays on the login page with the message [ERROR-1]', async () => {
  server.answers[LOGIN] = { success: false, message: 'Ten digits, please.', code: 'mobile_invalid' };
  await open('/login');
  await press(element('button', 'Send OTP'));
  await until(() => element('.Toastify__toast', 'Ten digits, please.'));
  expect(here().path).toBe('/login');
});

test('the code screen without a number leads back to the login page [OTP-15]', async () => {
  await open('/otp-verify');
  await until(() => expect(here().path).toBe('/login'));
});

test('an incomplete code can be sent [OTP-10]', async () => {
  server.answers[VERIFY] = { success: false, message: 'Not that one.', code: 'code_wrong' };
  await open('/otp-verify', arrived);
  await fill(await until(() => element<HTMLInputElement>('input')), '1');
  await press(element('button', 'Verify OTP'));
  await until(() => expect(server.bodies(VERIFY)).toEqual([{ mobile_no: '9876543210', req_otp: '1' }]));
});

test('a refused code stores nothing and stays [OTP-14]', async () => {
  server.answers[VERIFY] = { success: false, message: 'Not that one.', code: 'code_wrong' };
  await open('/otp-verify', arrived);
  await press(await until(() => element('button', 'Verify OTP')));
  await until(() => element('.Toastify__toast', 'Not that one.'));
  expect([here().path, localStorage.getItem('user')]).toEqual(['/otp-verify', null]);
});

test('a whole code that is refused makes room for the next one', async () => {
  server.answers[VERIFY] = { success: false, message: 'Not that one.', code: 'code_wrong' };
  await open('/otp-verify', arrived);
  await fill(await until(() => element<HTMLInputElement>('input')), '123456');
  await press(element('button', 'Verify OTP'));
  const boxes = () => [...document.querySelectorAll('input')];
  await until(() =>
    expect(
      boxes()
        .map(({ value }) => value)
        .join(''),
    ).toBe(''),
  );
  expect(document.activeElement).toBe(boxes()[0]);
});

test('who is signed in already is not asked for a number', async () => {
  localStorage.setItem('user', JSON.stringify({ ...asha, name: '' }));
  await open('/login');
  await until(() => expect(here().path).toBe('/basic-details'));
});

test.each([
  ['/', asha, 'OTP-13'],
  ['/basic-details', { ...asha, name: '' }, 'OTP-12'],
  ['/basic-details', { ...asha, email: '' }, 'OTP-12'],
])('the right code stores the user and opens %s for %j [OTP-11, %s]', async (path, user) => {
  server.answers[VERIFY] = { success: true, message: '', user };
  await open('/otp-verify', arrived);
  await fill(await until(() => element<HTMLInputElement>('input')), '123456');
  await press(element('button', 'Verify OTP'));
  await until(() => expect(here().path).toBe(path));
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
});

test('after the countdown another code goes to the same number [OTP-16]', async () => {
  await open('/otp-verify', arrived);
  await press(await until(() => element('button', 'Send again')));
  await until(() => expect(text()).toMatch(/Send again in 0:(30|29)/));
  expect(server.bodies(LOGIN)).toEqual([{ mobile_no: '9876543210' }]);
});

test('name and e-mail are saved as typed, kept in the stored user, and lead to the map [ONB-1, ONB-3, ONB-4, ONB-5]', async () => {
  localStorage.setItem('user', JSON.stringify({ token: 't', name: '', email: '' }));
  await open('/basic-details');
  await until(() => element('h1', 'Tell Us About YourSelf'));
  const [name, email] = [...document.querySelectorAll('input')];
  if (name) await fill(name, 'Asha');
  if (email) await fill(email, 'not an address');
  await press(element('button', 'Save Information'));
  await until(() => expect(here().path).toBe('/'));
  expect(server.bodies(UPDATE)).toEqual([{ name: 'Asha', email: 'not an address' }]);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ token: 't', name: 'Asha' });
});

const GATED = ['/', '/wallet', '/charger', '/profile', '/manage-vehicles', '/next-charging', '/list-chargers'];
test.each([...GATED, '/charging-sessions', '/payment-details', '/basic-details'])(
  '%s without a stored user leads to the login page [GATE-1, GATE-2]',
  async (path) => {
    await open(path);
    await until(() => expect(here().path).toBe('/login'));
  },
);

test('an unknown address shows a way home [GATE-8]', async () => {
  await open('/nowhere');
  await until(() => element('a[href="/"]', 'Back to the map'));
});
