import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { node } from './project.mjs';

test.each(['app', 'src/app'])('packages find each their own file of the same name, in a folder %s', (folder) => {
  const outside = mkdtempSync(join(tmpdir(), 'bijli-imports-'));
  const project = join(outside, folder);
  const write = (name: string, text: string): void => {
    mkdirSync(join(project, name, '..'), { recursive: true });
    writeFileSync(join(project, name), text);
  };
  cpSync(import.meta.dirname, join(project, 'scripts'), { recursive: true });
  for (const app of ['server', 'web']) {
    write(`apps/${app}/package.json`, JSON.stringify({ type: 'module', imports: { '#*': './src/*' } }));
    write(`apps/${app}/src/messages/en.ts`, `export const whose = '${app}';`);
    write(`apps/${app}/src/whose.ts`, `export { whose } from '#messages/en.ts';`);
  }
  const both = ['server', 'web'].map((app) => `(await import('../apps/${app}/src/whose.ts')).whose`);
  write('scripts/both.mjs', `console.log(${both.join()});`);
  const quick = `--import=${pathToFileURL(join(project, 'scripts', 'quick-imports.mjs')).href}`;
  const { stdout, stderr } = spawnSync(node(), [quick, join(project, 'scripts', 'both.mjs')], {
    env: {},
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['server web\n', '']);
  rmSync(outside, { recursive: true });
});
