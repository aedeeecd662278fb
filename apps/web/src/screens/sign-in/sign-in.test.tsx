import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, typeKey, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';
import { clientConfig, profileReply } from '../../testing/replies.ts';

const LOGIN = 'POST /api-v1/user/login';
const VERIFY = 'POST /api-v1/user/verify-otp';
const UPDATE = 'POST /api-v1/user/update-user';
const arrived = { mobile_no: '9876543210', resend_at: 0 };
const asha = { token: 't', name: 'Asha Rao', email: 'asha@example.com' };

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  server = await serveAnswers({
    [LOGIN]: { success: true, message: 'The code is on its way.', resend_after: 30 },
    [VERIFY]: { success: true, message: '', user: asha },
    [UPDATE]: { success: true, message: 'Saved.' },
    'GET /client-config': clientConfig(),
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

test('the number field ignores the special keys and accepts digits [LOGIN-3, LOGIN-4, LOGIN-5]', async () => {
  await open('/login');
  const input = element<HTMLInputElement>('input');
  expect([input.type, input.placeholder]).toEqual(['tel', 'Enter Mobile No.']);
  for (const key of ['ArrowUp', 'ArrowDown', 'Enter', '.', '+', '-', '*', '/', 'e']) {
    expect(await typeKey(input, key), key).toBe(true);
  }
  expect(await typeKey(input, '7')).toBe(false);
  expect(input.value).toBe('7');
});

test.each([
  ['98765', '98765'],
  ['98765432101234', '98765432101234'],
  ['+91 98765-43210', '9876543210'],
  ['९८७६५ ४३२१०', '9876543210'],
])(
  'a number of any length, such as %s, is sent as digits, and success opens the code screen with it [LOGIN-6, LOGIN-7, LOGIN-8]',
  async (entered, number) => {
    await open('/login');
    await fill(element<HTMLInputElement>('input'), entered);
    await press(element('button', 'Send OTP'));
    await until(() => expect(here().path).toBe('/otp-verify'));
    expect(server.bodies(LOGIN)).toEqual([{ mobile_no: number }]);
    expect(here().state).toMatchObject({ mobile_no: number });
    expect(await until(() => element('p', 'Please Enter the Verication Code').textContent)).toBe(
      `Please Enter the Verication Code sent to +91${number}`,
    );
    await until(() => element('.Toastify__toast', 'The code is on its way.'));
  },
);

test('Enter sends a complete number', async () => {
  await open('/login');
  const input = element<HTMLInputElement>('input');
  await fill(input, '987654321');
  await typeKey(input, 'Enter');
  await fill(input, '9876543210');
  await typeKey(input, 'Enter');
  await until(() => expect(here().path).toBe('/otp-verify'));
  expect(server.bodies(LOGIN)).toEqual([{ mobile_no: '9876543210' }]);
});

test('an accepted number shows the server’s message on the code screen [API-5]', async () => {
  server.answers[LOGIN] = { success: true, message: 'Look at your phone.', resend_after: 30 };
  await open('/login');
  await fill(element<HTMLInputElement>('input'), '9876543210');
  await press(element('button', 'Send OTP'));
  await until(() => element('.Toastify__toast--success', 'Look at your phone.'));
  await until(() => expect(here()).toMatchObject({ path: '/otp-verify', state: { mobile_no: '9876543210' } }));
  expect(server.bodies(LOGIN)).toEqual([{ mobile_no: '9876543210' }]);
});

test('a refused number stays on the login page with the message [ERROR-1]', async () => {
  server.answers[LOGIN] = { success: false, message: 'Ten digits, please.', code: 'mobile_invalid' };
  await open('/login');
  await press(element('button', 'Send OTP'));
  await until(() => element('.Toastify__toast--error', 'Ten digits, please.'));
  expect(here().path).toBe('/login');
  // The toast goes, and the reason stays at the field until another number is typed.
  const field = element<HTMLInputElement>('input[type=tel]');
  element('main [role=alert]', 'Ten digits, please.');
  await until(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await fill(field, '98');
  await until(() => expect(document.querySelector('main [role=alert]')).toBeNull());
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

test('a refused code stores nothing and stays on the screen [OTP-14]', async () => {
  server.answers[VERIFY] = { success: false, message: 'Not that one.', code: 'code_wrong' };
  await open('/otp-verify', arrived);
  await press(await until(() => element('button', 'Verify OTP')));
  await until(() => element('.Toastify__toast', 'Not that one.'));
  expect([here().path, localStorage.getItem('user')]).toEqual(['/otp-verify', null]);
});

test('a complete code is sent in the order of its boxes; the sixth digit moves to the button, and a refused code is marked and kept [OTP-8]', async () => {
  server.answers[VERIFY] = { success: false, message: 'Not that one.', code: 'code_wrong' };
  await open('/otp-verify', arrived);
  const boxes = () => [...document.querySelectorAll('input')];
  await until(() => expect(boxes()).toHaveLength(6));
  for (const [index, digit] of ['4', '8', '1', '5', '1', '6'].entries()) {
    await fill(boxes()[index] ?? new HTMLInputElement(), digit);
  }
  expect(document.activeElement).toBe(element('button', 'Verify OTP'));
  await press(element('button', 'Verify OTP'));
  await until(() => expect(server.bodies(VERIFY)).toEqual([{ mobile_no: '9876543210', req_otp: '481516' }]));
  // The toast says that the code is wrong, and the line below the boxes says what to do.
  await until(() =>
    expect(element('main [role=alert]').textContent).toBe('Check the code: all 6 digits, from our latest message.'),
  );
  const note = element('main [role=alert]').id;
  const state = () =>
    boxes().map((box) => [box.value, box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')]);
  expect(state()).toEqual(['4', '8', '1', '5', '1', '6'].map((digit) => [digit, 'true', note]));
  // The next code is typed over the wrong one.
  expect(document.activeElement).toBe(boxes()[0]);
  await fill(boxes()[0] ?? new HTMLInputElement(), '9');
  expect(state()).toEqual(['9', '8', '1', '5', '1', '6'].map((digit) => [digit, null, null]));
});

test.each([429, 503])('a refusal with %s is shown below the code, whose boxes are not marked', async (status) => {
  server.answers[VERIFY] = { status, body: { success: false, message: 'Try in a minute.', code: 'too_many_requests' } };
  await open('/otp-verify', arrived);
  await press(await until(() => element('button', 'Verify OTP')));
  await until(() => expect(element('main [role=alert]').textContent).toBe('Try in a minute.'));
  expect(document.querySelector('[aria-invalid]')).toBeNull();
});

test('a code that is no longer valid disables the boxes, says so, and offers a new one at once', async () => {
  server.answers[VERIFY] = { success: false, message: 'Too late.', code: 'code_expired' };
  server.answers[LOGIN] = { success: true, message: 'Look at your phone.', resend_after: 30 };
  await open('/otp-verify', { ...arrived, resend_at: Date.now() - 1 });
  const boxes = () => [...document.querySelectorAll('input')];
  await press(await until(() => element('button', 'Verify OTP')));
  await until(() => expect(element('main [role=alert]').textContent).toContain('This code no longer works'));
  expect(boxes().every((box) => box.disabled)).toBe(true);
  expect(document.body.textContent).not.toContain('Verify OTP');
  expect(document.activeElement).toBe(element('button', 'Send a new code'));
  await press(element('button', 'Send a new code'));
  await until(() => element('button', 'Verify OTP'));
  expect([server.bodies(LOGIN), boxes().some((box) => box.disabled)]).toEqual([[{ mobile_no: '9876543210' }], false]);
});

test('while a new code has to wait, its button has the focus but sends nothing', async () => {
  server.answers[VERIFY] = { success: false, message: 'Too late.', code: 'code_expired' };
  await open('/otp-verify', { ...arrived, resend_at: Date.now() + 60_000 });
  await press(await until(() => element('button', 'Verify OTP')));
  const button = await until(() => element<HTMLButtonElement>('button', 'Send again in'));
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true']);
  await press(button);
  expect(server.bodies(LOGIN)).toEqual([]);
});

test('boxes 4 to 6 block the keys that the number field blocks, and boxes 1 to 3 none [OTP-9]', async () => {
  await open('/otp-verify', arrived);
  const boxes = await until(() => {
    const all = [...document.querySelectorAll('input')];
    expect(all).toHaveLength(6);
    return all;
  });
  const isBlockedIn = async (box: HTMLInputElement, key: string): Promise<boolean> => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    await act(async () => box.dispatchEvent(event));
    return event.defaultPrevented;
  };
  for (const key of ['ArrowUp', 'ArrowDown', 'Enter', '.', '+', '-', '*', '/', 'e']) {
    const blocked: boolean[] = [];
    for (const box of boxes) blocked.push(await isBlockedIn(box, key));
    expect(blocked, key).toEqual([false, false, false, true, true, true]);
  }
});

test('a driver who is already signed in is not asked for a number', async () => {
  keepUser({ ...asha, name: '' });
  await open('/login');
  await until(() => expect(here().path).toBe('/basic-details'));
});

test.each([
  ['/', asha, 'OTP-13'],
  ['/basic-details', { ...asha, name: '' }, 'OTP-12'],
  ['/basic-details', { ...asha, email: '' }, 'OTP-12'],
])('the right code stores the user and opens %s for %j [OTP-11, API-6, %s]', async (path, user) => {
  server.answers[VERIFY] = { success: true, message: '', user };
  await open('/otp-verify', arrived);
  await fill(await until(() => element<HTMLInputElement>('input')), '123456');
  await press(element('button', 'Verify OTP'));
  await until(() => expect(here().path).toBe(path));
  expect(server.bodies(VERIFY)).toEqual([{ mobile_no: '9876543210', req_otp: '123456' }]);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user);
});

test.each([
  ['a shared link', '/charger?id=s1', '/charger'],
  ['a sticker', '/c/KA-1/2', '/c/KA-1/2'],
])(
  '%s leads to its page once the driver has signed in, also after entering name and e-mail [OTP-13, ONB-3]',
  async (_, link, path) => {
    for (const user of [asha, { ...asha, email: '' }]) {
      localStorage.clear();
      server.answers[VERIFY] = { success: true, message: '', user };
      await open(link);
      await until(() => expect(here().path).toBe('/login'));
      await clear();
      await open('/otp-verify', arrived);
      await fill(await until(() => element<HTMLInputElement>('input')), '123456');
      await press(element('button', 'Verify OTP'));
      if (user.email === '') {
        await until(() => expect(here().path).toBe('/basic-details'));
        await press(element('button', 'Save Information'));
      }
      await until(() => expect(here().path).toBe(path));
      // The link was used once and is removed.
      expect(sessionStorage.getItem('shared-link')).toBeNull();
      await clear();
    }
  },
);

test('after the countdown another code is sent to the same number [OTP-16, ENTITY-22]', async () => {
  await open('/otp-verify', arrived);
  await press(await until(() => element('button', 'Send again')));
  await until(() => expect(text()).toMatch(/Send again in 0:(30|29)/));
  expect(server.bodies(LOGIN)).toEqual([{ mobile_no: '9876543210' }]);
});

test('name and e-mail are saved as typed and lead to the map [ONB-1, ONB-3, ONB-4]', async () => {
  keepUser({ token: 't', name: '', email: '' });
  await open('/basic-details');
  await until(() => element('h1', 'Tell Us About YourSelf'));
  const [name, email] = [...document.querySelectorAll('input')];
  if (name) await fill(name, 'Asha');
  if (email) await fill(email, 'not an address');
  await press(element('button', 'Save Information'));
  await until(() => expect(here().path).toBe('/'));
  expect(server.bodies(UPDATE)).toEqual([{ name: 'Asha', email: 'not an address' }]);
});

test('a refusal that concerns no field is shown in a toast [ERROR-1]', async () => {
  keepUser({ token: 't', name: '', email: '' });
  server.answers[UPDATE] = { success: false, message: 'Not just now.', code: 'too_many' };
  await open('/basic-details');
  await press(await until(() => element('button', 'Save Information')));
  await until(() => element('.Toastify__toast--error', 'Not just now.'));
});

test('a new driver is asked once on the map for a car, with a link to add one', async () => {
  keepUser({ token: 't', name: '', email: '' });
  server.answers['GET /api-v1/user/get-profile'] = profileReply({});
  await open('/basic-details');
  await press(await until(() => element('button', 'Save Information')));
  const question = await until(() => element('[role=status]', 'What do you drive?'));
  expect(question.querySelector('a')?.getAttribute('href')).toBe('/manage-vehicles');
  await press(question.querySelector('a') as HTMLElement);
  await until(() => expect(here()).toMatchObject({ path: '/manage-vehicles', state: { fromScreen: 'map' } }));
});

test('the question about the car can be dismissed', async () => {
  keepUser(asha);
  server.answers['GET /api-v1/user/get-profile'] = profileReply({});
  await open('/', { asksForVehicle: true });
  const question = await until(() => element('[role=status]', 'What do you drive?'));
  await press(question.querySelector('button[aria-label=Close]') as HTMLElement);
  await until(() => expect(text()).not.toContain('What do you drive?'));
});

test('a driver who opens the map in another way, or has a car, is not asked for one', async () => {
  keepUser(asha);
  server.answers['GET /api-v1/user/get-profile'] = profileReply({});
  await open('/');
  await until(() => expect(server.bodies('GET /api-v1/user/get-profile')).not.toHaveLength(0));
  expect(text()).not.toContain('What do you drive');
  server.answers['GET /api-v1/user/get-profile'] = profileReply({
    vehicle: { vehicle_name: 'Nexon', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' },
  });
  await open('/', { asksForVehicle: true });
  await until(() => expect(server.bodies('GET /api-v1/user/get-profile').length).toBeGreaterThan(1));
  expect(text()).not.toContain('What do you drive');
});

test.each([
  ['name_invalid', 'name', 'Enter your name, at most 80 characters.'],
  ['email_invalid', 'email', 'Enter an e-mail address such as asha@example.com.'],
])(
  'nothing is checked before it is sent: the server’s refusal of %s is shown at its field [ONB-4]',
  async (code, field, message) => {
    keepUser({ token: 't', name: '', email: '' });
    server.answers[UPDATE] = { success: false, message, code };
    await open('/basic-details');
    const input = await until(() => element<HTMLInputElement>(`input[autocomplete=${field}]`));
    await press(element('button', 'Save Information'));
    await until(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(server.bodies(UPDATE)).toEqual([{ name: '', email: '' }]);
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
    expect(document.querySelector('.Toastify__toast')).toBeNull();
    expect(document.activeElement).toBe(input);
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);

    // The sentence stays until the field changes. The next refusal shows it again.
    await fill(input, 'x');
    expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]).toEqual([null, null]);
    element('button', 'Save Information').focus();
    await press(element('button', 'Save Information'));
    await until(() => expect(document.activeElement).toBe(input));
  },
);

test('the stored user keeps its token and gets the saved name and e-mail, and the map opens [ONB-5, API-23]', async () => {
  keepUser({ token: 't', name: '', email: '' });
  await open('/basic-details');
  await fill(await until(() => element<HTMLInputElement>('input[autocomplete=name]')), 'Asha');
  await fill(element<HTMLInputElement>('input[autocomplete=email]'), 'asha@example.com');
  await press(element('button', 'Save Information'));
  await until(() => expect(here().path).toBe('/'));
  expect(server.bodies(UPDATE)).toEqual([{ name: 'Asha', email: 'asha@example.com' }]);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
    token: 't',
    name: 'Asha',
    email: 'asha@example.com',
  });
});

test('the login page asks for the phone number, with +91 fixed before it [LOGIN-1, LOGIN-2]', async () => {
  await open('/login');
  expect(element('h1').textContent).toBe('What is your phone number?');
  const input = element<HTMLInputElement>('input');
  expect(input.parentElement?.textContent).toBe('+91');
  await fill(input, '+9198');
  expect([input.value, input.parentElement?.textContent]).toEqual(['98', '+91']);
});

test('a driver who signs in is told what they agree to, and can read it first [SCOPE-3]', async () => {
  await open('/login');
  element('main a[href="/termsandcondition"]', 'Terms and Conditions');
  await press(element('main a[href="/privacy"]', 'Privacy Policy'));
  await until(() => expect(element('h1').textContent).toBe('Privacy Policy'));
});

test('the code screen names its number, in the specified words [OTP-1, OTP-2, OTP-3]', async () => {
  await open('/otp-verify', { ...arrived, mobile_no: '9000000001' });
  expect(await until(() => element('h1').textContent)).toBe('OTP Verification');
  element('button', 'Verify OTP');
  expect(element('p', 'Please').textContent).toBe('Please Enter the Verication Code sent to +919000000001');
});

test('the first questions are name and e-mail [ONB-2]', async () => {
  keepUser({ token: 't', name: '', email: '' });
  await open('/basic-details');
  await until(() => element('h1', 'Tell Us About YourSelf'));
  const fields = [...document.querySelectorAll('input')].map((input) => [
    document.querySelector(`label[for="${input.id}"]`)?.textContent,
    input.autocomplete,
  ]);
  expect(fields).toEqual([
    ['Name', 'name'],
    ['Email', 'email'],
  ]);
});

const GATED = ['/', '/wallet', '/charger', '/profile', '/manage-vehicles', '/next-charging', '/list-chargers'];
const ALSO_GATED = ['/charging-sessions', '/payment-details', '/add-review', '/saved-charger-list', '/contact-us'];
test.each([...GATED, ...ALSO_GATED, '/reviews', '/basic-details', '/search', '/c/KA-1'])(
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
