import { MINUTE_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { SessionContext } from '../context.ts';
import { isStarting } from '../session-state.ts';
import type { SessionsOnOtherNodes } from '../sessions-on-other-nodes.ts';
import { refuse, sessionsRefusals } from '../sessions.refusals.ts';
import * as store from '../sessions.store.ts';
import type { FailedStarts } from '../starting/failed-starts.ts';
import type { Recovery } from '../supervision/recovery.ts';
import type { StopVerdicts } from './stop-verdicts.ts';
import type { Stops } from './stops.ts';

interface DriverStopParts {
  failedStarts: Pick<FailedStarts, 'fail'>;
  stops: Pick<Stops, 'requestStop'>;
  recovery: Pick<Recovery, 'recover'>;
  stopVerdicts: Pick<StopVerdicts, 'findVerdict'>;
}

/** Stops a session for its driver, through the node that owns the charge point. */
export function createDriverStop(
  { database, liveSessions, owners, rules }: SessionContext,
  { failedStarts, stops, recovery, stopVerdicts }: DriverStopParts,
  sessionsOnOtherNodes: Pick<SessionsOnOtherNodes, 'cancel' | 'stop'> | undefined,
) {
  const minutesOfPatience = Math.ceil(rules.linkPatienceMs / MINUTE_MS);

  /**
   * True if the session has ended. A session that is not in memory may also run at a charge point that another node
   * owns now.
   */
  async function hasEnded({ bookingId }: Pick<store.Session, 'bookingId'>): Promise<boolean> {
    return (await store.findSession(database, bookingId))?.endedAt !== null;
  }

  /** Throws charge_over, stop_silent, stop_rejected, stop_unconfirmed. */
  async function stopHere(session: store.BoughtSession): Promise<void> {
    const { bookingId } = session;
    if (isStarting(session.state)) return failedStarts.fail(bookingId, 'start_cancelled');
    if (!liveSessions.ofBookingId(bookingId)) await recovery.recover(session);
    const answer = await stops.requestStop(bookingId, 'driver').catch(async (error: unknown) => {
      // The new owner finds the stop request in the row and asks the charge point.
      if (isRefusal(error, sessionsRefusals, 'charge_over') && !(await hasEnded(session))) refuse('stop_unconfirmed');
      const isSilent =
        isRefusal(error, sessionsRefusals, 'charger_silent') || isRefusal(error, sessionsRefusals, 'charger_offline');
      return isSilent ? refuse('stop_silent', { minutes: minutesOfPatience }) : Promise.reject(error);
    });
    const live = liveSessions.ofBookingId(bookingId);
    if (answer === 'accepted') return;
    if (!live) return (await hasEnded(session)) ? undefined : refuse('stop_unconfirmed');
    const verdict = await stopVerdicts.findVerdict(live);
    if (verdict !== 'over') refuse(verdict === 'goes-on' ? 'stop_rejected' : 'stop_unconfirmed');
  }

  return async function stop(driverId: number, bookingId: string): Promise<void> {
    const session = (await store.findOfDriver(database, driverId, bookingId)) ?? refuse('charge_unknown');
    if (session.endedAt) refuse('charge_over');
    const { chargePointId } = session;
    const other = owners.owns(chargePointId) ? undefined : sessionsOnOtherNodes;
    if (other && isStarting(session.state)) return other.cancel(session);
    if (other) return other.stop(session, minutesOfPatience);
    return owners.fenced(chargePointId, () => stopHere(session));
  };
}
