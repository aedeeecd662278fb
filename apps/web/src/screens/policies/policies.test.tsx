import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { here, open } from '../../testing/page.tsx';
import { clientConfig } from '../../testing/replies.ts';

const CONFIG = 'GET /client-config';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  localStorage.clear();
  server = await serveAnswers({ [CONFIG]: clientConfig() });
});
afterEach(async () => {
  await clear();
  await server.close();
});

const read = async (path: string): Promise<string> => {
  await open(path);
  const article = await until(() => element('article', '+91 80 4718 0000'));
  return article.textContent ?? '';
};

test.each([
  ['/privacy', 'Privacy Policy', 'Digital Personal Data Protection Act, 2023'],
  ['/termsandcondition', 'Terms and Conditions', 'One credit equals one rupee'],
])('%s is a static page [POLICY-1]', async (path, title, fact) => {
  expect(await read(path)).toContain(fact);
  expect(element('h1').textContent).toBe(title);
  expect(new Set(server.asked.map(({ call }) => call))).toEqual(new Set([CONFIG]));
});

test.each([
  ['/cancellation', 'Cancellation and Return Policy', 'Returning goods'],
  ['/refund', 'Return and Refund Policy', 'Returned goods'],
  ['/refund', 'Return and Refund Policy', 'You are reimbursed'],
])('%s is a static page with the %s: %s [POLICY-2]', async (path, title, fact) => {
  expect(await read(path)).toContain(fact);
  expect(element('h1').textContent).toBe(title);
  expect(new Set(server.asked.map(({ call }) => call))).toEqual(new Set([CONFIG]));
});

test('terms: a refund is processed within 9 business days [POLICY-3]', async () => {
  expect(await read('/termsandcondition')).toContain('A refund is processed within 9 business days.');
});

test('return policy: returns within 30 days, the refund takes up to 7 days [POLICY-4]', async () => {
  const policy = await read('/cancellation');
  expect(policy).toContain('You can return goods within 30 days');
  expect(policy).toContain('the refund takes up to 7 days');
});

test('refund policy: cancellation within 7 days, reimbursement within 14 days [POLICY-5]', async () => {
  const policy = await read('/refund');
  expect(policy).toContain('You can cancel an order within 7 days');
  expect(policy).toContain('You are reimbursed within 14 days of the cancellation');
});

test.each(['/privacy', '/termsandcondition', '/refund', '/cancellation'])(
  '%s has the configured phone number and e-mail address as links [POLICY-6]',
  async (path) => {
    server.answers[CONFIG] = clientConfig({
      support: { phone: '+91 1800 123 456', email: 'care@charge.example', whatsapp: '+919800000000' },
    });
    await open(path);
    const contact = (start: string) => until(() => element(`article a[href^="${start}"]`));
    const links = [await contact('tel:'), await contact('mailto:')];
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['tel:+911800123456', '+91 1800 123 456'],
      ['mailto:care@charge.example', 'care@charge.example'],
    ]);
  },
);

test('without the configuration the policy is shown, and phone and e-mail can be loaded again [POLICY-6]', async () => {
  server.answers[CONFIG] = { status: 500, body: '' };
  await open('/refund');
  await until(() => element('article', 'Phone and e-mail did not load.'));
  server.answers[CONFIG] = clientConfig();
  await press(element('article button', 'Try again'));
  await until(() => element('article a[href^="tel:"]'));
});

test('the contents lead to each section and do not change the history', async () => {
  await read('/refund');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('article nav a')];
  const sections = [...document.querySelectorAll('article section')];
  expect(links.map((link) => link.hash)).toEqual(sections.map(({ id }) => `#${id}`));
  expect(links.map((link) => link.textContent)).toEqual(sections.map((each) => each.querySelector('h2')?.textContent));
  const before = history.length;
  await press(links[2] ?? expect.fail('no third section'));
  expect(document.activeElement?.textContent).toBe(links[2]?.textContent);
  expect(history.length).toBe(before);
});

test('from one policy the others are a tap away', async () => {
  await read('/privacy');
  await press(element('main a[href="/cancellation"]'));
  await until(() =>
    expect([here().path, element('h1').textContent]).toEqual(['/cancellation', 'Cancellation and Return Policy']),
  );
  expect(text()).toContain('30 days');
});
