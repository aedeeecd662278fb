import { clientEmits, socketEvent } from '@bijli/contract/realtime';
import { socketRequest } from '@bijli/contract/socket';
import type { Clock } from '#kernel/clock.ts';
import type { Hub } from '#realtime/hub.ts';
import type { Sessions } from './index.ts';
import { liveMeterValueOf, statusNotificationOf, transactionStopOf } from './socket-events.ts';

/** Answers screens that ask for the status of a session. Drivers can ask only about their own. */
export function sessionsSockets(hub: Hub, sessions: Sessions, clock: Clock): void {
  hub.on(
    socketRequest.meterValues,
    clientEmits.meter_values,
    async ({ serial, connector }, driverId, _messages, answer) => {
      const liveValues = await sessions.findLiveValues(driverId, serial, connector);
      if (liveValues?.session.transactionId)
        answer(socketEvent.meterValue(serial, connector), liveMeterValueOf(liveValues));
    },
  );

  hub.on(
    socketRequest.chargingStatus,
    clientEmits.charging_status,
    async ({ transaction }, driverId, messages, answer) => {
      const session = await sessions.findOpen(driverId, transaction.booking_id ?? '');
      if (!session) return;
      answer(
        socketEvent.status(session.chargePointId, session.connector),
        statusNotificationOf(session, clock.now(), messages),
      );
    },
  );

  hub.on(
    socketRequest.transactionStop,
    clientEmits.transaction_stop,
    async ({ transaction }, driverId, _messages, answer) => {
      const session = await sessions.findOfDriver(driverId, transaction.booking_id ?? '');
      if (session?.state === 'completed') answer(socketEvent.stop(session.bookingId), transactionStopOf(session));
    },
  );
}
