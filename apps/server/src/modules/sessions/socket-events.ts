import { rupees } from '@bijli/contract/money';
import type {
  ChargeBegun,
  ChargeStage,
  LiveMeterValue,
  StatusNotification,
  TransactionStop,
} from '@bijli/contract/realtime';
import type { Messages } from '#kernel/messages/en.ts';
import type { BoughtLiveSession } from './live-sessions.ts';
import { billableWh, type Delivered } from './metering/energy.ts';
import type { LiveMeter } from './metering/live-meter.ts';
import { sessionPriceOf } from './session-price.ts';
import { isSessionOver, isStarting, type SessionState } from './session-state.ts';
import { startFailureIn } from './sessions.refusals.ts';
import type { Session } from './sessions.store.ts';

export interface LiveValues extends Pick<BoughtLiveSession, 'session'> {
  meter: Pick<LiveMeter, 'powerW' | 'soc'> & { delivered: Pick<Delivered, 'energyWh' | 'at'> };
}

/** The live figures of a session from its row, which is up to a second or so behind the samples. */
export function liveValuesOfRow(session: BoughtLiveSession['session']): LiveValues {
  const { energyWh, powerW, lastSoc, sampledAt, startedAt, createdAt } = session;
  const delivered = { energyWh, at: sampledAt ?? startedAt ?? createdAt };
  return { session, meter: { delivered, powerW: powerW ?? undefined, soc: lastSoc ?? undefined } };
}

/** The live figures of a session as the payload of `meter_value_…`: what would be billed if it ended now. */
export function liveMeterValueOf({ session, meter }: LiveValues): LiveMeterValue {
  const { delivered, powerW, soc } = meter;
  const energyWh = billableWh(delivered.energyWh, session.boughtWh);
  const price = sessionPriceOf(session, energyWh);
  return {
    soc: soc ?? null,
    amount: rupees(price.totalPaise),
    unit: energyWh / 1000,
    power_output: powerW === undefined ? null : powerW / 1000,
    status: statusOf(session),
    booking_id: session.bookingId,
    at: delivered.at.toISOString(),
  };
}

/** The status of a session as the payload of `status_notification_…`. */
export function statusNotificationOf(session: Session, at: Date, messages: Messages): StatusNotification {
  return {
    status: statusOf(session),
    stage: stageOf(session),
    reason: session.state === 'failed' ? (startFailureIn(messages.language, session.endReason ?? '') ?? null) : null,
    ...noteOf(session, messages),
    booking_id: session.bookingId,
    at: at.toISOString(),
  };
}

export function chargeBegunOf({ bookingId }: Session): ChargeBegun {
  return { booking_id: bookingId };
}

export function transactionStopOf({ bookingId, endReason }: Session): TransactionStop {
  const reason = OCPP_REASONS[endReason ?? ''] ?? endReason ?? 'Other';
  return { booking_id: bookingId, transaction_id: bookingId, reason };
}

/** Clients know OCPP 1.6 reasons, so our own reasons are mapped to those. */
const OCPP_REASONS: Record<string, string> = { charge_forgotten: 'Reboot', link_lost: 'Other' };

/** The connector's reported status, or the one that the session's state implies. */
function statusOf(session: Session): string {
  const { connectorStatus, state } = session;
  // Left over from the previous session: the cable is plugged in, and the next session is about to begin.
  if (isStarting(state) && connectorStatus === 'Finishing') return 'Preparing';
  return connectorStatus ?? (isStarting(state) ? 'Available' : 'Charging');
}

const STAGES: Record<SessionState, ChargeStage> = {
  held: 'asking',
  sent: 'asking',
  accepted: 'plug-in',
  charging: 'charging',
  suspended: 'charging',
  stopping: 'stopping',
  completed: 'stopping',
  failed: 'failed',
};

/** Connector states in which a session cannot begin. */
const OUT_OF_SERVICE: ReadonlySet<string | null> = new Set(['Faulted', 'Reserved', 'Unavailable']);

/** A sentence for the driver about the current state, if there is something to say. */
function noteOf({ state, linkLostAt, connectorStatus }: Session, messages: Messages): { note?: string } {
  if (isSessionOver(state)) return {};
  if (!linkLostAt)
    return isStarting(state) && OUT_OF_SERVICE.has(connectorStatus) ? { note: messages.connectorOut() } : {};
  if (isStarting(state)) return { note: messages.linkDown.starting() };
  return { note: state === 'stopping' ? messages.linkDown.stopping() : messages.linkDown.charging() };
}

/** The stage that is proven. The cable counts as plugged in only when the connector says so. */
function stageOf(session: Session): ChargeStage {
  return session.state === 'accepted' && statusOf(session) === 'Preparing' ? 'starting' : STAGES[session.state];
}
