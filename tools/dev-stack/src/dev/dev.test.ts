import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { PATIENCE, usedDataFolder } from '../testing.ts';

const DEV = fileURLToPath(new URL('dev.ts', import.meta.url));
const SAVED = fileURLToPath(new URL('../../../../apps/server/src/config/module-options.ts', import.meta.url));

const dev = spawn(process.execPath, [DEV, '--child', '--port', '0'], {
  env: { ...process.env, DEMO_FLEET: 'small', DATA_DIR: await usedDataFolder() },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const ended = once(dev, 'exit');
let said = '';
dev.stdout.on('data', (text: Buffer) => (said += text.toString()));
afterAll(() => dev.kill('SIGKILL'));

async function isSaid(pattern: RegExp): Promise<string> {
  await vi.waitUntil(() => pattern.test(said) || dev.exitCode !== null, PATIENCE);
  return pattern.exec(said)?.[1] ?? said;
}

test('npm run dev serves pages from their sources and the rest from a server that restarts when a file is saved', async () => {
  const url = await isSaid(/Open +(http:\S+) /);
  const page = async (path: string): Promise<string> =>
    (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text();
  expect(await page('/login')).toContain('<script type="module" src="/src/main.tsx"></script>');
  const shop = await page('/products');
  expect(shop).toContain('From your wall to the highway.');
  expect(shop).toMatch(/<style data-vite-dev-id="[^"]+Hero\.module\.css">/);
  expect(shop).toContain('<script type="module" src="/shop/src/entries/entry-products.ts"></script>');
  expect(await (await fetch(`${url}/shop/src/entries/entry-products.ts`)).text()).toContain('hydrateShop');

  utimesSync(SAVED, new Date(), new Date());
  await isSaid(/(module-options\.ts saved, the server runs again)/);
  expect(await (await fetch(`${url}/client-config`)).json()).toMatchObject({ demo: true });
  dev.stdin.end();
  expect(await ended).toEqual([0, null]);
});
