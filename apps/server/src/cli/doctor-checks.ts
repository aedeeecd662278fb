import { lookup } from 'node:dns/promises';
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SERVER_POOLS } from '#db/database.ts';
import { databaseProblem } from '#db/migrate.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { findLastCheckpointAt } from '#modules/ledger/index.ts';
import { listBackups, listDatabases } from '../backup/catalog.ts';
import { openStore } from '../backup/open-store.ts';
import type { BackupStore } from '../backup/store.ts';
import { isServed } from '../cluster/lease.store.ts';
import type { CommandContext } from './command.ts';
import { findFailingArchive, listWrongClocks, readDatabaseFacts } from './doctor.store.ts';

/** PostgreSQL 15 is the oldest that is tested. */
const MIN_DATABASE_VERSION = 150_000;
const OTHER_CONNECTIONS = 10;
const MAX_CLOCK_APART_MS = 2 * SECOND_MS;
const MAX_CHARGER_CLOCK_APART_MS = 5 * MINUTE_MS;
const MIN_FREE_BYTES = 2 * 1024 ** 3;
const MIN_FREE_SHARE = 0.1;
const MIN_CERTIFICATE_DAYS = 14;
const MAX_CHECKPOINT_AGE_MS = DAY_MS;
const ASK_TIMEOUT_MS = 5 * SECOND_MS;

/** The result of a check. `problem` says what is wrong and what to do. */
export interface Finding {
  what: string;
  problem?: string;
}

export interface DoctorCheck {
  /** What the screen says while the check runs. */
  name: string;
  look(context: Pick<CommandContext, 'config' | 'database' | 'now'>): Promise<Finding[]>;
}

const found = (what: string, problem?: string | false): Finding => (problem ? { what, problem } : { what });

const databaseSettings: DoctorCheck = {
  name: 'the database',
  async look({ config, database, now }) {
    const { version, settings, now: itsNow } = await readDatabaseFacts(database);
    const isOn = (name: string): Finding =>
      found(
        `${name} is ${settings[name]}`,
        settings[name] === 'off' && `Turn ${name} on. Without it a power failure may lose acknowledged data.`,
      );
    const wanted = Object.values(SERVER_POOLS).reduce((sum, { connections }) => sum + connections, OTHER_CONNECTIONS);
    const room = Number(settings['max_connections']);
    const apartMs = Math.abs(itsNow.getTime() - now.getTime());
    const isOwn = config.databaseUrl === undefined;
    return [
      found(
        `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`,
        version < MIN_DATABASE_VERSION && 'It is older than 15, which is not tested. Update it.',
      ),
      found('its tables match this release', await databaseProblem(database)),
      isOn('fsync'),
      isOn('full_page_writes'),
      isOn('synchronous_commit'),
      found(
        `it allows ${room} connections`,
        room < wanted && `A server opens up to ${wanted}. Set max_connections to ${wanted * 2} or more.`,
      ),
      found(
        `its encoding is ${settings['server_encoding']}`,
        settings['server_encoding'] !== 'UTF8' && 'Hindi needs UTF8. Create the database again with that encoding.',
      ),
      found(
        `its clock is ${apartMs} ms from ours`,
        apartMs > MAX_CLOCK_APART_MS && 'Set both clocks by NTP (timedatectl set-ntp true).',
      ),
      ...(isOwn
        ? [found('it is embedded')]
        : [archiving(settings['archive_mode'], await findFailingArchive(database))]),
    ];
  },
};

function archiving(mode: string | undefined, failingSince: Date | undefined): Finding {
  const what = `archive_mode is ${mode}`;
  if (mode === 'off')
    return {
      what,
      problem:
        'Nothing is archived. A lost disk loses everything since your last backup. Set up pgbackrest, or archive_command and pg_basebackup.',
    };
  return found(
    what,
    failingSince && `Its archive_command has failed since ${failingSince.toISOString()}. See the log of PostgreSQL.`,
  );
}

const disk: DoctorCheck = {
  name: 'the disk',
  async look({ config }) {
    if (config.databaseUrl !== undefined || !existsSync(config.dataDir)) return [];
    const { bavail, blocks, bsize } = await statfs(config.dataDir);
    const freeBytes = bavail * bsize;
    const isShort = freeBytes < MIN_FREE_BYTES || bavail / blocks < MIN_FREE_SHARE;
    return [
      found(
        `${(freeBytes / 1024 ** 3).toFixed(1)} GB are free in the data folder`,
        isShort &&
          'Free some space, or move the data folder (DATA_DIR) to a larger disk. A full disk stops the server.',
      ),
    ];
  },
};

const address: DoctorCheck = {
  name: 'the public address',
  async look({ config, now }) {
    const { hostname, protocol, port } = new URL(config.publicUrl);
    if (config.isDemo) return [];
    const isSecure = found(
      `PUBLIC_URL is ${config.publicUrl}`,
      protocol !== 'https:' && 'Without https browsers allow no location, camera or push messages.',
    );
    const at = await lookup(hostname).catch(() => undefined);
    if (!at) return [isSecure, { what: hostname, problem: 'DNS does not know the name. Add a record for it.' }];
    if (protocol !== 'https:') return [isSecure];
    return [isSecure, await certificateOf(hostname, Number(port) || 443, now)];
  },
};

async function certificateOf(host: string, port: number, now: Date): Promise<Finding> {
  const what = `the certificate of ${host}`;
  try {
    const { validTo, problem } = await new Promise<{ validTo: Date; problem: string | undefined }>(
      (resolve, reject) => {
        const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false, timeout: ASK_TIMEOUT_MS });
        socket.on('secureConnect', () => {
          const validTo = new Date(socket.getPeerCertificate().valid_to);
          resolve({ validTo, problem: socket.authorized ? undefined : String(socket.authorizationError) });
          socket.destroy();
        });
        socket.on('timeout', () => socket.destroy(new Error('no answer')));
        socket.on('error', reject);
      },
    );
    const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
    if (problem) return { what, problem: `It is not trusted (${problem}). The proxy must send the whole chain.` };
    return found(`${what} is valid for ${days} days`, days < MIN_CERTIFICATE_DAYS && 'Renew it.');
  } catch (error) {
    return { what, problem: `There is no answer (${(error as Error).message}). Is the proxy running?` };
  }
}

const providers: DoctorCheck = {
  name: 'the payment provider and the mail server',
  async look({ config, now }) {
    const { apiUrl, name } = config.payments.provider;
    const mail = config.shop.mail.smtpUrl;
    return [await providerAt(name, apiUrl, now), ...(mail ? [await mailServerAt(new URL(mail))] : [])];
  },
};

/**
 * Checks that the provider answers. A refusal is enough, because the call has no key. The Date header shows the
 * provider's clock.
 */
async function providerAt(name: string, url: string, now: Date): Promise<Finding> {
  const what = `${name} at ${new URL(url).host}`;
  const begunAt = performance.now();
  try {
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    const date = headers.get('date');
    const hereMs = now.getTime() + (performance.now() - begunAt);
    const apartMs = date === null ? 0 : Math.abs(Date.parse(date) - hereMs);
    return found(
      `${what} answers`,
      apartMs > MINUTE_MS && `Its clock is ${Math.round(apartMs / SECOND_MS)} s from ours. Set ours by NTP.`,
    );
  } catch (error) {
    const why = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
    return { what, problem: `It does not answer (${why}). Does a firewall block outgoing connections?` };
  }
}

async function mailServerAt({ hostname, port, protocol }: URL): Promise<Finding> {
  const what = `the mail server ${hostname}`;
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) });
    socket.setTimeout(ASK_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('connect', () => {
      socket.destroy();
      resolve({ what: `${what} answers` });
    });
    socket.on('error', ({ message }) => resolve({ what, problem: `It does not answer (${message}). Check SMTP_URL.` }));
  });
}

const running: DoctorCheck = {
  name: 'the server and its ledger',
  async look({ database, now }) {
    const checkedAt = await findLastCheckpointAt(database);
    const ageMs = checkedAt ? now.getTime() - checkedAt.getTime() : undefined;
    return [
      found('a server serves this database', !(await isServed(database)) && 'No server runs. Start it.'),
      found(
        ageMs === undefined ? 'the ledger' : `the ledger was in order ${Math.round(ageMs / HOUR_MS)} hours ago`,
        (ageMs === undefined || ageMs > MAX_CHECKPOINT_AGE_MS) &&
          'It was not proven within the last day. Run "ledger check".',
      ),
    ];
  },
};

const chargePointClocks: DoctorCheck = {
  name: 'the clocks of chargers',
  async look({ database, now }) {
    const astray = await listWrongClocks(database, now, { withinMs: DAY_MS, apartMs: MAX_CHARGER_CLOCK_APART_MS });
    if (astray.length === 0) return [{ what: 'the clocks of chargers that charged within the last day are right' }];
    return astray.map(({ chargePointId, apartMs }) => {
      const minutes = Math.round(Math.abs(apartMs) / MINUTE_MS);
      return {
        what: `the clock of ${chargePointId}`,
        problem: `It is ${minutes} minutes ${apartMs > 0 ? 'behind' : 'ahead'}. Check its settings. The answer to each heartbeat gives it the time.`,
      };
    });
  },
};

const backups: DoctorCheck = {
  name: 'the backups',
  async look({ config: { isDemo, databaseUrl, backup, dataDir }, now }) {
    if (databaseUrl !== undefined || (isDemo && !backup)) return [];
    if (!backup)
      return [
        {
          what: 'backups',
          problem: 'There are none, so a lost disk loses everything. Set BACKUP_TO, see docs/settings.md.',
        },
      ];
    const last = await lastCopyIn(openStore(backup));
    const ageMs = last ? now.getTime() - last.getTime() : undefined;
    const isOnOne = typeof backup.to === 'string' && statSync(backup.to).dev === statSync(dataDir).dev;
    return [
      found(
        ageMs === undefined ? 'the last copy' : `the database was copied ${Math.round(ageMs / HOUR_MS)} hours ago`,
        ageMs === undefined
          ? 'There is none yet. The server makes one soon after its start, or run "backup".'
          : ageMs > backup.everyMs * 1.5 && 'It is late. See docs/runbooks/backups.md.',
      ),
      found(
        'backups are on another disk',
        isOnOne && 'BACKUP_TO is on the same disk as the data. Choose another disk or machine.',
      ),
    ];
  },
};

async function lastCopyIn(store: BackupStore): Promise<Date | undefined> {
  const systems = await listDatabases(store);
  const kept = await Promise.all(systems.map((system) => listBackups(store, system)));
  const times = kept.flatMap(({ backups: copies }) => copies.map(({ endedAt }) => endedAt)).toSorted();
  const last = times.at(-1);
  return last === undefined ? undefined : new Date(last);
}

export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  databaseSettings,
  disk,
  backups,
  address,
  providers,
  running,
  chargePointClocks,
];
