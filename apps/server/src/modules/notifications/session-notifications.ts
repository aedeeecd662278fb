import type { Tx } from '#db/database.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { CardRejected, PublishedSessionEvent } from '#modules/sessions/index.ts';
import type { NewNotification } from './notification-kinds.ts';

/** Below this balance a next session may not be possible. */
const LOW_BALANCE_PAISE = 10_000;

/** A driver who tries the same card again and again is notified at most once in each window of this length. */
const REJECTED_WINDOW_MS = 10 * MINUTE_MS;

/** The notification that a driver's own card was rejected. */
export function notificationOfRejection({ driverId, idTag, at, ...rejected }: CardRejected): NewNotification {
  const { stationId, stationName, cardName, reason } = rejected;
  const window = Math.floor(at.getTime() / REJECTED_WINDOW_MS);
  return {
    driverId,
    key: `card_refused:${idTag}:${stationId}:${reason}:${window}`,
    kind: 'card_refused',
    facts: { stationId, stationName, cardName, reason },
  };
}

/** The notifications of a session's event. `freePaise` reads the balance after it, only if it is needed. */
export async function prepareNotifications(
  tx: Tx,
  published: PublishedSessionEvent,
  freePaise: (tx: Tx) => Promise<number>,
): Promise<NewNotification[]> {
  const { driverId, bookingId, stationId, stationName } = published;
  const about = { bookingId, stationId, stationName };
  const notification = (
    kind: NewNotification['kind'],
    facts: NewNotification['facts'],
    key: string = kind,
  ): NewNotification => ({
    driverId,
    key: `${key}:${bookingId}`,
    kind,
    facts: { ...about, ...facts },
  });
  switch (published.kind) {
    case 'started':
      return [notification('charge_started', { ...(published.cardName && { cardName: published.cardName }) })];
    case 'revived':
      return [notification('charge_started', { heldAgainPaise: published.holdPaise })];
    case 'nearly-done':
      return [
        notification('charge_nearly_done', {
          energyWh: published.energyWh,
          ...(published.soc !== undefined && { soc: published.soc }),
        }),
      ];
    case 'failed':
      return [notification('start_failed', { reason: published.reason, paise: published.backPaise })];
    case 'corrected': {
      const { energyWh, paise, backPaise } = published;
      if (backPaise > 0) return [notification('money_back', { paise: backPaise }, `money_back:${energyWh}`)];
      return [notification('charge_done', { energyWh, paise, corrected: true }, `corrected:${energyWh}`)];
    }
    case 'ended': {
      const { energyWh, paise, reason } = published;
      const figures = { energyWh, paise, ...(published.isProvisional && { provisional: true }) };
      const endNotification = published.isEarly
        ? notification('charge_stopped_early', { ...figures, reason }, 'ended')
        : notification('charge_done', figures, 'ended');
      const leftPaise = await freePaise(tx);
      return leftPaise < LOW_BALANCE_PAISE
        ? [endNotification, notification('balance_low', { paise: leftPaise })]
        : [endNotification];
    }
  }
}
