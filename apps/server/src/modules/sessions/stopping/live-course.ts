import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { LiveSession } from '../live-sessions.ts';
import { withReading } from '../metering/meter-course.ts';
import { looksOver } from '../session-state.ts';

/** A reading was counted. One that the meter's path does not believe yet tells nothing. */
export function noteReading(
  live: LiveSession,
  { at, context, powerW, registerWh }: MeterReading,
  receivedAt: Date,
): void {
  const { course: before, delivered, pause } = live;
  if (!before || delivered.registerWh !== registerWh) return;
  const { energyWh } = delivered;
  const reading = { atMs: at.getTime(), receivedAtMs: receivedAt.getTime(), context, energyWh, powerW };
  live.course = withReading(before, reading);
  if (live.course === before) return;
  pause.ms = 0;
  // Whatever its connector says, energy flows.
  if (energyWh > (before.kept.at(-1)?.energyWh ?? 0)) pause.sinceMs = undefined;
  else if (pause.sinceMs !== undefined) pause.sinceMs = receivedAt.getTime();
}

/** The connector's state is known anew: a session that pauses, or looks as if it were over, takes no energy meanwhile. */
export function noteConnectorState({ pause, session }: LiveSession, nowMs: number): void {
  if (session.state === 'suspended' || looksOver(session.connectorStatus)) {
    pause.sinceMs ??= nowMs;
  } else if (pause.sinceMs !== undefined) {
    pause.ms += nowMs - pause.sinceMs;
    pause.sinceMs = undefined;
  }
}
