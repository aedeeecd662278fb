import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { paths } from '#paths.ts';
import { here, open, setSize } from '../testing/page.tsx';
import { clientConfig, profileReply } from '../testing/replies.ts';

const PROFILE = 'GET /api-v1/user/get-profile';
const GET = 'GET /api-v1/user/get-charger';
const SIGN_OUT = 'POST /api-v1/user/sign-out';
const asha = { token: 't', name: 'Asha Rao', email: 'asha@example.com' };
const station = {
  id: 's1',
  property_id: 's1',
  property_name: 'Orion Avenue',
  address: 'Banaswadi',
  latitude: 12.97,
  longitude: 77.64,
  visibility: 'public',
  active_charger: 0,
  status: 0,
};
const nexon = {
  id: '7',
  vehicle_id: 'nexon',
  vehicle_name: 'Nexon EV',
  vehicle_image: 'suv',
  vehicle_registration_number: 'KA05MR4521',
  default: 0,
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  setSize(390);
  keepUser(asha);
  server = await serveAnswers({
    [PROFILE]: profileReply(),
    [SIGN_OUT]: { success: true, message: '' },
    [GET]: {
      success: true,
      property: station,
      chargers: [],
      bookmark: false,
      vehicles: [nexon],
      wallet: { balance: 0 },
    },
    'GET /client-config': clientConfig(),
    'GET /api-v1/user/charging-station': { success: true, properties: [] },
    'GET /api-v1/user/charging-session-list': { success: true, data: [] },
    'POST /api-v1/user/save-bookmark': { success: true, message: 'Station saved.' },
    'POST /api-v1/user/add-default-vehicle': { success: true, message: 'Default vehicle changed.' },
    'POST /api-v1/user/add-reviews': { success: true, message: 'Thank you for your review.' },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clear();
  await server.close();
});

const about = { property_id: 's1', property_name: 'Orion Avenue' };
const onceThere = (path: string) =>
  until(() => {
    expect(here().path).toBe(path);
    expect(document.querySelector('[data-here]')?.parentElement?.querySelector('main')).not.toBeNull();
    return element('main');
  });

test.each<[string, object?]>([
  ['/wallet'],
  ['/charger', { station }],
  ['/profile'],
  ['/manage-vehicles'],
  ['/list-chargers'],
  ['/charging-sessions'],
  ['/payment-details', {}],
  ['/add-review', about],
  ['/saved-charger-list'],
  ['/contact-us'],
  ['/reviews', about],
  ['/basic-details'],
  ['/notifications'],
  ['/search'],
])(
  '%s is open to anyone with an entry under user, with the navigation bar above its content [SHELL-1, GATE-3]',
  async (path, state) => {
    localStorage.clear();
    localStorage.setItem('user', '{"token":"t"}');
    await open(path, state);
    await onceThere(path);
    const bar = await until(() => element('header'));
    expect(bar.compareDocumentPosition(element('main')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(bar.querySelector('[aria-label="Back"], [aria-label="Menu"]')).not.toBeNull();
  },
);

test('on the map the search pill with the menu replaces the bar, and the footer bar is there [SHELL-1, SHELL-5]', async () => {
  await open('/');
  const bar = await until(() => element('header', 'Search charger,city,state....'));
  const links = [...document.querySelectorAll('main nav[aria-label="Main"] a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/wallet', '/profile']);
  expect(bar.querySelector('button[aria-label="Menu"]')).not.toBeNull();
  expect(bar.querySelector('a[href="/search"]')).not.toBeNull();
});

test('the bar cuts a title of more than 30 characters, and no shorter one [SHELL-3]', async () => {
  for (const [name, shown] of [
    ['Orion Avenue Mall, Ground Floor', 'Orion Avenue Mall, Ground Floo…'],
    ['Orion Avenue Mall, First Floor', 'Orion Avenue Mall, First Floor'],
  ]) {
    await open('/reviews', { ...about, property_name: name });
    await until(() => expect(element('header h1').textContent).toBe(shown));
  }
});

const tabBar = () => document.querySelector('footer nav');

test.each<[string, object?]>([
  ['/wallet'],
  ['/profile'],
  ['/list-chargers'],
  ['/charging-sessions'],
  ['/saved-charger-list'],
  ['/reviews', about],
  ['/contact-us'],
  ['/notifications'],
  ['/privacy'],
])('%s has the footer bar [SHELL-5]', async (path, state) => {
  await open(path, state);
  await until(() => expect(tabBar()).not.toBeNull());
});

test.each<[string, object?]>([
  ['/charger', { station }],
  ['/manage-vehicles'],
  ['/add-review', about],
  ['/payment-details', {}],
  ['/search'],
  ['/basic-details'],
])('%s, where a dock is at the bottom, has no footer bar [SHELL-5]', async (path, state) => {
  await open(path, state);
  await onceThere(path);
  // The footer's links come a moment later than the footer itself.
  expect(document.querySelector('footer')).toBeNull();
});

const rail = () => document.querySelector('body > div > div > nav[aria-label="Main"]');

test.each<[string, object?]>([
  ['/'],
  ['/wallet'],
  ['/profile'],
  ['/list-chargers'],
  ['/charger', { station }],
  ['/manage-vehicles'],
  ['/search'],
  ['/contact-us'],
  ['/privacy'],
])('from 720 px the rail beside %s is the only navigation [SHELL-2]', async (path, state) => {
  setSize(720, 1024);
  await open(path, state);
  await onceThere(path);
  const links = await until(() => {
    const found = [...(rail()?.querySelectorAll('a') ?? [])];
    expect(found).toHaveLength(7);
    return found;
  });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/',
    '/wallet',
    '/profile',
    '/scan',
    '/products',
    '/contact-us',
  ]);
  expect([tabBar(), document.querySelector('button[aria-label="Menu"]')]).toEqual([null, null]);
  expect(document.querySelectorAll('nav[aria-label="Main"]')).toHaveLength(1);
});

test.each([
  ['a phone', 719, 1024],
  ['a phone on its side', 932, 480],
])('%s has the footer bar and no rail', async (_, width, height) => {
  setSize(width, height);
  await open('/wallet');
  await until(() => expect(tabBar()).not.toBeNull());
  expect(document.querySelectorAll('nav[aria-label="Main"]')).toHaveLength(1);
});

test('a step of signing in has no rail', async () => {
  setSize(1280, 900);
  await open('/basic-details');
  await onceThere('/basic-details');
  expect(rail()).toBeNull();
});

test('a demo says so once in the frame: in the bar of a root page, beside the credit of the map, or in the rail', async () => {
  server.answers['GET /client-config'] = clientConfig({ demo: true });
  const demos = () =>
    [...document.querySelectorAll('span')].filter((each) => each.textContent === 'DEMO' && !each.children.length);
  for (const [path, width, place] of [
    ['/wallet', 390, 'header'],
    ['/', 390, 'main'],
    ['/wallet', 1280, 'nav'],
    ['/', 1280, 'nav'],
  ] as const) {
    setSize(width);
    await open(path);
    await until(() =>
      expect([path, width, demos().map((each) => each.closest('header, nav, main')?.tagName.toLowerCase())]).toEqual([
        path,
        width,
        [place],
      ]),
    );
  }
});

const openMenu = async (from = '/wallet') => {
  await open(from);
  await press(await until(() => element('header button[aria-label="Menu"]')));
  return until(() => element('[role=dialog]', '+91 98765 43210'));
};

test('the menu shows who is signed in and the balance of the wallet [SHELL-4, SCOPE-8]', async () => {
  const menu = await openMenu();
  for (const fact of ['Asha Rao', '₹751.48']) expect(menu.textContent).toContain(fact);
  for (const path of ['/wallet', '/products']) expect(menu.querySelector(`li a[href="${path}"]`)).not.toBeNull();
  expect(menu.querySelector('[aria-current=page]')?.textContent).toBe('Wallet');
});

test.each([
  '/list-chargers',
  '/saved-charger-list',
  '/charging-sessions',
  '/manage-vehicles',
  '/contact-us',
  '/profile',
  '/',
  '/notifications',
  '/privacy',
  '/termsandcondition',
  '/refund',
  '/cancellation',
])('the menu leads to %s and closes [SHELL-4]', async (path) => {
  await openMenu();
  await press(element(`[role=dialog] li a[href="${path}"]`));
  await until(() => expect(here().path).toBe(path));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect(text()).not.toContain('Page not found');
});

test('the menu signs out [SHELL-4, GATE-9]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await openMenu();
  await press(element('[role=dialog] button', 'Sign out'));
  await until(() => expect(leave).toHaveBeenCalledWith('/login'));
  expect(server.bodies(SIGN_OUT)).toEqual([{}]);
});

test.each(['/admin', '/operator', '/dealer', '/cpo', '/host', '/franchise', '/staff', '/dashboard'])(
  '%s does not exist: drivers are the only account kind [SCOPE-2]',
  async (path) => {
    await open(path);
    await until(() => element('h2', 'Page not found'));
  },
);

test('no link of menu or profile leads to another role [SCOPE-2]', async () => {
  await openMenu('/profile');
  const links = [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '');
  expect(links.length).toBeGreaterThan(15);
  for (const link of links) expect(Object.values<string>(paths)).toContain(link);
  expect(Object.values(paths).join(' ')).not.toMatch(/admin|operator|dealer|host|staff|role/);
});

const OPEN = ['/login', '/privacy', '/termsandcondition', '/refund', '/cancellation'];

test.each(OPEN)('%s renders without a stored user [GATE-4]', async (path) => {
  localStorage.clear();
  await open(path);
  await until(() => element('h1'));
  expect(here().path).toBe(path);
});

test('the code page renders without a stored user [GATE-4]', async () => {
  localStorage.clear();
  await open('/otp-verify', { mobile_no: '9876543210', resend_at: 0 });
  await until(() => element('h1', 'OTP Verification'));
});

test('every other screen of the app is closed to a visitor [SCOPE-3]', async () => {
  localStorage.clear();
  const closed = Object.values<string>(paths).filter(
    (path) => ![...OPEN, '/otp-verify'].includes(path) && !path.startsWith('/product'),
  );
  expect(closed.length).toBeGreaterThan(14);
  for (const path of closed) {
    await open(path);
    await until(() => expect([path, here().path]).toEqual([path, '/login']));
  }
});

test.each([
  ['/privacy', 'Privacy Policy'],
  ['/termsandcondition', 'Terms and Conditions'],
  ['/refund', 'Refund'],
  ['/cancellation', 'Cancellation'],
])('a visitor reads %s, without a footer bar or menu to closed pages [SCOPE-3]', async (path, title) => {
  localStorage.clear();
  await open(path);
  await until(() => element('h1', title));
  expect(tabBar()).toBeNull();
  for (const closed of ['/wallet', '/profile', '/charging-sessions'])
    expect(document.querySelector(`a[href="${closed}"]`)).toBeNull();
});

test('a failure of the network or the server is shown in a short notice, and changes nothing else [ERROR-4]', async () => {
  server.answers['GET /api-v1/user/charging-session-list'] = { status: 502, body: '<html>Bad gateway</html>' };
  await open('/charging-sessions');
  await until(() => element('.Toastify__toast--error', 'Something went wrong on our side. Please try again.'));
  expect([here().path, localStorage.getItem('user')]).toEqual(['/charging-sessions', JSON.stringify(asha)]);
});

test('the profile leads to vehicles, policies, chat and call [SCOPE-6]', async () => {
  await open('/profile');
  await until(() => element('p', 'Asha Rao'));
  element('[aria-label="Edit your details"]');
  element('main li a[href="/manage-vehicles"]');
  await press(element('main li a[href="/privacy"]'));
  await until(() => element('article'));
  await open('/profile');
  await press(await until(() => element('main li a[href="/contact-us"]')));
  await until(() => element('main a[href^="https://wa.me/919845000000"]'));
  element('main a[href="tel:+918047180000"]');
});

test('saving a station shows the server’s answer [ERROR-2]', async () => {
  await open('/charger', { station });
  await until(() => expect(element<HTMLButtonElement>('button[aria-pressed]', 'Save').disabled).toBe(false));
  await press(element('button[aria-pressed]', 'Save'));
  await until(() => element('.Toastify__toast--success', 'Station saved.'));
});

test('choosing the default vehicle shows the server’s answer [ERROR-2, API-16]', async () => {
  await open('/charger', { station });
  await press(await until(() => element('button[aria-haspopup=dialog]', 'Choose a vehicle')));
  await press(await until(() => element('[role=dialog] button', 'Nexon EV')));
  await until(() => element('.Toastify__toast--success', 'Default vehicle changed.'));
});

test('reviewing shows the server’s answer [ERROR-2]', async () => {
  await open('/add-review', about);
  await press(await until(() => element('[role=radiogroup] input[value="5"]')));
  await press(element('button', 'Add Review'));
  await until(() => element('.Toastify__toast--success', 'Thank you for your review.'));
});

test('a refused background request shows no toast, a refused request of the driver does [ERROR-1]', async () => {
  const refused = (message: string) => ({ success: false, message, code: 'x' });
  server.answers['GET /client-config'] = refused('No settings.');
  server.answers['POST /api-v1/user/get-ongoing-charging'] = refused('No charges.');
  server.answers['GET /api-v1/user/charging-session-list'] = refused('No sessions.');
  await open('/contact-us');
  await until(() => expect(server.asked.map(({ call }) => call)).toContain('GET /client-config'));
  await open('/charging-sessions');
  await until(() => element('.Toastify__toast--error', 'No sessions.'));
  expect([...document.querySelectorAll('.Toastify__toast')].map((toast) => toast.textContent)).toEqual([
    'No sessions.',
  ]);
});
