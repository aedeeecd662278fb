import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Backup } from './catalog.ts';
import { timelineOf } from './log-names.ts';
import type { BackupStore } from './store.ts';

const PART_BYTES = 32 * 1024 ** 2;
/** Low compression, because the server runs at the same time. */
const GZIP_LEVEL = 3;
/** A finished copy waits this long for its log to be archived. */
const MAX_STATEMENT_MS = 10 * MINUTE_MS;
/** Files that belong to the running server only, or that recovery makes from the log. */
const LEFT_OUT = [
  'pg_wal/*',
  'pg_replslot/*',
  'pg_dynshmem/*',
  'pg_notify/*',
  'pg_serial/*',
  'pg_snapshots/*',
  'pg_stat_tmp/*',
  'pg_subtrans/*',
  'pgsql_tmp*',
  'pg_internal.init',
  'postmaster.pid',
  'postmaster.opts',
];

interface CopyOptions {
  url: string;
  /** Folder of the database cluster. Its password file is beside it. */
  folder: string;
  store: BackupStore;
  /** The keys of its parts begin with this. */
  key: string;
  name: string;
  onBytes: (bytes: number) => void;
  /** Stops the copy. */
  signal: AbortSignal;
}

/** Copies the files of a running database, as a gzipped tar in parts. */
export async function copyBase(options: CopyOptions): Promise<Omit<Backup, 'startedAt' | 'endedAt'>> {
  const { url, folder, name } = options;
  // PostgreSQL ends the backup with this connection.
  const client = new Client({
    connectionString: url,
    application_name: 'bijli backup',
    statement_timeout: MAX_STATEMENT_MS,
    keepAlive: true,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_backup_start($1, true)', [`bijli ${name}`]);
    const { parts, bytes } = await storeParts(tarOf(folder), options);
    const { rows } = await client.query<{ lsn: string; label: string; tablespaces: string; last: string }>(
      `select lsn::text, labelfile as label, coalesce(spcmapfile, '') as tablespaces, pg_walfile_name(lsn) as last
       from pg_backup_stop(true)`,
    );
    const { lsn, label, tablespaces, last } = rows[0] ?? { lsn: '', label: '', tablespaces: '', last: '' };
    const startSegment = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
    if (startSegment === undefined) throw new Error('PostgreSQL did not say where its log begins.');
    const timeline = timelineOf(startSegment);
    return { name, bytes, parts, startSegment, endSegment: last, endPosition: lsn, timeline, label, tablespaces };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Files may grow, shrink and disappear while they are read. Recovery restores them from the log. */
async function* tarOf(folder: string): AsyncGenerator<Buffer> {
  const base = basename(folder);
  const args = ['--create', `--directory=${dirname(folder)}`, ...LEFT_OUT.map((name) => `--exclude=${base}/${name}`)];
  const deep = ['pgsql_tmp*', 'pg_internal.init'].map((name) => `--exclude=${name}`);
  const tar = spawn('tar', [...args, ...deep, base, `${base}.password`], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  tar.stderr.on('data', (text: Buffer) => void (output = `${output}${text.toString()}`.slice(-500)));
  const ended = once(tar, 'exit');
  ended.catch(() => {});
  yield* tar.stdout as AsyncIterable<Buffer>;
  const [code] = (await ended) as [number | null];
  // Exit code 1: files changed while they were read.
  if (code !== 0 && code !== 1) throw new Error(`The files could not be copied: ${output.trim()}`);
}

async function storeParts(
  tar: AsyncIterable<Buffer>,
  { store, key, onBytes, signal }: CopyOptions,
): Promise<Pick<Backup, 'parts' | 'bytes'>> {
  const parts: Backup['parts'] = [];
  let bytes = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    const part = Buffer.concat(waiting);
    const name = `part-${String(parts.length + 1).padStart(6, '0')}`;
    waiting = [];
    size = 0;
    await store.put(`${key}/${name}`, part);
    parts.push({ name, sha256: createHash('sha256').update(part).digest('hex') });
    bytes += part.length;
  }
  async function* counted(): AsyncGenerator<Buffer> {
    let read = 0;
    for await (const chunk of tar) {
      signal.throwIfAborted();
      read += chunk.length;
      onBytes(read);
      yield chunk;
    }
  }
  const gzip = createGzip({ level: GZIP_LEVEL });
  const filled = pipeline(counted, gzip);
  // The loop throws the same error.
  filled.catch(() => {});
  for await (const chunk of gzip as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  await filled;
  await flush();
  return { parts, bytes };
}
