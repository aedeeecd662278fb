import { api } from '@bijli/contract/api';
import { bearerOf } from '#http/caller.ts';
import type { Http } from '#http/handle.ts';
import type { Notifications } from './index.ts';

export function notificationsRoutes({ serve }: Http, notifications: Notifications): void {
  serve(api.pushKey, async () => ({ public_key: await notifications.publicKey() }));

  serve(api.subscribePush, async ({ body, request, words }) => {
    const { endpoint, keys, language } = body;
    await notifications.subscribe(bearerOf(request), { endpoint, ...keys, language });
    return { message: words.done.pushOn() };
  });

  serve(api.unsubscribePush, async ({ request, words }) => {
    await notifications.unsubscribe(bearerOf(request));
    return { message: words.done.pushOff() };
  });

  serve(api.listNotifications, ({ driverId, words }) => notifications.ofDriver(driverId, words));

  serve(api.readNotifications, async ({ body, driverId, words }) => {
    await notifications.markRead(driverId, body.up_to);
    return { message: words.done.notificationsRead() };
  });

  serve(api.stationWatch, async ({ query, driverId }) => {
    const until = await notifications.watchUntil(driverId, query.property_id);
    return { until: until?.toISOString() ?? null };
  });

  serve(api.watchStation, async ({ body, driverId, words }) => {
    const { property_id: stationId, status } = body;
    if (status) {
      const until = await notifications.watch(driverId, stationId);
      return { message: words.done.watchOn(), until: until.toISOString() };
    }
    await notifications.unwatch(driverId, stationId);
    return { message: words.done.watchOff(), until: null };
  });
}
