import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Session } from '../sessions.store.ts';
import { addReading, startDelivery, type Delivered, type MeterLimits } from './energy.ts';

/** What the meter has said of an open session. Only the functions of this file change it. */
export interface LiveMeter {
  delivered: Delivered;
  powerW: number | undefined;
  soc: number | undefined;
  /** Battery percentage at the first sample that reported it. */
  socAtFirst: number | undefined;
  /** True if samples were stored that are not counted yet. */
  hasUncountedSamples: boolean;
  /** When the session was last counted again from its samples. */
  countedAtMs: number;
  /** True if the log says already that the meter is suspect. */
  isSuspectLogged: boolean;
}

/** `delivered`: what is already counted, for a session that was running before. */
export function newLiveMeter(session: Session, now: Date, delivered?: Delivered): LiveMeter {
  return {
    delivered: delivered ?? deliveryFrom(session, now),
    powerW: session.powerW ?? undefined,
    soc: session.lastSoc ?? undefined,
    socAtFirst: session.socStart ?? undefined,
    hasUncountedSamples: false,
    countedAtMs: 0,
    isSuspectLogged: false,
  };
}

function deliveryFrom({ meterStartWh, startedAt }: Session, now: Date): Delivered {
  return startDelivery(meterStartWh ?? 0, startedAt ?? now);
}

/** The transaction has begun, and counting starts from its register. */
export function restartCount(meter: LiveMeter, session: Session, now: Date): void {
  meter.delivered = deliveryFrom(session, now);
}

/** Adds a reading. Returns true if it has added energy. */
export function addToMeter(meter: LiveMeter, reading: MeterReading, receivedAt: Date, limits: MeterLimits): boolean {
  const before = meter.delivered;
  meter.delivered = addReading(before, { ...reading, receivedAt }, limits);
  const hasGrown = meter.delivered.energyWh > before.energyWh;
  // Samples of an outage arrive late and must not be shown as current.
  if (reading.at < before.at) return hasGrown;
  if (reading.powerW !== undefined) meter.powerW = Math.max(0, reading.powerW);
  if (reading.soc !== undefined) {
    meter.soc = reading.soc;
    meter.socAtFirst ??= reading.soc;
  }
  return hasGrown;
}

/** The stored samples do not show in the count yet. */
export function noteUncounted(meter: LiveMeter): void {
  meter.hasUncountedSamples = true;
}

/** A count from the stored samples begins, which sees all that were stored before. */
export function noteRecount(meter: LiveMeter, now: Date): void {
  meter.hasUncountedSamples = false;
  meter.countedAtMs = now.getTime();
}

/** Replaces the count by one from the stored samples. */
export function replaceCount(meter: LiveMeter, fresh: Delivered, limits: MeterLimits): void {
  // Readings that arrived during the count may not have been in the database when it read.
  const { lastReadAt } = fresh.countBefore;
  const meanwhile = meter.delivered.recent.filter(({ at }) => lastReadAt === undefined || at > lastReadAt);
  meter.delivered = meanwhile.reduce((soFar, reading) => addReading(soFar, reading, limits), fresh);
}

export function noteSuspectLogged(meter: LiveMeter): void {
  meter.isSuspectLogged = true;
}
