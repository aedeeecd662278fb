import { expect, test } from 'vitest';
import { testServer } from '#testing/server.ts';

test('pages may fetch the catalogue and its pictures from the dealer, and nothing else', async () => {
  const app = await testServer({ dealerOrigins: ['https://dealer.example'] });
  app.get('/page', { config: { limit: 'page' } }, () => 'page');
  const policy = String((await app.inject('/page')).headers['content-security-policy']);
  const allowed = policy.split(';').filter((directive) => directive.includes('dealer.example'));
  expect(allowed.map((directive) => directive.trim().split(' ')[0])).toEqual(['img-src', 'connect-src']);
  await app.close();
});
