import * as z from 'zod/mini';
import { notificationKind, type PushedNotification } from '@bijli/contract/notifications';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { notificationText, pushTagOf, notificationTarget } from './notification-kinds.ts';
import * as store from './notifications.store.ts';
import type { PushKeys, PushMessage, PushService } from './push-service.ts';

/**
 * If a server ends while it sends, another one takes over its deliveries after this time. It is longer than a request
 * to a push service may take.
 */
const DELIVERY_CLAIM_MS = 20 * SECOND_MS;
const DELIVERIES_BATCH_SIZE = 20;
const FIRST_RETRY_MS = 5 * SECOND_MS;
const MAX_RETRY_MS = 10 * MINUTE_MS;
/** Maximum length of a topic (RFC 8030 section 5.4). */
const MAX_TOPIC_LENGTH = 32;

interface OutboxOptions {
  database: Database;
  clock: Clock;
  log: Log;
  push: PushService;
  keys(): Promise<PushKeys>;
}

/**
 * Sends deliveries of the outbox until the push service accepts them, they expire, or the device is gone. If a server
 * dies after a message was accepted and before it has stored that, the message is sent again under the same id, and the
 * device shows it once.
 */
export function createPushOutbox({ database, clock, log, push, keys }: OutboxOptions) {
  async function deliver(due: store.DueDelivery, known: PushKeys): Promise<void> {
    const { notification, subscription, tries } = due;
    const outcome = await push.send(messageOf(due, clock.now()), known);
    const now = clock.now();
    if (outcome.result === 'gone') return store.deleteSubscription(database, subscription.id);
    if (outcome.result === 'accepted') return store.changeDelivery(database, due, { nextTryAt: null, sentAt: now });
    if (outcome.result === 'refused') {
      log.warn(
        { event: 'push.refused', notification: notification.id, device: subscription.id },
        'a push service refused a notification',
      );
      return store.changeDelivery(database, due, { nextTryAt: null });
    }
    const waitMs = Math.max(outcome.afterMs ?? 0, Math.min(FIRST_RETRY_MS * 2 ** tries, MAX_RETRY_MS));
    await store.changeDelivery(database, due, { nextTryAt: new Date(now.getTime() + waitMs) });
  }

  /** Sends what is due. */
  async function sendDue(): Promise<void> {
    const now = clock.now();
    const claimedUntil = new Date(now.getTime() + DELIVERY_CLAIM_MS);
    const due = await database.transaction((tx) =>
      store.claimDueDeliveries(tx, now, claimedUntil, DELIVERIES_BATCH_SIZE),
    );
    if (due.length === 0) return;
    const pushKeys = await keys();
    await Promise.all(due.map((one) => deliver(one, pushKeys)));
    if (due.length === DELIVERIES_BATCH_SIZE) await sendDue();
  }

  return { sendDue };
}

function messageOf({ notification, subscription }: store.DueDelivery, now: Date): PushMessage {
  const { id, facts, expiresAt } = notification;
  const kind = z.parse(notificationKind, notification.kind);
  const { language, endpoint, p256dh, auth } = subscription;
  const tag = pushTagOf(kind, facts);
  const pushed: PushedNotification = {
    id,
    tag,
    language,
    ...notificationText(kind, facts, messagesFor(language)),
    target: notificationTarget(kind, facts),
  };
  return {
    endpoint,
    p256dh,
    auth,
    payload: JSON.stringify(pushed),
    ttlSeconds: Math.ceil((expiresAt.getTime() - now.getTime()) / 1000),
    topic: hashOf(tag).slice(0, MAX_TOPIC_LENGTH),
    urgency: 'high',
  };
}
