import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '#db/database.ts';
import type { JobGauges } from '#jobs/job-queues.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { inWorkload } from '#kernel/workload.ts';
import type { Faults } from '#modules/faults/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import type { Metrics } from '#telemetry/metrics.ts';
import type { Backups } from './backup/backups.ts';
import type { createLedgerJob } from './ledger-job.ts';

const NS_A_SECOND = 1e9;

interface GaugeSources {
  sessions: Pick<Sessions, 'readGauges'>;
  payments: Pick<Payments, 'readGauges'>;
  jobs: { readGauges(): Promise<JobGauges> };
  certificates: { readGauges(): Promise<{ endingCount: number }> };
  faults: Pick<Faults, 'readGauges'>;
  ledgerJob: Pick<ReturnType<typeof createLedgerJob>, 'readGauges'>;
  backups: Pick<Backups, 'readGauges'> | undefined;
}

/**
 * Registers the gauges of the business and of this process that are read for each request of metrics. Returns a
 * function that ends it.
 */
export function registerGauges(
  metrics: Pick<Metrics, 'gauges'>,
  { sessions, payments, jobs, certificates, faults, ledgerJob, backups }: GaugeSources,
  { database, clock }: { database: Database; clock: Clock },
): () => void {
  const secondsSince = (moment: Date | undefined) => [
    { value: moment ? Math.max(0, clock.now().getTime() - moment.getTime()) / SECOND_MS : 0 },
  ];
  const byState = (rows: { state: string; count: number }[]) =>
    rows.map(({ state, count }) => ({ value: count, labels: { state } }));
  const inBackground =
    <T>(read: () => Promise<T>) =>
    () =>
      inWorkload('background', read);

  metrics.gauges(
    {
      bijli_sessions: 'Sessions that are not over, by state',
      bijli_sessions_stuck: 'Sessions whose start or stop has not come to an end in 15 minutes',
      bijli_session_oldest_provisional_seconds: 'Age of the oldest provisional end of the last week; 0 without any',
    },
    inBackground(async () => {
      const { open, stuck, oldestProvisionalAt } = await sessions.readGauges();
      return {
        bijli_sessions: byState(open),
        bijli_sessions_stuck: [{ value: stuck }],
        bijli_session_oldest_provisional_seconds: secondsSince(oldestProvisionalAt),
      };
    }),
  );
  metrics.gauges(
    {
      bijli_payments_last_hour: 'Payments that came to an end within the last hour, by state',
      bijli_payment_oldest_open_seconds: 'Age of the oldest payment that the provider has not decided; 0 without any',
      bijli_refund_oldest_open_seconds: 'Age of the oldest refund that is not paid yet; 0 without any',
    },
    inBackground(async () => {
      const { settledLastHour, oldestOpenPaymentAt, oldestOpenRefundAt } = await payments.readGauges();
      return {
        bijli_payments_last_hour: byState(settledLastHour),
        bijli_payment_oldest_open_seconds: secondsSince(oldestOpenPaymentAt),
        bijli_refund_oldest_open_seconds: secondsSince(oldestOpenRefundAt),
      };
    }),
  );
  metrics.gauges(
    {
      bijli_ledger_problems: 'Problems that the last ledger check of this node found',
      bijli_ledger_proof_age_seconds: 'Time since the ledger was last found in order; missing if it never was',
    },
    inBackground(async () => {
      const { problemCount, checkedAt } = await ledgerJob.readGauges();
      return {
        bijli_ledger_problems: [{ value: problemCount }],
        ...(checkedAt && { bijli_ledger_proof_age_seconds: secondsSince(checkedAt) }),
      };
    }),
  );
  metrics.gauges(
    {
      bijli_jobs: 'Background jobs, waiting or dead',
      bijli_job_oldest_due_seconds: 'Since when the job is due that waits longest; 0 without any',
    },
    inBackground(async () => {
      const { waiting, dead, oldestDueAt } = await jobs.readGauges();
      return {
        bijli_jobs: [
          { value: waiting, labels: { state: 'waiting' } },
          { value: dead, labels: { state: 'dead' } },
        ],
        bijli_job_oldest_due_seconds: secondsSince(oldestDueAt),
      };
    }),
  );
  metrics.gauges(
    {
      bijli_faults: 'Faults of connectors, by state; those that are `out` wait for staff',
      bijli_certificates_ending:
        'Chargers whose certificate ends within 7 days or has ended, with no other in its place',
    },
    inBackground(async () => {
      const open = await faults.readGauges();
      const { endingCount } = await certificates.readGauges();
      const countOf = (state: string) => open.find((row) => row.state === state)?.count ?? 0;
      return {
        bijli_faults: byState(['fixing', 'out', 'on_trial'].map((state) => ({ state, count: countOf(state) }))),
        bijli_certificates_ending: [{ value: endingCount }],
      };
    }),
  );
  if (backups)
    metrics.gauges(
      {
        bijli_backup_age_seconds:
          'Since the embedded database was last copied, or since this node waits for the first time',
        bijli_backup_behind_seconds: 'Since when something was written that the backups do not have; 0 without any',
      },
      async () => {
        const { lastAt, behindSince } = await backups.readGauges();
        return {
          bijli_backup_age_seconds: secondsSince(lastAt),
          bijli_backup_behind_seconds: secondsSince(behindSince),
        };
      },
    );
  return addProcessGauges(metrics, database);
}

function addProcessGauges(metrics: Pick<Metrics, 'gauges'>, { $client }: Database): () => void {
  const delay = monitorEventLoopDelay();
  delay.enable();
  metrics.gauges(
    {
      bijli_event_loop_delay_seconds: 'How late this process came to its next task since the last reading, by quantile',
      bijli_process_memory_bytes: 'Memory of this process',
      bijli_process_cpu_seconds: 'Processor time of this process since its start',
      bijli_database_callers_waiting: 'Who waits for a connection to the database',
    },
    () => {
      const quantiles = [50, 99].map((percent) => ({
        value: delay.percentile(percent) / NS_A_SECOND,
        labels: { quantile: String(percent / 100) },
      }));
      delay.reset();
      const { user, system } = process.cpuUsage();
      return {
        bijli_event_loop_delay_seconds: quantiles,
        bijli_process_memory_bytes: [{ value: process.memoryUsage.rss() }],
        bijli_process_cpu_seconds: [{ value: (user + system) / 1e6 }],
        bijli_database_callers_waiting: [{ value: $client.waitingCount }],
      };
    },
  );
  return () => delay.disable();
}
