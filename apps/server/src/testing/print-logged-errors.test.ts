import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const server = join(import.meta.dirname, '..');

/** In each test a planted bug makes a call fail. The test itself learns only that the call failed. */
const PLANTED = `
import { api } from '${root}/packages/contract/src/api.ts';
import { createHttp } from '${server}/http/calls/serve.ts';
import { testDatabase } from '${server}/testing/database.ts';
import { testServer } from '${server}/testing/server.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

const app = await testServer();
const database = await testDatabase();
const { serve } = createHttp(app, async () => undefined, true);
serve(api.live, async () => ({ status: 'ok', planted: 'a field too many' }));
serve(api.ready, async () => { throw new Error('a planted bug'); });
serve(api.localities, async () => database.execute(sql.raw('select planted from drivers')));

test.each(['live', 'ready', 'localities'])('%s', async (name) => {
  expect((await app.inject(api[name].path)).statusCode).toBe(200);
});
`;

test('a failed test prints which contract was broken, where a bug is, and how a missing migration is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bijli-planted-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const setupFiles = [join(server, 'testing/print-logged-errors.ts')];
  const config = { test: { setupFiles, provide: { postgresUrl: inject('postgresUrl') } } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  writeFileSync(join(folder, 'planted.test.ts'), PLANTED);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [vitest, 'run'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });

  const said = stdout + stderr;
  expect(said).toContain('3 failed');
  expect(said).toMatch(/a request failed: GET \/health\/live breaks the contract: .*planted/);
  expect(said).toMatch(/a request failed: a planted bug\n +at .*planted\.test\.ts/);
  expect(said).toMatch(/column "planted" does not exist \(is a migration missing\? npm run db:generate\)/);
});
