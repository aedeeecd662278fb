import * as z from 'zod/mini';
import { notificationKind, type Notification } from '@bijli/contract/notifications';
import type { Database, Tx } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import type { Discovery } from '#modules/discovery/index.ts';
import type { Network } from '#modules/network/index.ts';
import { refundPaid } from '#modules/payments/index.ts';
import { cardRejected, sessionEvent } from '#modules/sessions/index.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import {
  notificationText,
  notificationTarget,
  NOTIFICATION_TTL_MS,
  type NewNotification,
} from './notification-kinds.ts';
import { refuse } from './notifications.refusals.ts';
import * as store from './notifications.store.ts';
import { createPushOutbox } from './push-outbox.ts';
import type { PushKeys, PushService } from './push-service.ts';
import { notificationOfRejection, prepareNotifications } from './session-notifications.ts';
import { createStationWatches } from './station-watches.ts';

export { notificationsData } from './personal-data.store.ts';
export type { PushKeys, PushMessage, PushOutcome, PushService } from './push-service.ts';

/** Nobody reads older ones. The wallet and the invoices keep what concerns money. */
const KEEP_NOTIFICATIONS_MS = 90 * DAY_MS;

export interface NotificationsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  push: PushService;
  /** The operator's own keys. Without them a pair is created and stored. */
  keys: PushKeys | undefined;
  network: Pick<Network, 'getStationName'>;
  discovery: Pick<Discovery, 'getStationWithChargePoints' | 'listFreeTypesAt'>;
  events: Events;
  /** A driver's free balance. */
  wallet: Pick<Wallet, 'readBalance'>;
}

export type Notifications = ReturnType<typeof createNotifications>;

/** Notifications to drivers: stored for the app's list and pushed to their devices. */
export function createNotifications(options: NotificationsOptions) {
  const { database, clock, log, push, events, wallet } = options;
  let known: Promise<PushKeys> | undefined;
  const outbox = createPushOutbox({ database, clock, log, push, keys: findOrCreateKeys });

  function findOrCreateKeys(): Promise<PushKeys> {
    known ??= options.keys ? Promise.resolve(options.keys) : store.saveFirstPushKeys(database, push.createKeys());
    known.catch(() => {
      known = undefined;
    });
    return known;
  }

  async function notifyDriver(tx: Tx, one: NewNotification): Promise<void> {
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + NOTIFICATION_TTL_MS[one.kind]);
    await store.insertMissingNotification(tx, { ...one, createdAt, expiresAt });
  }

  events.on(sessionEvent, async (tx, published) => {
    const freePaise = async (inTx: Tx): Promise<number> =>
      (await wallet.readBalance(inTx, published.driverId)).freePaise;
    for (const one of await prepareNotifications(tx, published, freePaise)) await notifyDriver(tx, one);
  });
  events.on(cardRejected, (tx, rejected) => notifyDriver(tx, notificationOfRejection(rejected)));
  events.on(refundPaid, (tx, { driverId, refundId, amountPaise: paise }) =>
    notifyDriver(tx, { driverId, key: `refund:${refundId}`, kind: 'refund', facts: { paise } }),
  );
  const watches = createStationWatches({ ...options, notifyDriver });

  return {
    /** The public key with which browsers subscribe to pushes (VAPID). */
    readPublicKey: async (): Promise<string> => (await findOrCreateKeys()).publicKey,

    /** Pushes to a device while it is signed in. Throws push_address_refused, push_keys_invalid. */
    async subscribe(
      token: string,
      device: { endpoint: string; p256dh: string; auth: string; language: string },
    ): Promise<void> {
      const { endpoint, p256dh, auth, language } = device;
      if (!push.isAllowed(endpoint)) refuse('push_address_refused');
      if (!push.areKeysValid(device)) refuse('push_keys_invalid');
      const row = { endpoint, p256dh, auth, language: language.slice(0, 2).toLowerCase() };
      await database.transaction((tx) =>
        store.saveSubscription(tx, { ...row, tokenHash: hashOf(token), createdAt: clock.now() }),
      );
    },

    /** Stops pushes to the device of this sign-in. */
    unsubscribe: (token: string): Promise<void> => store.deleteSubscriptionOfSignIn(database, hashOf(token)),

    /** Newest first. */
    async listOfDriver(
      driverId: number,
      page: Page,
      messages: Messages,
    ): Promise<{ notifications: Notification[]; next?: string; unread: number }> {
      const [{ rows, next }, unread] = await Promise.all([
        store.listOfDriver(database, driverId, page),
        store.countUnread(database, driverId),
      ]);
      return { notifications: rows.map((row) => notificationOnWire(row, messages)), ...(next && { next }), unread };
    },

    /** Marks a driver's notifications up to this id as read. */
    async noteRead(driverId: number, upTo: number): Promise<void> {
      await store.noteRead(database, driverId, upTo, clock.now());
    },

    ...watches,

    /** Erases everything about a driver, in the transaction that erases the account. */
    eraseDriver: (tx: Tx, { driverId }: DeletionRequest): Promise<void> => store.deleteOfDriver(tx, driverId),

    /** Purges old notifications with their deliveries, and watches that have ended. */
    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeNotificationsAndWatches(database, now, new Date(now.getTime() - KEEP_NOTIFICATIONS_MS));
    },

    /** Sends what is due, also what an earlier server left behind. */
    sendDue: outbox.sendDue,
  };
}

function notificationOnWire(
  { id, kind, facts, createdAt, readAt }: store.NotificationRow,
  messages: Messages,
): Notification {
  const knownKind = z.parse(notificationKind, kind);
  return {
    id,
    kind: knownKind,
    at: createdAt.toISOString(),
    ...notificationText(knownKind, facts, messages),
    target: notificationTarget(knownKind, facts),
    read: readAt !== null,
  };
}
