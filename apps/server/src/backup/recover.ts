import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { quoted } from '#db/embedded/embedded-archive.ts';
import { reachableBinaries } from '#db/embedded/embedded-paths.ts';
import { as, EMBEDDED_SETTINGS, stopPostgres, pause } from '#db/embedded/embedded.ts';
import { postgresUser } from '#db/embedded/postgres-user.ts';
import { freePort } from '#kernel/free-port.ts';

const POLL_EVERY_MS = 200;
/** PostgreSQL's message if the log ends before the requested time. */
const TOO_SHORT = 'recovery ended before configured recovery target was reached';

/** The backups end before the requested time. */
export class EndsBefore extends Error {}

export interface Recovered {
  /** The time of the last change in it. Undefined if there was none since the copy. */
  lastAt: Date | undefined;
}

/**
 * Starts a database on the copy in `restoreFolder/postgres` with the log in `restoreFolder/wal`, recovers it to a
 * moment or to the end of the log, runs `work` on it, and stops it.
 */
export async function recover(
  restoreFolder: string,
  { to, onStep, work }: { to: Date | undefined; onStep: (step: string) => void; work: (url: string) => Promise<void> },
): Promise<Recovered> {
  const folder = join(restoreFolder, 'postgres');
  const logFile = join(restoreFolder, 'recovery.log');
  const wal = quoted(join(restoreFolder, 'wal')).replaceAll('%', '%%');
  const port = await freePort();
  const settings: Record<string, string> = {
    ...EMBEDDED_SETTINGS,
    archive_mode: 'off',
    // A missing segment must leave no empty file behind.
    restore_command: `test -f ${wal}/'%f.gz' && gzip -dc ${wal}/'%f.gz' > '%p'`,
    ...(to && {
      recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  };
  const user = postgresUser();
  const { postgres } = await reachableBinaries(user);
  rmSync(logFile, { force: true });
  const output = openSync(logFile, 'a');
  const child = spawn(
    postgres,
    [
      '-D',
      folder,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...as(user), cwd: '/', stdio: ['ignore', output, output] },
  );
  closeSync(output);
  child.on('error', () => {});
  const password = readFileSync(join(restoreFolder, 'postgres.password'), 'utf8');
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/bijli`;
  try {
    const lastAt = await recovered(child, url, onStep).catch((error: unknown) => {
      throw sentenceFor(logFile, to) ?? error;
    });
    await work(url);
    return { lastAt };
  } finally {
    await stopPostgres(child);
  }
}

/** Resolves when the database accepts writes. */
async function recovered(child: ChildProcess, url: string, onStep: (step: string) => void): Promise<Date | undefined> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('PostgreSQL has ended.');
    const state = await stateOf(url).catch(() => undefined);
    if (state && !state.recovering) return state.at ?? undefined;
    onStep(`Going on by the log${state?.at ? `: ${state.at.toISOString()}` : ''}`);
    await pause(POLL_EVERY_MS);
  }
}

async function stateOf(url: string): Promise<{ recovering: boolean; at: Date | null } | undefined> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ recovering: boolean; at: Date | null }>(
      'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as at',
    );
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}

function sentenceFor(logFile: string, to: Date | undefined): Error | undefined {
  const output = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
  if (to && output.includes(TOO_SHORT))
    return new EndsBefore(`What is kept ends before ${to.toISOString()}. Restore without --to to have the last of it.`);
  const fatal = output.split('\n').findLast((line) => /(FATAL|PANIC):/.test(line));
  return fatal === undefined ? undefined : new Error(`The database could not be brought back: ${fatal}`);
}
