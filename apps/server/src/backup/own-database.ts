import type { Config } from '#config/config.ts';
import { archiveSettings } from '#db/embedded/embedded-archive.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded.ts';
import { systemClock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { openBackups, type Backups } from './backups.ts';

export interface OwnDatabase {
  url: string;
  /** The place of backups. Undefined if none are set up. */
  backups: Backups | undefined;
  /** Resolves when it has ended and the backups have everything, if they can be reached. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded database for any process, with archiving, because one start without it would leave a gap in the
 * backups.
 */
export async function startOwnDatabase({ dataDir, backup: config }: Config, log: Log): Promise<OwnDatabase> {
  const settings = config && archiveSettings(dataDir, config.maxLossMs);
  const { url, stop } = await startEmbeddedPostgres(dataDir, log, settings);
  const backups = config && (await openBackups({ config, dataDir, url, clock: systemClock, log }));
  return {
    url,
    backups,
    async stop() {
      await stop();
      await backups
        ?.ship()
        .catch((error: unknown) =>
          log.warn(
            { event: 'backup.behind', error },
            'the latest database log is not in the backups yet; the next start ships it',
          ),
        );
    },
  };
}
