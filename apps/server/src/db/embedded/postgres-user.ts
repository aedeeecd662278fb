import { spawnSync } from 'node:child_process';

/** The user that the database runs as, if not the server's user. */
export interface PostgresUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root. If we are root, it runs as `postgres` or as a system user created for it.
 * Otherwise undefined: it runs as we do.
 */
export function postgresUser(): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = lookUp('postgres') ?? lookUp('bijli-postgres');
  if (known) return known;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'bijli-postgres']);
  const user = lookUp('bijli-postgres');
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root, and no user for it could be made. Start Bijli as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  return user;
}

function lookUp(name: string): PostgresUser | undefined {
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim() || Number.NaN);
  const uid = id('-u');
  const gid = id('-g');
  return Number.isInteger(uid) && Number.isInteger(gid) ? { name, uid, gid } : undefined;
}

/** True if that user can reach a path. One closed folder above it, such as a home folder of mode 0700, prevents it. */
export function canReach(user: PostgresUser | undefined, path: string): boolean {
  if (!user) return true;
  return spawnSync('test', ['-x', path], { uid: user.uid, gid: user.gid, cwd: '/' }).status === 0;
}
