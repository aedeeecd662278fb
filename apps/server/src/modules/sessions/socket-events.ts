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
import { billableWh } from './metering/energy.ts';
import { sessionPriceOf } from './session-price.ts';
import { isSessionOver, isStarting, type SessionState } from './session-state.ts';
import { startFailureIn } from './sessions.failures.ts';
import type { Session } from './sessions.store.ts';

export interface LiveFigures extends Pick<BoughtLiveSession, 'session' | 'powerW' | 'soc'> {
  delivered: Pick<BoughtLiveSession['delivered'], 'energyWh' | 'at'>;
}

/** What the row of a session has of them: it follows the samples within a second or so. */
export function figuresOfRow(session: BoughtLiveSession['session']): LiveFigures {
  const { energyWh, powerW, lastSoc, sampledAt, startedAt, createdAt } = session;
  const delivered = { energyWh, at: sampledAt ?? startedAt ?? createdAt };
  return { session, delivered, powerW: powerW ?? undefined, soc: lastSoc ?? undefined };
}

/** The live figures of a session, as `meter_value_…` carries them: what would be billed if it ended now. */
export function liveMeterValueOf({ session, delivered, powerW, soc }: LiveFigures): LiveMeterValue {
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

/** Where a session stands, as `status_notification_…` carries it. */
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

/** Clients know the reasons of OCPP 1.6; ours in its words. */
const OCPP_REASONS: Record<string, string> = { charge_forgotten: 'Reboot', link_lost: 'Other' };

/** The connector's word where there is one; what must be so otherwise. */
function statusOf(session: Session): string {
  const { connectorStatus, state } = session;
  // Left over from the session before: the cable is in, and the next is to begin.
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

/** A connector that says so cannot begin a session. */
const OUT_OF_SERVICE: ReadonlySet<string | null> = new Set(['Faulted', 'Reserved', 'Unavailable']);

/** What the driver should know while it is so. */
function noteOf({ state, linkLostAt, connectorStatus }: Session, messages: Messages): { note?: string } {
  if (isSessionOver(state)) return {};
  if (!linkLostAt)
    return isStarting(state) && OUT_OF_SERVICE.has(connectorStatus) ? { note: messages.connectorOut() } : {};
  if (isStarting(state)) return { note: messages.linkDown.starting() };
  return { note: state === 'stopping' ? messages.linkDown.stopping() : messages.linkDown.charging() };
}

/** Only what is proven: a cable counts as in when the connector says so. */
function stageOf(session: Session): ChargeStage {
  return session.state === 'accepted' && statusOf(session) === 'Preparing' ? 'starting' : STAGES[session.state];
}
