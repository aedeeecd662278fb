import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromAnotherServer, serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';

const PROFILE = 'GET /api-v1/user/get-profile';
const UPDATE = 'POST /api-v1/user/update-user';
const SIGN_OUT = 'POST /api-v1/user/sign-out';
const RECEIPTS = 'GET /api-v1/user/receipts';
const receiptsOf = (state: string, on: boolean) => ({ success: true, email: 'asha@example.com', state, on });
const profile = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile_country_code: '+977',
  mobile_number: '9876543210',
  balance: { balance: 751.48 },
  vehicle: {
    vehicle_name: 'Nexon EV Prime / MR 30.2 kWh',
    vehicle_registration_number: 'KA05MR4521',
    vehicle_image: 'suv',
  },
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  // The user as stored at the last sign-in on this device.
  keepUser({ token: 't', name: 'Asha', email: 'old@example.com' });
  server = await serveAnswers({
    [PROFILE]: { success: true, profile },
    [UPDATE]: { success: true, message: 'Saved.' },
    [SIGN_OUT]: { success: true, message: '' },
    [RECEIPTS]: receiptsOf('unconfirmed', false),
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
  await clear();
  await server.close();
});

test('the profile shows who the driver is [PROFILE-1, PROFILE-2, API-21]', async () => {
  await open('/profile');
  await until(() => element('p', 'Asha Rao'));
  expect(element('h1').textContent).toBe('PROFILE');
  for (const fact of ['asha@example.com', '+977 98765 43210']) expect(text()).toContain(fact);
});

test('the profile shows the balance and the vehicle [PROFILE-3, PROFILE-4, API-21]', async () => {
  await open('/profile');
  await until(() => element('main a[href="/wallet"]', '₹751.48'));
  const vehicle = element('main a[href="/manage-vehicles"]', 'Nexon EV');
  expect(vehicle.textContent).toContain('Nexon EV Prime / MR 30.2 kWhKA 05 MR 4521');
});

test('what is held for a running charge stands beside the balance', async () => {
  server.answers[PROFILE] = fromAnotherServer({
    success: true,
    profile: { ...profile, balance: { balance: 0, held: 436.1 } },
  });
  await open('/profile');
  await until(() => element('main a[href="/wallet"]', '₹0.00₹436.10 held for your charge'));
});

test('without a vehicle or a balance it says N/A and zero [PROFILE-3, PROFILE-4]', async () => {
  server.answers[PROFILE] = fromAnotherServer({
    success: true,
    profile: { ...profile, vehicle: null, balance: undefined },
  });
  await open('/profile');
  await until(() => element('a[href="/manage-vehicles"]', 'N/A'));
  element('a[href="/wallet"]', '₹0.00');
});

test.each([
  ['/charging-sessions', 'Charging sessions'],
  ['/manage-vehicles', 'Manage vehicles'],
  ['/saved-charger-list', 'Saved stations'],
  ['/privacy', 'Privacy Policy'],
  ['/refund', 'Refund Policy'],
  ['/termsandcondition', 'Terms and Conditions'],
  ['/cancellation', 'Cancellation Policy'],
  ['/contact-us', 'Help Center'],
])('the profile leads to %s [PROFILE-5, SCOPE-6]', async (path, name) => {
  await open('/profile');
  await press(await until(() => element(`main li a[href="${path}"]`, name)));
  await until(() => expect(here().path).toBe(path));
  await until(() => expect(element('header h1').textContent).not.toBe('PROFILE'));
  expect(text()).not.toContain('Page not found');
});

test('name and e-mail can be changed later, on the server and in the stored user [PROFILE-6, ONB-5]', async () => {
  await open('/profile');
  await press(await until(() => element('[aria-label="Edit your details"]')));
  const name = await until(() => element<HTMLInputElement>('[role=dialog] input[autocomplete=name]'));
  expect(name.value).toBe('Asha Rao');
  await fill(name, 'Asha R');
  const email = element<HTMLInputElement>('[role=dialog] input[autocomplete=email]');
  expect(email.value).toBe('asha@example.com');
  await fill(email, 'asha.r@example.com');
  await press(element('[role=dialog] button', 'Save Information'));
  await until(() => expect(server.bodies(UPDATE)).toEqual([{ name: 'Asha R', email: 'asha.r@example.com' }]));
  await until(() => expect(JSON.parse(localStorage.getItem('user') ?? '').name).toBe('Asha R'));
});

test('an e-mail that the server refuses is explained at its field in the sheet, which stays open', async () => {
  const message = 'Enter an e-mail address such as asha@example.com.';
  server.answers[UPDATE] = { success: false, message, code: 'email_invalid' };
  await open('/profile');
  await press(await until(() => element('[aria-label="Edit your details"]')));
  const email = await until(() => element<HTMLInputElement>('[role=dialog] input[autocomplete=email]'));
  await fill(email, 'asha');
  await press(element('[role=dialog] button', 'Save Information'));
  await until(() => expect(email.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
  expect(document.activeElement).toBe(email);
});

const dialog = <E extends HTMLElement>(selector: string, text = '') => element<E>(`[role=dialog] ${selector}`, text);
const inputOf = (label: string) => {
  const { htmlFor } = dialog<HTMLLabelElement>('label', label);
  return document.getElementById(htmlFor) as HTMLInputElement;
};
const leave = (input: HTMLInputElement) =>
  act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const BUSINESS = {
  gstin: '27AAPFU0939F1ZV',
  business_name: 'Pawar & Sons',
  business_address: '9 Dock Road, Pune 411001',
};
const editDetails = async () => {
  await open('/profile');
  await press(await until(() => element('[aria-label="Edit your details"]')));
  await until(() => dialog('legend', 'Business invoices (GST)'));
};

test('a business is entered by its GSTIN, which is checked when the field is left, and then by name and address [TAX-24]', async () => {
  await editDetails();
  expect([...document.querySelectorAll('[role=dialog] input')]).toHaveLength(3);
  const gstin = inputOf('GSTIN');
  await fill(gstin, '27 aapfu 0939f1zw');
  expect(gstin.value).toBe('27AAPFU0939F1ZW');
  expect(gstin.getAttribute('aria-invalid')).toBeNull();
  await leave(gstin);
  await until(() =>
    dialog('[role=alert]', 'This GSTIN is not right. Check its 15 characters on your GST certificate.'),
  );
  expect(gstin.getAttribute('aria-invalid')).toBe('true');
  await fill(gstin, BUSINESS.gstin);
  await leave(gstin);
  expect(document.querySelector('[role=dialog] [role=alert]')).toBeNull();
  await fill(inputOf('Business name'), BUSINESS.business_name);
  await fill(inputOf('Business address'), BUSINESS.business_address);
  await press(dialog('button', 'Save Information'));
  const who = { name: 'Asha Rao', email: 'asha@example.com' };
  await until(() => expect(server.bodies(UPDATE)).toEqual([{ ...who, ...BUSINESS }]));
  await until(() => expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({ token: 't', ...who }));
});

test('a business is shown on the profile, and removed by clearing its GSTIN [TAX-24]', async () => {
  server.answers[PROFILE] = { success: true, profile: { ...profile, ...BUSINESS } };
  await editDetails();
  expect(text()).toContain('Invoices go to Pawar & Sons');
  expect(inputOf('Business address').value).toBe(BUSINESS.business_address);
  await fill(inputOf('GSTIN'), '');
  await leave(inputOf('GSTIN'));
  expect([...document.querySelectorAll('[role=dialog] input')]).toHaveLength(3);
  await press(dialog('button', 'Save Information'));
  await until(() => expect(server.bodies(UPDATE)).toMatchObject([{ gstin: '' }]));
});

test('a business name that the server refuses is explained at its field', async () => {
  const message = 'Enter the business name as on your GST certificate, at most 100 characters.';
  server.answers[UPDATE] = { success: false, message, code: 'business_name_invalid' };
  await editDetails();
  await fill(inputOf('GSTIN'), BUSINESS.gstin);
  await press(dialog('button', 'Save Information'));
  await until(() => dialog('[role=alert]', message));
  expect(document.activeElement).toBe(inputOf('Business name'));
});

test('signing out revokes the token, empties the storage and opens the login page [GATE-9]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await open('/profile');
  await press(await until(() => element('button', 'Sign out')));
  await until(() => expect(leave).toHaveBeenCalledWith('/login'));
  expect(server.bodies(SIGN_OUT)).toEqual([{}]);
  expect(localStorage.length).toBe(0);
});

test('signing out everywhere asks first, revokes every token and leaves [GATE-9]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await open('/profile');
  await press(await until(() => element('button', 'Sign out on all devices')));
  await press(await until(() => element('[role=dialog] button', 'Sign out on all devices')));
  await until(() => expect(leave).toHaveBeenCalledWith('/login'));
  expect(server.bodies(SIGN_OUT)).toEqual([{ everywhere: true }]);
  expect(localStorage.length).toBe(0);
});

const DELETE = 'POST /api-v1/user/delete-account';
const openDelete = async () => {
  await open('/profile');
  await until(() => element('p', 'Asha Rao'));
  await press(element('button', 'Delete my account'));
  await until(() => element('[role=dialog] h2', 'Delete your account?'));
};
const deleteButton = () => element<HTMLButtonElement>('[role=dialog] button', 'Delete for good');
const agree = (words: string) => press(element('[role=dialog] label', words).querySelector('input') ?? document.body);

test('deleting the account says what is erased, what the law keeps and what is left, and needs agreement to both [ACCOUNT-15]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  server.answers[DELETE] = { success: true, message: 'Your account is deleted.' };
  await openDelete();
  const said = element('[role=dialog]').textContent;
  for (const fact of ['Your vehicles', 'Tax invoices', '₹751.48 is left']) expect(said).toContain(fact);
  expect(deleteButton().disabled).toBe(true);
  await agree('I understand');
  expect(deleteButton().disabled).toBe(true);
  await agree('I give up');
  await press(deleteButton());
  await until(() => expect(leave).toHaveBeenCalledWith('/login'));
  expect(server.bodies(DELETE)).toEqual([{ give_up_balance: true }]);
  expect(localStorage.length).toBe(0);
});

test('a refused deletion shows the reason and changes nothing', async () => {
  server.answers[PROFILE] = { success: true, profile: { ...profile, balance: { balance: 0 } } };
  server.answers[DELETE] = {
    status: 409,
    body: { success: false, message: 'A charge is running.', code: 'charge_running' },
  };
  await openDelete();
  expect(element('[role=dialog]').textContent).not.toContain('I give up');
  await agree('I understand');
  await press(deleteButton());
  await until(() => element('.Toastify__toast--error', 'A charge is running.'));
  expect(server.bodies(DELETE)).toEqual([{}]);
  expect(localStorage.getItem('user')).not.toBeNull();
});

test('a chosen theme applies to the page at once and is kept in a cookie after signing out', async () => {
  await open('/profile');
  await press(element('[role=radio]', 'Dark'));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.cookie).toContain('theme=dark');
  await press(element('[role=radio]', 'System'));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(document.cookie).not.toContain('theme=');
});

const COPY = 'GET /api-v1/user/personal-data';
const openCopies = async () => {
  await open('/profile');
  await press(await until(() => element('main button', 'Download my data')));
  return until(() => element<HTMLButtonElement>('[role=dialog] button', 'PDF to read'));
};

test('all data about the driver is saved as a file to read or for programs, with its progress', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  server.answers[COPY] = promise;
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href.slice(0, 5)}`);
  });
  const pdf = await openCopies();
  await press(pdf);
  await until(() => expect(pdf.getAttribute('aria-busy')).toBe('true'));
  expect(element('[role=dialog] [role=status]').textContent).toBe('Preparing your data …');
  await press(element('[role=dialog] button', 'JSON file'));
  resolve({
    success: true,
    exported_at: '2026-11-22T04:00:00Z',
    mobile_number: '+919876543210',
    data: {},
    incomplete: [],
  });
  await until(() => expect(saved).toEqual(['bijli-data.pdf blob:']));
  await until(() => element('[role=dialog] [role=status]', 'Your copy is ready'));
  await press(element('[role=dialog] button', 'JSON file'));
  await until(() => expect(saved).toEqual(['bijli-data.pdf blob:', 'bijli-data.json blob:']));
  const asked = server.asked.filter(({ call }) => call === COPY);
  expect(asked.map(({ search }) => search)).toEqual(['?format=pdf', '?format=json']);
  expect(asked[0]?.headers.authorization).toBe('Bearer t');
});

test('a copy that is refused or cannot be loaded is explained in the sheet, and can be requested again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const message = 'You have taken 5 copies of your data today. Please come back tomorrow.';
  server.answers[COPY] = { status: 429, body: { success: false, message, code: 'export_limit' } };
  const pdf = await openCopies();
  await press(pdf);
  await until(() => expect(element('[role=dialog] [role=alert]').textContent).toBe(message));
  expect(pdf.getAttribute('aria-busy')).toBeNull();
  server.answers[COPY] = { status: 503, body: 'nonsense' };
  await press(pdf);
  await until(() => expect(element('[role=dialog] [role=alert]').textContent).toContain('Something went wrong'));
});

test('receipts by e-mail are switched on, wait for the link in the e-mail, and show their address once it is opened', async () => {
  const TURN = 'POST /api-v1/user/receipts';
  const SEND = 'POST /api-v1/user/receipts/link';
  const CONFIRM = 'POST /api-v1/user/receipts/confirm';
  await open('/profile');
  const row = () => element('main label', 'Receipts by e-mail');
  const pushSwitch = () => row().querySelector<HTMLElement>('[role=switch]') ?? expect.unreachable();
  await until(() => expect(pushSwitch().hasAttribute('data-disabled')).toBe(false));
  server.answers[TURN] = receiptsOf('link_sent', true);
  server.answers[RECEIPTS] = receiptsOf('link_sent', true);
  await press(pushSwitch());
  await until(() => expect(row().textContent).toContain('Starts once you open the link we sent to asha@example.com.'));
  expect(server.bodies(TURN)).toEqual([{ on: true }]);
  server.answers[SEND] = { success: true, message: 'We sent you a link.' };
  await press(element('main button', 'Send again'));
  await until(() => element('.Toastify__toast', 'We sent you a link.'));

  await clear();
  server.answers[CONFIRM] = { success: true, message: 'Your e-mail address is confirmed.' };
  server.answers[RECEIPTS] = receiptsOf('confirmed', true);
  await open('/profile?confirm=abc.def');
  await until(() => element('.Toastify__toast', 'Your e-mail address is confirmed.'));
  expect(server.bodies(CONFIRM)).toEqual([{ token: 'abc.def' }]);
  await until(() => expect(row().textContent).toContain('To asha@example.com'));
  expect(text()).not.toContain('Send again');
});
