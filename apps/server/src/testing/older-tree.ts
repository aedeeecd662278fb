import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const JOURNAL = 'apps/server/drizzle/meta/_journal.json';
const OWN_SCOPE = '@bijli';
/** The folder of packages that npm did not put beside those of the root. */
const NESTED = 'apps/server/node_modules';

const git = (...args: string[]): string => spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).stdout.trim();

/** The commit before the one that added the newest migration; undefined in a clone without history. */
export const commitBeforeNewestMigration = ((): string | undefined => {
  const newest = git('log', '-1', '--format=%H', '--', JOURNAL);
  return (newest && git('rev-parse', '--verify', '--quiet', `${newest}^`)) || undefined;
})();
if (!commitBeforeNewestMigration)
  process.stderr.write(
    'Nodes of two commits are not tried: the history of this clone does not reach back far enough.\n',
  );

/**
 * Writes the code of a commit into its own folder, with the packages that are installed here. It is deleted when the
 * test file ends.
 */
export function treeOf(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bijli-older-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit, 'apps', 'packages', 'tools', 'package.json'], {
    maxBuffer: 1 << 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  mkdirSync(join(to, OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN_SCOPE) symlinkSync(join(from, name), join(to, name));
  // Our own workspaces come from that commit, not from this tree.
  for (const name of readdirSync(join(from, OWN_SCOPE)))
    symlinkSync(readlinkSync(join(from, OWN_SCOPE, name)), join(to, OWN_SCOPE, name));
  if (existsSync(join(ROOT, NESTED))) symlinkSync(join(ROOT, NESTED), join(folder, NESTED));
  return folder;
}

/**
 * Runs a program with the code of such a folder, which it imports with `server(PATH)`. If it fails, throws its output.
 */
export function runIn(folder: string, program: string, input: unknown): void {
  const script = `
    const server = (path) => import(${JSON.stringify(`file://${folder}/apps/server/src/`)} + path);
    const input = ${JSON.stringify(input)};
    ${program}`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
