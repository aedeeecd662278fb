import type { JobKind } from '#jobs/job-queues.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { Discovery } from '#modules/discovery/index.ts';
import type { Faults } from '#modules/faults/index.ts';
import type { Network } from '#modules/network/index.ts';
import type { Notifications } from '#modules/notifications/index.ts';
import type { Commands, MessageLog } from '#modules/operations/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import { RECEIPTS_JOB, type Receipts } from '#modules/receipts/index.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import type { TopUps } from '#modules/wallet/index.ts';
import type { Backups } from './backup/backups.ts';

const PAYMENTS_EVERY_MS = 3 * SECOND_MS;
const ORDERS_EVERY_MS = 2 * SECOND_MS;
const PUSHES_EVERY_MS = SECOND_MS;
const WATCHES_EVERY_MS = 10 * SECOND_MS;
const HEARD_EVERY_MS = MINUTE_MS;
const EXPECTED_ENDS_EVERY_MS = MINUTE_MS;
const PROFILE_RESTARTS_EVERY_MS = 10 * SECOND_MS;
const COMMANDS_EVERY_MS = SECOND_MS;
const LINK_REVOCATIONS_EVERY_MS = 2 * SECOND_MS;
const LOCAL_LISTS_EVERY_MS = 2 * SECOND_MS;
const FAULTS_EVERY_MS = 2 * SECOND_MS;
const TAKEN_EVERY_MS = 2 * SECOND_MS;
const RECEIPTS_POLL_EVERY_MS = 2 * SECOND_MS;
/** Longer than any mail server is waited for. */
const MAX_RECEIPT_MS = 2 * MINUTE_MS;
const PARTITIONS_EVERY_MS = HOUR_MS;
const PURGES_EVERY_MS = HOUR_MS;
const LONG_JOBS_POLL_EVERY_MS = 5 * MINUTE_MS;
const MAX_PURGE_MS = 30 * MINUTE_MS;
const LEDGER_EVERY_MS = HOUR_MS;
const MAX_LEDGER_CHECK_MS = 30 * MINUTE_MS;
const RENEWALS_EVERY_MS = DAY_MS;
const MAX_RENEWALS_MS = 30 * MINUTE_MS;
const ERASED_DRIVERS_EVERY_MS = HOUR_MS;
const MAX_ERASED_DRIVERS_MS = 10 * MINUTE_MS;
const BACKUPS_CHECK_EVERY_MS = 15 * MINUTE_MS;
const MAX_BACKUP_MS = 12 * HOUR_MS;
const SHIP_EVERY_MS = SECOND_MS;

interface WithExpiringRows {
  purgeExpired(): Promise<void>;
}

interface ModulesWithJobs {
  accounts: WithExpiringRows;
  availability: Pick<Availability, 'checkTaken'> & WithExpiringRows;
  personalData: WithExpiringRows;
  certificates: { renewExpiring(): Promise<void> } & WithExpiringRows;
  commands: Pick<Commands, 'checkCommands'> & WithExpiringRows;
  profileUpgrades: { restartDue(): Promise<void> };
  linkRevocations: { endDue(): Promise<void> };
  localLists: { checkDue(): Promise<void> };
  faults: Pick<Faults, 'checkFaults'> & WithExpiringRows;
  files: WithExpiringRows;
  discovery: Pick<Discovery, 'saveExpectedEnds'>;
  ledgerJob: { check(): Promise<void> };
  /** Backups of the embedded database, if they are set up. */
  backups: Pick<Backups, 'makeIfDue' | 'ship'> | undefined;
  messageLog: Pick<MessageLog, 'createDayPartitions'> & WithExpiringRows;
  network: Pick<Network, 'saveHeard'>;
  securityEvents: WithExpiringRows;
  notifications: Pick<Notifications, 'checkWatches' | 'sendDue'> & WithExpiringRows;
  payments: Pick<Payments, 'reconcileDue'> & WithExpiringRows;
  receipts: Pick<Receipts, 'send'> & WithExpiringRows;
  sessions: Pick<Sessions, 'listExpectedEnds' | 'createMonthPartitions'> & WithExpiringRows;
  staff: WithExpiringRows;
  storefront: { followUpOrders(): Promise<void> } & WithExpiringRows;
  topUps: Pick<TopUps, 'refundErasedDrivers'>;
}

/** Queued jobs: added by modules, or repeated for each key. */
export function jobKinds(modules: ModulesWithJobs): JobKind[] {
  const { backups, certificates, ledgerJob, receipts, topUps } = modules;
  return [
    {
      name: RECEIPTS_JOB,
      run: receipts.send,
      pollEveryMs: RECEIPTS_POLL_EVERY_MS,
      maxRunMs: MAX_RECEIPT_MS,
      retries: { count: 10, firstMs: MINUTE_MS, maxMs: 12 * HOUR_MS },
    },
    purgesOf(modules),
    {
      name: 'ledger-check',
      run: () => ledgerJob.check(),
      pollEveryMs: LONG_JOBS_POLL_EVERY_MS,
      maxRunMs: MAX_LEDGER_CHECK_MS,
      retries: { count: 2, firstMs: 10 * MINUTE_MS, maxMs: HOUR_MS },
      repeat: { everyMs: LEDGER_EVERY_MS, keys: ['all'], firstAfterMs: LEDGER_EVERY_MS },
    },
    {
      name: 'certificate-renewals',
      run: () => certificates.renewExpiring(),
      pollEveryMs: LONG_JOBS_POLL_EVERY_MS,
      maxRunMs: MAX_RENEWALS_MS,
      retries: { count: 3, firstMs: 10 * MINUTE_MS, maxMs: HOUR_MS },
      repeat: { everyMs: RENEWALS_EVERY_MS, keys: ['all'] },
    },
    {
      name: 'erased-drivers',
      run: () => topUps.refundErasedDrivers(),
      pollEveryMs: LONG_JOBS_POLL_EVERY_MS,
      maxRunMs: MAX_ERASED_DRIVERS_MS,
      retries: { count: 3, firstMs: 10 * MINUTE_MS, maxMs: HOUR_MS },
      repeat: { everyMs: ERASED_DRIVERS_EVERY_MS, keys: ['all'], firstAfterMs: ERASED_DRIVERS_EVERY_MS },
    },
    {
      name: 'backup',
      run: async () => backups?.makeIfDue(),
      pollEveryMs: MINUTE_MS,
      maxRunMs: MAX_BACKUP_MS,
      retries: { count: 2, firstMs: 10 * MINUTE_MS, maxMs: HOUR_MS },
      repeat: { everyMs: BACKUPS_CHECK_EVERY_MS, keys: ['all'] },
    },
  ];
}

/** Purges the expired rows of each module that has such rows. The key of a job is the module. */
function purgesOf(modules: ModulesWithJobs): JobKind {
  const { accounts, availability, personalData, certificates, commands, faults, files, messageLog } = modules;
  const { notifications, payments, receipts, securityEvents, sessions, staff, storefront } = modules;
  const withExpiringRows: Record<string, WithExpiringRows> = {
    accounts,
    availability,
    personalData,
    certificates,
    commands,
    faults,
    files,
    messageLog,
    notifications,
    payments,
    receipts,
    securityEvents,
    sessions,
    staff,
    storefront,
  };
  return {
    name: 'purges',
    run: async (module) => withExpiringRows[module]?.purgeExpired(),
    pollEveryMs: LONG_JOBS_POLL_EVERY_MS,
    maxRunMs: MAX_PURGE_MS,
    retries: { count: 5, firstMs: MINUTE_MS, maxMs: 30 * MINUTE_MS },
    repeat: { everyMs: PURGES_EVERY_MS, keys: Object.keys(withExpiringRows) },
  };
}

/**
 * Starts the loops of this node, whose work is due by its own rows. Each returned function stops a loop and resolves
 * when its current run has ended.
 */
export function startLoops(
  modules: ModulesWithJobs,
  { clock, log }: { clock: Clock; log: Log },
): (() => Promise<void>)[] {
  const {
    availability,
    backups,
    commands,
    linkRevocations,
    faults,
    localLists,
    profileUpgrades,
    discovery,
    messageLog,
    network,
    notifications,
    payments,
  } = modules;
  const { sessions, storefront } = modules;
  const context = { clock, log };
  return [
    every(payments.reconcileDue, {
      ...context,
      name: 'payments.reconcileDue',
      everyMs: PAYMENTS_EVERY_MS,
      failedMessage: 'payments could not be reconciled',
    }),
    every(storefront.followUpOrders, {
      ...context,
      name: 'storefront.followUpOrders',
      everyMs: ORDERS_EVERY_MS,
      failedMessage: 'orders of the shop could not be followed up',
    }),
    every(notifications.sendDue, {
      ...context,
      name: 'notifications.sendDue',
      everyMs: PUSHES_EVERY_MS,
      failedMessage: 'notifications could not be sent',
    }),
    every(notifications.checkWatches, {
      ...context,
      name: 'notifications.checkWatches',
      everyMs: WATCHES_EVERY_MS,
      failedMessage: 'watched stations could not be checked',
    }),
    every(commands.checkCommands, {
      ...context,
      name: 'commands.checkCommands',
      everyMs: COMMANDS_EVERY_MS,
      failedMessage: 'commands to charge points could not be sent or checked',
    }),
    every(linkRevocations.endDue, {
      ...context,
      name: 'linkRevocations.endDue',
      everyMs: LINK_REVOCATIONS_EVERY_MS,
      failedMessage: 'links of charge points that may no longer connect could not be closed',
    }),
    every(localLists.checkDue, {
      ...context,
      name: 'localLists.checkDue',
      everyMs: LOCAL_LISTS_EVERY_MS,
      failedMessage: 'local lists could not be updated',
    }),
    every(availability.checkTaken, {
      ...context,
      name: 'availability.checkTaken',
      everyMs: TAKEN_EVERY_MS,
      failedMessage: 'taken connectors could not be counted again',
    }),
    every(faults.checkFaults, {
      ...context,
      name: 'faults.checkFaults',
      everyMs: FAULTS_EVERY_MS,
      failedMessage: 'faults of connectors could not be checked',
    }),
    every(profileUpgrades.restartDue, {
      ...context,
      name: 'profileUpgrades.restartDue',
      everyMs: PROFILE_RESTARTS_EVERY_MS,
      failedMessage: 'charge points with a new security profile could not be restarted',
    }),
    every(network.saveHeard, {
      ...context,
      name: 'network.saveHeard',
      everyMs: HEARD_EVERY_MS,
      failedMessage: 'it could not be stored when charge points were last heard',
    }),
    every(() => discovery.saveExpectedEnds(sessions.listExpectedEnds()), {
      ...context,
      name: 'discovery.saveExpectedEnds',
      everyMs: EXPECTED_ENDS_EVERY_MS,
      failedMessage: 'the expected ends of charges could not be saved',
    }),
    ...(backups
      ? [
          every(backups.ship, {
            ...context,
            name: 'backups.ship',
            everyMs: SHIP_EVERY_MS,
            failedMessage: 'the log of the database could not be copied to its backups',
          }),
        ]
      : []),
    ...[
      { name: 'messageLog.createDayPartitions', make: messageLog.createDayPartitions },
      { name: 'sessions.createMonthPartitions', make: sessions.createMonthPartitions },
    ].map(({ name, make }) =>
      every(make, {
        ...context,
        name,
        everyMs: PARTITIONS_EVERY_MS,
        startsAtOnce: true,
        failedMessage: 'partitions could not be created',
      }),
    ),
  ];
}
