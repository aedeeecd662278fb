import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { createSampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import type { SecurityEventReport } from './charge-point-calls.ts';
import { insertSecurityEvent, purgeSecurityEvents } from './security-events.store.ts';

const KEEP_SECURITY_EVENTS_MS = 365 * DAY_MS;
/** Of one charge point: what it brings after weeks without a link, and more than a sound one tells. */
const KEPT_OF_ONE: Rate = { burst: 300, perSecond: 1 / 60 };
/** Those that the security extension of OCPP 1.6 calls critical. */
const CRITICAL = new Set([
  'FirmwareUpdated',
  'SettingSystemTime',
  'StartupOfTheDevice',
  'ResetOrReboot',
  'SecurityLogWasCleared',
  'MemoryExhaustion',
  'TamperDetectionActivated',
]);

/** Keeps what charge points tell of their own security. */
export function createSecurityEvents({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  const logSampled = createSampledLog(log, clock);
  const shares = new TokenBuckets<string>(KEPT_OF_ONE, clock);

  /** As far as one charge point does not tell too many. */
  async function keep(report: SecurityEventReport): Promise<void> {
    if (shares.of(report.chargePointId).take()) await insertSecurityEvent(database, report);
  }

  return {
    /** One that the server has noticed itself. */
    noticed: keep,

    /** One that tells too many is answered all the same. */
    async securityEvent(report: SecurityEventReport): Promise<void> {
      const { chargePointId, type, techInfo } = report;
      const isCritical = CRITICAL.has(type);
      logSampled(isCritical ? 'warn' : 'info', {
        event: 'charge_point.security_event',
        message: 'a charge point reported a security event',
        facts: { chargePointId, type, techInfo },
        by: `${chargePointId} ${isCritical ? type : ''}`,
      });
      await keep(report);
    },

    purgeExpired: (): Promise<void> =>
      purgeSecurityEvents(database, new Date(clock.now().getTime() - KEEP_SECURITY_EVENTS_MS)),
  };
}
