import { parseConfig } from '#config/config.ts';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { checkLedger } from '#modules/ledger/index.ts';
import { openStore } from '../../backup/open-store.ts';
import { laterSegments, restoreDatabase } from '../../backup/restore-database.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';
import { parseOptions, UsageError } from '../arguments.ts';
import { auditCommand } from '../audit-recorder.ts';
import type { BareCommand } from '../command.ts';
import { backupSettings } from './backup.ts';

export const restore: BareCommand = {
  name: 'restore',
  summary: 'Restores the embedded database from BACKUP_TO',
  help: `npm run bijli -- restore [--to TIME] [--verify] [--drill] [--accept-gap] [--database NUMBER]

Restores the database beside the existing one, and replaces that at the end. The earlier database is kept under another name, which
is printed, until you delete it. Stop the server first. The disk needs room for both. If it is interrupted, run it again.

  --to TIME          restores the state at that time, such as 2027-03-31T18:00:00Z or 2027-03-31T23:30+05:30; by default the latest
  --verify           checks the whole ledger and every series of invoices first, and changes nothing if they do not add up
  --drill            tries and verifies a restore and changes nothing; the server may run
  --accept-gap       if a segment of the log is missing: restores everything before it, and says from when on changes are lost
  --database NUMBER  which database, if there are several (the number in "backup --list")

Exit code: 0 if it is done, 1 if the ledger does not add up or it is not possible.`,

  parseBare(args) {
    const values = parseOptions(args, {
      to: { type: 'string' },
      verify: { type: 'boolean' },
      drill: { type: 'boolean' },
      'accept-gap': { type: 'boolean' },
      database: { type: 'string' },
    });
    const to = values.to === undefined ? undefined : momentOf(values.to);
    const isDrill = values.drill === true;
    const acceptsGap = values['accept-gap'] === true;
    if (acceptsGap && to) throw new UsageError('--accept-gap restores as much as the log allows, so leave out --to.');
    return async ({ env, now, say, progress }) => {
      const config = parseConfig(env);
      const store = openStore(backupSettings(config));
      const isVerified = isDrill || values.verify === true;
      const { until, copiedAt, gap, isProven, before, isEarlier, ...restored } = await restoreDatabase({
        store,
        dataDir: config.dataDir,
        to,
        acceptsGap,
        system: values.database,
        isDrill,
        now,
        log: createLog('error'),
        onStep: progress,
        prove: (url) => isReady(url, { now, say, progress, isVerified, command: isDrill ? undefined : args.join(' ') }),
      });
      if (isEarlier)
        say(
          `An earlier restore to ${restored.to ?? 'the latest'} was interrupted while it took its place. It is finished now.`,
        );
      say(`It contains every change until ${until}, from the copy of ${copiedAt}.`);
      if (gap)
        say(
          `Every change after ${until} is lost: ${gap.missing} of the log is missing; ${laterSegments(gap)}, and cannot be used without it.`,
        );
      if (!isProven) say('Nothing was changed.');
      else if (isDrill) say('It can be restored. Nothing was changed.');
      else say('The database is restored. Start the server.');
      if (before !== undefined) say(`The earlier database is in ${before}. Delete it when you no longer need it.`);
      const isAsked = !isEarlier || restored.to === to?.toISOString();
      if (!isAsked)
        say(`That is not what was asked for. Run it again to restore ${to ? to.toISOString() : 'the latest'}.`);
      return isProven && isAsked ? 0 : 1;
    };
  },
};

interface Proof {
  now: Date;
  say(line: string): void;
  progress(line: string): void;
  /** Checks the whole ledger and every series of invoices. */
  isVerified: boolean;
  /** What the audit says, if the restored database takes the place of the old one. */
  command: string | undefined;
}

/** Migrates the database to this release, as a starting server would, and checks its ledger. */
async function isReady(url: string, { now, say, progress, isVerified, command }: Proof): Promise<boolean> {
  const log = createLog('error');
  const database = openDatabase(url, log, 4);
  try {
    await migrate(database, log, progress);
    if (isVerified) {
      const onStep = (step: number, of: number): void => progress(`Checking the ledger: ${step} of ${of}`);
      const { problems } = await checkLedger(database, LEDGER_PARTS, { now, isFull: true, onStep });
      for (const { row, problem } of problems) say(`${row}: ${problem}`);
      say(
        problems.length === 0
          ? 'The ledger adds up, and no series of invoices has a gap.'
          : `${problems.length} problems.`,
      );
      if (problems.length > 0) return false;
    }
    if (command !== undefined)
      await auditCommand(database, { at: now, action: 'backup.restore', object: command, outcome: 'done', code: null });
    return true;
  } finally {
    await database.$client.end();
  }
}

/** Throws UsageError. A zone is required, because a time without one would be in the zone of the machine. */
function momentOf(text: string): Date {
  const at = new Date(text);
  if (/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new UsageError('--to must be a time with its zone, such as 2027-03-31T18:00:00Z.');
}
