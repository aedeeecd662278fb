import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { LiveSession } from '../live-sessions.ts';
import { withReading } from '../metering/recent-readings.ts';
import { looksOver } from '../session-state.ts';

/** Adds a counted reading. A reading that is not believed yet is left out. */
export function noteReading(
  live: LiveSession,
  { at, context, powerW, registerWh }: MeterReading,
  receivedAt: Date,
): void {
  const { recentReadings: before, delivered, pause } = live;
  if (!before || delivered.registerWh !== registerWh) return;
  const { energyWh } = delivered;
  const reading = { atMs: at.getTime(), receivedAtMs: receivedAt.getTime(), context, energyWh, powerW };
  live.recentReadings = withReading(before, reading);
  if (live.recentReadings === before) return;
  pause.ms = 0;
  // Energy flows, whatever the connector's status says.
  if (energyWh > (before.kept.at(-1)?.energyWh ?? 0)) pause.sinceMs = undefined;
  else if (pause.sinceMs !== undefined) pause.sinceMs = receivedAt.getTime();
}

/** Updates the pause from the connector's status. A session that is suspended, or looks over, takes no energy. */
export function noteConnectorState({ pause, session }: LiveSession, nowMs: number): void {
  if (session.state === 'suspended' || looksOver(session.connectorStatus)) {
    pause.sinceMs ??= nowMs;
  } else if (pause.sinceMs !== undefined) {
    pause.ms += nowMs - pause.sinceMs;
    pause.sinceMs = undefined;
  }
}
