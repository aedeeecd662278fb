import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CannedAnswers, serveAnswers } from '@bijli/contract/testing/answers';
import { ago } from '@bijli/ui/format/ago';
import { count, formatRupees } from '@bijli/ui/format/money';
import { distance } from '@bijli/ui/format/text';
import { dateTime, duration, historyTime } from '@bijli/ui/format/time';
import { nameOfLanguage } from '@bijli/ui/messages';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { signOutAndReload } from '#api/client.ts';
import { keepUser, storedUser } from '#device/stored-user.ts';
import { open } from '#testing/page.tsx';
import { profileReply } from '../testing/replies.ts';
import { chooseLanguage, currentMessages, startMessages } from './messages.ts';

const driver = { token: 't', name: 'Asha Rao', email: 'asha@example.com' };
const answers: CannedAnswers = {
  'GET /api-v1/user/get-profile': profileReply(),
};

let server: Awaited<ReturnType<typeof serveAnswers>>;
// Loaded ahead, as in the app, because loading time is not tested here.
beforeAll(() => import('#screens/profile/ProfileScreen.tsx'));
beforeEach(async () => {
  server = await serveAnswers(answers);
});
afterEach(async () => {
  await clear();
  await chooseLanguage('en');
  document.cookie = 'language=; path=/; max-age=0';
  localStorage.clear();
  vi.restoreAllMocks();
  await server.close();
});

test('a language chosen on the login page is there at once and at the next visit', async () => {
  await open('/login');
  await until(() => expect(text()).toContain('What is your phone number?'));
  await press(element('[role=radio]', 'हिन्दी'));
  await until(() => element('h1', 'आपका फ़ोन नंबर क्या है?'));
  expect(document.documentElement.lang).toBe('hi');
  expect(document.cookie).toContain('language=hi');

  await clear();
  await chooseLanguage('en');
  document.cookie = 'language=hi; path=/';
  await startMessages();
  expect(currentMessages().language).toBe('hi');
});

test('without a choice the app uses the first language of the device that it has, else English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ta-IN', 'hi-IN', 'en-IN']);
  await startMessages();
  expect(document.documentElement.lang).toBe('hi');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ta-IN']);
  await startMessages();
  expect(document.documentElement.lang).toBe('en');
});

test('the server is asked in the current language, and asked again when it changes', async () => {
  keepUser(driver);
  await open('/profile');
  await until(() => element('p', 'Asha Rao'));
  const asked = () => server.asked.filter(({ call }) => call === 'GET /api-v1/user/get-profile');
  expect(asked().map(({ headers }) => headers['accept-language'])).toEqual(['en']);

  await press(element('[role=radio]', 'हिन्दी'));
  await until(() => expect(asked().map(({ headers }) => headers['accept-language'])).toEqual(['en', 'hi']));
  expect(element('h1').textContent).toBe('प्रोफ़ाइल');
});

test('language and theme stay after signing out, everything else of the driver is removed', async () => {
  await chooseLanguage('hi');
  document.cookie = 'theme=dark; path=/';
  keepUser(driver);
  signOutAndReload('driver');
  expect(storedUser()).toBeUndefined();
  expect(document.cookie).toContain('language=hi');
  expect(document.cookie).toContain('theme=dark');
});

test('numbers, money, dates and durations follow the language, in Latin digits', async () => {
  await chooseLanguage('hi');
  expect(formatRupees(125000.5)).toBe('₹1,25,000.50');
  expect(count(149000)).toBe('1,49,000');
  expect(distance(5.2)).toBe('5.2\u202Fकिमी');
  expect(dateTime('2026-11-18T13:44:00Z')).toBe('18 नव 2026, शाम 07:14');
  expect(historyTime('2026-11-18T14:12:07Z')).toBe('18-नव-2026 19:42:07');
  expect(duration(97)).toBe('1\u202Fघंटा 37\u202Fमिनट');
  expect(duration(150)).toBe('2\u202Fघंटे 30\u202Fमिनट');
  expect(ago(200, currentMessages().time)).toBe('3\u202Fमिनट पहले');
  expect(nameOfLanguage('hi')).toBe('हिन्दी');
});
