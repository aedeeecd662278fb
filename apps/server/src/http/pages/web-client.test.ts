import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '#testing/server.ts';
import { serveWebClient } from './web-client.ts';

const PAGE =
  '<!doctype html><head><title>Bijli</title><meta name="description" content="Find a charger." /></head><body></body>';
const folder = mkdtempSync(join(tmpdir(), 'bijli-web-client-'));
writeFileSync(join(folder, 'index.html'), PAGE);
const app = await testServer();
await serveWebClient(app, folder, {
  previewOf: (id) =>
    id === 'made-1'
      ? { title: 'R&D "Hub" <1>', description: 'Hebbal · CCS2 60 kW', url: 'https://b.example/x', image: '/icon.png' }
      : undefined,
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
const ask = (url: string, accept?: string) => app.inject({ url, headers: accept === undefined ? {} : { accept } });

test.each(['*/*', 'text/html', undefined])(
  'pages that people share or print are served to callers that accept %s',
  async (accept) => {
    for (const url of ['/', '/charger?id=else', '/charger?id=a&id=b', '/charger', '/c/BLR-1/2'])
      expect(await ask(url, accept)).toMatchObject({ statusCode: 200, body: PAGE });
  },
);

test('a link to a station has a preview with its name and place, escaped', async () => {
  const { body, headers } = await ask('/charger?id=made-1', '*/*');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<title>R&#38;D &#34;Hub&#34; &#60;1&#62;</title>');
  expect(body).toContain('<meta property="og:title" content="R&#38;D &#34;Hub&#34; &#60;1&#62;" />');
  expect(body).toContain('<meta name="description" content="Hebbal · CCS2 60 kW" />');
  expect(body).toContain('<meta property="og:url" content="https://b.example/x" />');
  expect(body).not.toContain('Find a charger.');
});

test('other addresses are pages for browsers alone', async () => {
  expect((await ask('/wallet', 'text/html')).body).toBe(PAGE);
  for (const accept of ['*/*', 'application/json', undefined])
    expect((await ask('/wallet', accept)).statusCode).toBe(404);
});
