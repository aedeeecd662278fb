// The code that an update is tried from: the newest release that can be packed, and before there was one, the commit
// before the newest migration that has added a table or a column. So the older version always meets a database that has
// grown beyond it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../scripts/prepare.mjs';
import { root } from '../../scripts/project.mjs';

const MIGRATIONS = 'apps/server/drizzle';
const ADDS = /^(?:create table|alter table \S+ add column)/im;

export function olderCommit() {
  const tags = lines('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-creatordate');
  const release = tags.find((tag) => commitOf(tag) !== commitOf('HEAD') && canBePacked(tag));
  return release ?? commitBeforeLastExpansion() ?? fail('This clone has no history: say --from COMMIT.');
}

export function countMigrations(tree) {
  return readdirSync(join(tree, MIGRATIONS)).filter((name) => name.endsWith('.sql')).length;
}

/**
 * Puts the code of a commit into a folder, with the packages installed here: as links where the file system can, which
 * take no room.
 */
export function extract(commit, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = spawnSync('git', ['-C', root, 'archive', commit], { maxBuffer: 1 << 30 });
  if (archive.status !== 0) fail(`${commit} is no commit of this clone: ${archive.stderr}`);
  run('tar', ['-x', '-C', folder], archive.stdout);
  const nested = readdirSync(join(root, 'apps')).map((name) => `apps/${name}/node_modules`);
  for (const path of ['node_modules', ...nested].filter((one) => existsSync(join(root, one))))
    if (spawnSync('cp', ['-al', join(root, path), join(folder, path)]).status !== 0)
      run('cp', ['-aT', join(root, path), join(folder, path)]);
  // Written into where it is: that would change ours.
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
}

function commitBeforeLastExpansion() {
  for (const commit of lines('log', '--format=%H', '--diff-filter=A', '--', `${MIGRATIONS}/*.sql`)) {
    const added = lines('diff-tree', '--no-commit-id', '--name-only', '--diff-filter=A', '-r', commit, MIGRATIONS);
    const adds = added.some((path) => path.endsWith('.sql') && ADDS.test(git('show', `${commit}:${path}`)));
    if (adds && canBePacked(`${commit}^`)) return commitOf(`${commit}^`);
  }
  return undefined;
}

const canBePacked = (commit) => git('cat-file', '-t', `${commit}:deploy/deb/build.mjs`) === 'blob';
const commitOf = (name) => git('rev-parse', `${name}^{commit}`);
const lines = (...args) =>
  git(...args)
    .split('\n')
    .filter(Boolean);

function git(...args) {
  return spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 27 }).stdout.trim();
}

function run(command, args, input) {
  const { status, stderr } = spawnSync(command, args, { input, maxBuffer: 1 << 27 });
  if (status !== 0) fail(`${command} failed: ${stderr}`);
}
