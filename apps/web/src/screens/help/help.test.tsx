import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '../../testing/page.tsx';
import { clientConfig } from '../../testing/replies.ts';

const CONFIG = 'GET /client-config';
const SESSIONS = 'GET /api-v1/user/charging-session-list';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [CONFIG]: clientConfig(),
    [SESSIONS]: { success: true, data: [] },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

const link = (start: string) => element<HTMLAnchorElement>(`main a[href^="${start}"]`);

test('the help page is titled Help Center [HELP-1]', async () => {
  await open('/contact-us');
  await until(() => expect(element('header h1').textContent).toBe('Help Center'));
});

test('the chat opens WhatsApp with the configured number and a greeting [HELP-2]', async () => {
  await open('/contact-us');
  const { href } = await until(() => link('https://wa.me/'));
  expect(new URL(href).pathname).toBe('/919845000000');
  expect(new URL(href).searchParams.get('text')).toBe('Hello Bijli, I need help with charging.');
});

test.each([
  ['completed', 'Your last charge'],
  ['charging', 'Your charge now'],
])(
  'the greeting names the newest charge, and the page shows it: one that is %s is "%s" [HELP-2]',
  async (status, title) => {
    server.answers[SESSIONS] = {
      success: true,
      data: [
        {
          status,
          property_name: 'Forum Rex Walk',
          address: '',
          booking_id: 'BK7',
          created_at: '2026-11-18T13:44:00Z',
          connector_name: '',
          charger_name: '',
          payment_id: 'BK7',
        },
      ],
    };
    await open('/contact-us');
    await until(() => expect(decodeURIComponent(link('https://wa.me/').href)).toContain('BK7'));
    expect(element('main section', title).textContent).toContain('18 Nov 2026 07:14 pm');
  },
);

test('the call link dials the configured number, and there is an e-mail address [HELP-3]', async () => {
  await open('/contact-us');
  expect((await until(() => link('tel:'))).getAttribute('href')).toBe('tel:+918047180000');
  expect(link('mailto:').getAttribute('href')).toBe('mailto:help@bijli.example');
});

test('without a WhatsApp number no chat is offered [HELP-2]', async () => {
  server.answers[CONFIG] = clientConfig({ support: { ...clientConfig().support, whatsapp: '' } });
  await open('/contact-us');
  await until(() => link('tel:'));
  expect(document.querySelector('a[href*="wa.me"]')).toBeNull();
});

test('questions are answered: no start, stop, refund, invoice', async () => {
  await open('/contact-us');
  for (const [question, answer] of [
    ['What if the charger does not start?', 'A failed start costs nothing'],
    ['How do I stop charging?', 'Slide to stop'],
    ['How do I get a refund?', '9 business days'],
    ['Where is my invoice?', 'Charging sessions'],
  ] as const) {
    const details = await until(() => element('details', question));
    expect(details.textContent).toContain(answer);
  }
});

test('contacts that fail to load can be loaded again [HELP-3]', async () => {
  server.answers[CONFIG] = { status: 500, body: '' };
  await open('/contact-us');
  await until(() => element('h2', 'The ways to reach us did not load'));
  server.answers[CONFIG] = clientConfig();
  await press(element('button', 'Try again'));
  await until(() => link('tel:'));
  expect(text()).not.toContain('did not load');
});
