import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Delivered } from '../metering/energy.ts';
import { withReading, type RecentReadings } from '../metering/recent-readings.ts';
import { looksOver } from '../session-state.ts';
import type { Session } from '../sessions.store.ts';

/** What a bought session's stop is predicted from. Only the functions of this file change it. */
export interface LiveReadings {
  /** The latest readings since the transaction began, from which its power is predicted. */
  recent?: RecentReadings | undefined;
  /** How long the connector has paused since the latest reading. */
  pausedMs: number;
  /** Since when it pauses now. */
  pausedSinceMs?: number | undefined;
}

/** Undefined if the session has no limit, so that readings are not needed. */
export function replaceReadings(readings: LiveReadings, recent: RecentReadings | undefined): void {
  readings.recent = recent;
}

/** Adds a counted reading. A reading that is not believed yet is left out. */
export function noteReading(
  readings: LiveReadings,
  { at, context, powerW, registerWh }: MeterReading,
  { delivered, receivedAt }: { delivered: Delivered; receivedAt: Date },
): void {
  const { recent: before } = readings;
  if (!before || delivered.registerWh !== registerWh) return;
  const { energyWh } = delivered;
  const reading = { atMs: at.getTime(), receivedAtMs: receivedAt.getTime(), context, energyWh, powerW };
  readings.recent = withReading(before, reading);
  if (readings.recent === before) return;
  readings.pausedMs = 0;
  // Energy flows, whatever the connector's status says.
  if (energyWh > (before.kept.at(-1)?.energyWh ?? 0)) readings.pausedSinceMs = undefined;
  else if (readings.pausedSinceMs !== undefined) readings.pausedSinceMs = receivedAt.getTime();
}

/** Updates the pause from the connector's status. A session that is suspended, or looks over, takes no energy. */
export function noteConnectorState(
  readings: LiveReadings,
  { state, connectorStatus }: Pick<Session, 'state' | 'connectorStatus'>,
  nowMs: number,
): void {
  if (state === 'suspended' || looksOver(connectorStatus)) {
    readings.pausedSinceMs ??= nowMs;
  } else if (readings.pausedSinceMs !== undefined) {
    readings.pausedMs += nowMs - readings.pausedSinceMs;
    readings.pausedSinceMs = undefined;
  }
}
