import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import type { SecurityEventReport } from '../operation-reports.ts';
import { insertSecurityEvent, purgeSecurityEvents } from './security-events.store.ts';

const KEEP_SECURITY_EVENTS_MS = 365 * DAY_MS;
/**
 * Events that are stored for one charge point: what it reports after weeks offline, and more than a healthy one
 * reports.
 */
const STORED_OF_ONE: Rate = { burst: 300, perSecond: 1 / 60 };
/** Events that the OCPP 1.6 security extension calls critical. */
const CRITICAL = new Set([
  'FirmwareUpdated',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'SecurityLogWasCleared',
  'MemoryExhaustion',
  'TamperDetectionActivated',
]);

/** Stores the security events of charge points. */
export function createSecurityEvents({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const logSampled = createSampledLog(log, clock);
  const shares = new TokenBuckets<string>(STORED_OF_ONE, clock);

  /** Stores an event, unless the charge point has reported too many. */
  async function saveWithinLimit(report: SecurityEventReport): Promise<void> {
    if (shares.of(report.chargePointId).take()) await insertSecurityEvent(database, report);
  }

  return {
    /** An event that the server has detected itself. */
    saveOwnEvent: saveWithinLimit,

    /** Stores a charge point's report. One beyond the limit is acknowledged but not stored. */
    async securityEventReported(report: SecurityEventReport): Promise<void> {
      const { chargePointId, type, techInfo } = report;
      const isCritical = CRITICAL.has(type);
      logSampled(isCritical ? 'warn' : 'info', {
        event: 'charge_point.security_event',
        message: 'a charge point reported a security event',
        facts: { chargePointId, type, techInfo },
        by: `${chargePointId} ${isCritical ? type : ''}`,
      });
      await saveWithinLimit(report);
    },

    purgeExpired: (): Promise<void> =>
      purgeSecurityEvents(database, new Date(clock.now().getTime() - KEEP_SECURITY_EVENTS_MS)),
  };
}
