import * as z from 'zod/mini';
import { done, ownCall } from '../endpoint.ts';
import { next, pageQuery } from '../paging.ts';

/** The kinds of notifications that drivers get. */
export const notificationKind = z.enum([
  'charge_started',
  'charge_nearly_done',
  'charge_done',
  'charge_stopped_early',
  'start_failed',
  'money_back',
  'refund',
  'balance_low',
  'station_free',
  'card_refused',
]);
export type NotificationKind = z.infer<typeof notificationKind>;

/** The screen that a notification opens. */
const notificationTarget = z.union([
  z.object({ screen: z.literal('charging') }),
  z.object({ screen: z.literal('invoice'), booking_id: z.string() }),
  z.object({ screen: z.literal('wallet') }),
  z.object({ screen: z.literal('station'), property_id: z.string() }),
]);
export type NotificationTarget = z.infer<typeof notificationTarget>;

const notification = z.object({
  id: z.int(),
  kind: notificationKind,
  /** UTC. */
  at: z.string(),
  /** In the language of Accept-Language. */
  title: z.string(),
  body: z.string(),
  target: notificationTarget,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** The content of a push message, in the language of the device. It is sent encrypted to the device. */
export const pushedNotification = z.object({
  /** Later notifications have higher ids. */
  id: z.int(),
  /** A later notification with the same tag replaces the earlier one. */
  tag: z.string(),
  language: z.string(),
  title: z.string(),
  body: z.string(),
  target: notificationTarget,
});
export type PushedNotification = z.infer<typeof pushedNotification>;

export const notifications = {
  pushKey: ownCall('GET', '/api-v1/user/push-key', {
    area: 'notifications',
    limit: 'read',
    summary: 'The public key (VAPID, RFC 8292) that a browser subscribes to pushes with.',
    reply: z.object({ success: z.literal(true), public_key: z.string() }),
  }),
  subscribePush: ownCall('POST', '/api-v1/user/push-subscription', {
    area: 'notifications',
    limit: 'write',
    summary:
      'Pushes notifications to this device from now on, as long as it is signed in. Refused with `push_address_refused` when the address is of no push service that is known.',
    body: z.object({
      endpoint: z.string(),
      keys: z.object({ p256dh: z.string(), auth: z.string() }),
      /** Language of the pushed texts, such as `en`. */
      language: z.string(),
    }),
    reply: done,
  }),
  unsubscribePush: ownCall('DELETE', '/api-v1/user/push-subscription', {
    area: 'notifications',
    limit: 'write',
    summary: 'Pushes nothing more to the device that this call is signed in on.',
    reply: done,
  }),
  listNotifications: ownCall('GET', '/api-v1/user/notifications', {
    area: 'notifications',
    limit: 'read',
    summary: 'What the driver was told, newest first.',
    query: z.object(pageQuery),
    reply: z.object({ success: z.literal(true), notifications: z.array(notification), next, unread: z.int() }),
  }),
  readNotifications: ownCall('POST', '/api-v1/user/notifications/read', {
    area: 'notifications',
    limit: 'write',
    summary: 'Marks notifications as read, up to the newest that was seen.',
    body: z.object({ up_to: z.int() }),
    reply: done,
  }),
  getStationWatch: ownCall('GET', '/api-v1/user/watch-station', {
    area: 'notifications',
    limit: 'read',
    summary: 'Whether the driver watches a station, to be told when it is free.',
    query: z.object({ property_id: z.string() }),
    reply: z.object({
      success: z.literal(true),
      /** UTC. Null if the driver does not watch the station. */
      until: z.nullable(z.string()),
    }),
  }),
  setStationWatch: ownCall('POST', '/api-v1/user/watch-station', {
    area: 'notifications',
    limit: 'write',
    summary:
      'Tells the driver once when a connector of the station becomes free, within four hours; `status: false` calls it off. Refused with `station_free_now` when one is free, with `watch_limit` beyond 20 stations at a time.',
    body: z.object({
      property_id: z.string(),
      status: z.boolean(),
      /** Connector types to watch, spelled as the station spells them. Without it, all types count. */
      connector_types: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
    }),
    reply: z.extend(done, { until: z.nullable(z.string()) }),
  }),
};
