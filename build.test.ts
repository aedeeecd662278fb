import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a build that a test starts is a production build too', () => {
  const project = mkdtempSync(join(tmpdir(), 'bijli-build-'));
  const folder = (...names: string[]): string => {
    mkdirSync(join(project, ...names), { recursive: true });
    return join(project, ...names);
  };
  cpSync(join(import.meta.dirname, 'scripts'), folder('scripts'), { recursive: true });
  folder('packages', 'contract');
  folder('packages', 'ui');
  writeFileSync(join(folder('apps', 'web'), 'page.ts'), '');
  folder('apps', 'shop');
  // Stands for the project's own Node, and notes for which environment it is asked to build.
  const note = join(project, 'asked.txt');
  const node = join(folder('node_modules', '.bin'), 'node');
  writeFileSync(node, `#!/bin/sh\necho "$NODE_ENV $2" >> '${note}'\n`, { mode: 0o755 });

  const run = `import { buildWeb } from ${JSON.stringify(join(project, 'scripts', 'prepare.mjs'))}; buildWeb();`;
  const env = { ...process.env, NODE_ENV: 'test' };
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', run], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const builds = readFileSync(note, 'utf8').trim().split('\n');
  expect(builds.filter((line) => line.endsWith(' build'))).toEqual(Array(3).fill('production build'));
  rmSync(project, { recursive: true });
});
