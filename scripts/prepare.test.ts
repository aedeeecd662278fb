import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** A project with sources, whose Node notes for which environment it is asked to build. */
function plannedProject(name: string) {
  const project = mkdtempSync(join(tmpdir(), name));
  const folder = (...names: string[]): string => {
    mkdirSync(join(project, ...names), { recursive: true });
    return join(project, ...names);
  };
  cpSync(import.meta.dirname, folder('scripts'), { recursive: true });
  folder('packages', 'contract');
  folder('packages', 'ui');
  writeFileSync(join(folder('apps', 'web'), 'page.ts'), '');
  folder('apps', 'shop');
  const note = join(project, 'asked.txt');
  const node = join(folder('node_modules', '.bin'), 'node');
  writeFileSync(node, `#!/bin/sh\necho "$NODE_ENV $2" >> '${note}'\n`, { mode: 0o755 });
  const prepare = pathToFileURL(join(project, 'scripts', 'prepare.mjs'));
  const run = `import { buildWeb } from '${prepare.href}'; buildWeb();`;
  const env = { ...process.env, NODE_ENV: 'test' };
  return {
    project,
    build: () => spawnSync(process.execPath, ['--input-type=module', '-e', run], { env, encoding: 'utf8' }),
    notes: () => (existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n') : []),
  };
}

test('a build that a test starts is a production build too', () => {
  const { project, build, notes } = plannedProject('bijli-build-');
  expect(build().stderr).toBe('');
  expect(notes().filter((line) => line.endsWith(' build'))).toEqual(Array(3).fill('production build'));
  rmSync(project, { recursive: true });
});

test('a folder in which nothing can be built is named, with what to do', () => {
  for (const name of ['bijli #1 ', 'bijli? ']) {
    const { project, build, notes } = plannedProject(name);
    const { status, stderr } = build();
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${project}/. Move or rename the folder.`)]);
    expect(notes()).toEqual([]);
    rmSync(project, { recursive: true });
  }
});
