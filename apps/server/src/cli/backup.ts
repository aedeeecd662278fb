import type { BackupConfig } from '#config/backup-config.ts';
import type { Config } from '#config/config.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { openBackups } from '../backup/backups.ts';
import { listBackups, listDatabases } from '../backup/catalog.ts';
import { openStore } from '../backup/open-store.ts';
import { readArguments } from './arguments.ts';
import type { Command } from './command.ts';
import { readDatabaseFacts } from './doctor.store.ts';

export const backup: Command = {
  name: 'backup',
  action: 'backup.make',
  summary: 'Copies the embedded database to BACKUP_TO, or lists the copies',
  help: `npm run bijli -- backup [--list]

Copies all of the embedded database to BACKUP_TO while the server goes on, and removes what BACKUP_KEEP_DAYS does not need. A server
does that by itself every BACKUP_EVERY_HOURS; between, it brings there what is written. A copy has all that the database has: phone
numbers, names, amounts and the database's password, so keep others from it.

  --list   lists what is there instead

A PostgreSQL of your own (DATABASE_URL) is backed up by its own means: pgbackrest, or pg_basebackup with archive_command.`,

  read(args) {
    const { values } = readArguments(args, { list: { type: 'boolean' } });
    return async ({ config, database, say, progress }) => {
      const settings = backupSettings(config);
      if (values.list === true) return listCopies(settings, say);
      const { settings: own, sizeBytes } = await readDatabaseFacts(database);
      if (own['archive_mode'] !== 'on')
        throw new Error('The server was started before BACKUP_TO was set. Start it again, then this works.');
      const url = database.$client.options.connectionString ?? '';
      const options = { config: settings, dataDir: config.dataDir, clock: systemClock, log: createLog('error') };
      const backups = await openBackups({ ...options, url });
      const { name, bytes } = await backups.make((read) =>
        progress(`Copying the files: ${megabytes(read)} of about ${megabytes(sizeBytes)}`),
      );
      say(`Copied as ${name}, ${megabytes(bytes)} packed, to ${openStore(settings).place}`);
      return 0;
    };
  },
};

/** Throws a sentence where there are none. */
export function backupSettings({ databaseUrl, backup: settings }: Config): BackupConfig {
  if (databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL names a PostgreSQL of your own: back it up and bring it back by its own means, pgbackrest, or pg_basebackup with archive_command.',
    );
  if (!settings) throw new Error('BACKUP_TO is not set: it says where to keep backups.');
  return settings;
}

async function listCopies(settings: BackupConfig, say: (line: string) => void): Promise<number> {
  const store = openStore(settings);
  let count = 0;
  for (const system of await listDatabases(store)) {
    const { backups, segments } = await listBackups(store, system);
    for (const { name, endedAt, bytes } of backups)
      say(`${name}  database ${system}  until ${endedAt}  ${megabytes(bytes)}`);
    if (segments.length > 0) say(`The log of database ${system} since then: ${segments.length} pieces.`);
    count += backups.length;
  }
  say(`${count} copies in ${store.place}`);
  return 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
