import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const tool = join(root, 'node_modules/knip/bin/knip.js');
const tree = mkdtempSync(join(tmpdir(), 'bijli-unused-'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const WORKSPACES = ['apps/*', 'packages/*', 'tools/*', 'e2e', 'bench'];

test('a file that nothing needs is found wherever it is', () => {
  const folders = WORKSPACES.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root })).map((file) =>
    dirname(file),
  );
  for (const file of ['package.json', 'knip.json', ...folders.map((folder) => `${folder}/package.json`)]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const planted = folders.map((folder) => join(folder, folder === 'e2e' ? '' : 'src', 'planted', 'here.ts'));
  for (const file of planted) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), 'export const here = 1;\n');
  }
  expect(unusedFiles().toSorted()).toEqual(planted.toSorted());
});

function unusedFiles(): string[] {
  const args = [tool, '--include', 'files', '--reporter', 'json', '--no-exit-code', '--no-config-hints'];
  const report = execFileSync(process.execPath, args, {
    cwd: tree,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { issues } = JSON.parse(report) as { issues: { files: { name: string }[] }[] };
  return issues.flatMap(({ files }) => files.map(({ name }) => name));
}
