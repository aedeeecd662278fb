import type { BackupConfig } from '#config/backup-config.ts';
import type { Config } from '#config/config.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { openBackups } from '../../backup/backups.ts';
import { listBackups, listDatabases } from '../../backup/catalog.ts';
import { openStore } from '../../backup/open-store.ts';
import { parseOptions } from '../arguments.ts';
import type { Command } from '../command.ts';
import { readDatabaseFacts } from '../doctor.store.ts';

export const backup: Command = {
  name: 'backup',
  action: 'backup.make',
  summary: 'Copies the embedded database to BACKUP_TO, or lists the copies',
  help: `npm run bijli -- backup [--list]

Copies the whole embedded database to BACKUP_TO while the server runs, and removes copies that BACKUP_KEEP_DAYS does not need. The
server does this every BACKUP_EVERY_HOURS, and ships new changes in between. A copy contains phone numbers, names, amounts and the
database's password, so protect it.

  --list   only lists the copies

Back up your own PostgreSQL (DATABASE_URL) with its own tools: pgbackrest, or pg_basebackup with archive_command.`,

  parse(args) {
    const values = parseOptions(args, { list: { type: 'boolean' } });
    return async ({ config, database, say, progress }) => {
      const settings = backupSettings(config);
      if (values.list === true) return listCopies(settings, say);
      const { settings: own, sizeBytes } = await readDatabaseFacts(database);
      if (own['archive_mode'] !== 'on')
        throw new Error('The server was started before BACKUP_TO was set. Restart it first.');
      const url = database.$client.options.connectionString ?? '';
      const options = { config: settings, dataDir: config.dataDir, clock: systemClock, log: createLog('error') };
      const backups = await openBackups({ ...options, url });
      const { name, bytes } = await backups.make((read) =>
        progress(`Copying the files: ${megabytes(read)} of about ${megabytes(sizeBytes)}`),
      );
      say(`Copied as ${name}, ${megabytes(bytes)} compressed, to ${openStore(settings).place}`);
      return 0;
    };
  },
};

/** Throws an error with a sentence if no backups are set up. */
export function backupSettings({ databaseUrl, backup: settings }: Config): BackupConfig {
  if (databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL names your own PostgreSQL. Back it up and restore it with its own tools: pgbackrest, or pg_basebackup with archive_command.',
    );
  if (!settings) throw new Error('BACKUP_TO is not set. It says where backups are kept.');
  return settings;
}

async function listCopies(settings: BackupConfig, say: (line: string) => void): Promise<number> {
  const store = openStore(settings);
  let count = 0;
  for (const system of await listDatabases(store)) {
    const { backups, segments } = await listBackups(store, system);
    for (const { name, endedAt, bytes } of backups)
      say(`${name}  database ${system}  until ${endedAt}  ${megabytes(bytes)}`);
    if (segments.length > 0) say(`The log (WAL) of database ${system} since then: ${segments.length} segments.`);
    count += backups.length;
  }
  say(`${count} copies in ${store.place}`);
  return 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
