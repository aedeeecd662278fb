import { MINIMUM_BALANCE_PAISE } from '@bijli/contract/charge-estimate';
import type { NotificationKind, NotificationTarget } from '@bijli/contract/notifications';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Messages } from '#kernel/messages/en.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';

/** The facts of a notification. Each kind has its own. */
export interface Facts {
  bookingId?: string;
  stationId?: string;
  stationName?: string;
  energyWh?: number;
  paise?: number;
  /** Percent. Missing if the car does not report it. */
  soc?: number;
  /** Code of a reason in `messages.endReasons`. */
  reason?: string;
  /** The hold that was renewed for a session that was taken for failed. */
  heldAgainPaise?: number;
  /** True if we concluded the end, because the charge point has not reported it. */
  provisional?: boolean;
  /** The card that started the session, or that was rejected. */
  cardName?: string;
  /** True if the charge point has reported the end after all, which changed the bill. */
  corrected?: boolean;
}

/** A notification before it has words. */
export interface NewNotification {
  driverId: number;
  /** Idempotency key. A repeat sends nothing. */
  key: string;
  kind: NotificationKind;
  facts: Facts;
}

/** How long a push message is worth delivering. The app's list keeps notifications longer. */
export const NOTIFICATION_TTL_MS: Record<NotificationKind, number> = {
  charge_started: HOUR_MS,
  charge_nearly_done: HOUR_MS,
  charge_done: DAY_MS,
  charge_stopped_early: DAY_MS,
  start_failed: DAY_MS,
  money_back: DAY_MS,
  refund: DAY_MS,
  balance_low: DAY_MS,
  station_free: 15 * MINUTE_MS,
  card_refused: HOUR_MS,
};

/** The screen that answers the question a notification raises. */
export function notificationTarget(kind: NotificationKind, facts: Facts): NotificationTarget {
  switch (kind) {
    case 'charge_started':
    case 'charge_nearly_done':
      return { screen: 'charging' };
    case 'charge_done':
    case 'charge_stopped_early':
      return { screen: 'invoice', booking_id: facts.bookingId ?? '' };
    case 'station_free':
      return { screen: 'station', property_id: facts.stationId ?? '' };
    case 'card_refused':
      return facts.reason === 'charge_running' ? { screen: 'charging' } : { screen: 'wallet' };
    case 'start_failed':
    case 'money_back':
    case 'refund':
    case 'balance_low':
      return { screen: 'wallet' };
  }
}

/** The tag by which a device replaces earlier notifications of the same session. */
export function pushTagOf(kind: NotificationKind, facts: Facts): string {
  if (kind === 'station_free') return `station:${facts.stationId}`;
  if (kind === 'card_refused') return `card:${facts.cardName}`;
  return kind === 'balance_low' || kind === 'refund' ? kind : `charge:${facts.bookingId}`;
}

/** A notification in words. */
export function notificationText(
  kind: NotificationKind,
  facts: Facts,
  messages: Messages,
): { title: string; body: string } {
  const inFigures = {
    station: facts.stationName ?? '',
    units: `${unitsFor(messages.locale).format((facts.energyWh ?? 0) / 1000)}\u202FkWh`,
    money: rupeesFor(messages.locale)(facts.paise ?? 0),
  };
  if (facts.corrected) return messages.corrected(inFigures);
  const { title, body } = messages.notifications[kind]({
    ...inFigures,
    soc: facts.soc === undefined ? undefined : Math.floor(facts.soc),
    card: facts.cardName,
    needed: rupeesFor(messages.locale)(MINIMUM_BALANCE_PAISE),
    isShort: facts.reason === 'balance_too_low',
    reason: messages.endReasons[facts.reason ?? ''] ?? messages.endReasons.Other,
    heldAgain: facts.heldAgainPaise === undefined ? undefined : rupeesFor(messages.locale)(facts.heldAgainPaise),
  });
  return { title, body: facts.provisional ? `${body} ${messages.provisional()}` : body };
}

/** Units with two or three decimals, because whole Wh are billed. */
function unitsFor(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 });
}
