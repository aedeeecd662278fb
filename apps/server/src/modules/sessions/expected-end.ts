import { endOf } from '@bijli/contract/charge-end';
import type { LiveSession } from './live-sessions.ts';

const MS_PER_MINUTE = 60_000;

/**
 * When a running session will have what was bought, at the power it draws now, as its driver's screen tells it; undefined while
 * that is not known. The battery may be full before, and the driver may stop it at any moment: an estimate for those who wait
 * for the connector.
 */
export function expectedEnd({
  session,
  delivered,
  powerW,
  soc,
  socAtFirst,
  receivedAt,
}: LiveSession): Date | undefined {
  if (session.transactionId === null) return undefined;
  const reading = { soc: soc ?? null, unit: delivered.energyWh / 1000, power_output: (powerW ?? 0) / 1000 };
  const bought = { units_bought: session.boughtWh / 1000, target_soc: session.targetSoc ?? undefined };
  const minutes = endOf(reading, bought, socAtFirst)?.minutes;
  return minutes ? new Date(receivedAt.getTime() + minutes * MS_PER_MINUTE) : undefined;
}
