import { chargeEndOf, type Bought } from '@bijli/contract/charge-end';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { LiveSession } from '../live-sessions.ts';
import { isBought, type Session } from '../sessions.store.ts';

/**
 * When a running session will have delivered what was bought or filled the battery, at its present power. Undefined
 * while that is unknown. It is an estimate for people who wait for the connector: the driver may stop at any time.
 */
export function expectedEnd({ session, meter, activity }: LiveSession): Date | undefined {
  if (session.transactionId === null) return undefined;
  const { delivered, powerW, soc, socAtFirst } = meter;
  const reading = { soc: soc ?? null, unit: delivered.energyWh / 1000, power_output: (powerW ?? 0) / 1000 };
  const minutes = chargeEndOf(reading, boughtBy(session), socAtFirst)?.minutes ?? Number.POSITIVE_INFINITY;
  const isKnown = minutes > 0 && Number.isFinite(minutes);
  return isKnown ? new Date(activity.sampleReceivedAt.getTime() + minutes * MINUTE_MS) : undefined;
}

/** For a session on a token, only a full battery can be predicted, if the car reports its percentage. */
function boughtBy(session: Session): Bought {
  if (!isBought(session)) return { units_bought: Number.POSITIVE_INFINITY, target_soc: 100 };
  return { units_bought: session.boughtWh / 1000, target_soc: session.targetSoc ?? undefined };
}
