import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** A project that nothing was installed in or built of: a start would be seen. */
const project = mkdtempSync(join(tmpdir(), 'bijli-start-'));
cpSync(import.meta.dirname, join(project, 'scripts'), { recursive: true });
afterAll(() => rmSync(project, { recursive: true }));

function start(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: '', ...env },
  });
  expect(readdirSync(project)).toEqual(['scripts']);
  return { code: status, said: stdout, complained: stderr };
}

test('`npm start -- --help` says which options and settings there are, and starts and builds nothing', () => {
  const demo = start(['--help']);
  expect(demo).toMatchObject({ code: 0, complained: '' });
  for (const word of ['--nodes 3', 'PORT=8081', 'MAP_TILES_URL=none', 'DEMO_FLEET=small'])
    expect(demo.said).toContain(word);
  expect(start(['--nodes', '3', '-h'])).toEqual(demo);
  expect(start(['--dev', '--help'])).toMatchObject({ code: 0, said: expect.stringContaining('--port 5180') });
  const production = start(['--help'], { NODE_ENV: 'production' });
  expect(production).toMatchObject({ code: 0, said: expect.stringContaining('takes no options') });
});

test.each([
  [['--node', '3'], {}, 'There is no option --node. The options: npm start -- --help\n'],
  [['--port=5180'], {}, 'There is no option --port. The options: npm start -- --help\n'],
  [['three'], {}, 'There is no option three. The options: npm start -- --help\n'],
  [['--nodes'], {}, '--nodes takes 2 or 3, for example: npm start -- --nodes 3\n'],
  [['--nodes', '9'], {}, '--nodes takes 2 or 3, for example: npm start -- --nodes 3\n'],
  [['--nodes', '3'], { NODE_ENV: 'production' }, 'There is no option --nodes. The options: npm start -- --help\n'],
  [['--dev', '--nodes', '3'], {}, 'There is no option --nodes. The options: npm run dev -- --help\n'],
  [['--dev', '--port', 'web'], {}, '--port takes a number from 0 to 65535, for example: npm run dev -- --port 5180\n'],
])('a start with %j and %j is refused with exit code 2, and starts and builds nothing', (args, env, complained) => {
  expect(start(args, env)).toEqual({ code: 2, said: '', complained });
});
