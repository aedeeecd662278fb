import { api } from '@bijli/contract/api';
import { pageOf } from '#db/pagination.ts';
import { bearerOf } from '#http/caller.ts';
import type { Http } from '#http/calls/serve.ts';
import type { Notifications } from './index.ts';

export function notificationsRoutes({ serve }: Http, notifications: Notifications): void {
  serve(api.pushKey, async () => ({ public_key: await notifications.readPublicKey() }));

  serve(api.subscribePush, async ({ body, request, messages }) => {
    const { endpoint, keys, language } = body;
    await notifications.subscribe(bearerOf(request), { endpoint, ...keys, language });
    return { message: messages.done.pushOn() };
  });

  serve(api.unsubscribePush, async ({ request, messages }) => {
    await notifications.unsubscribe(bearerOf(request));
    return { message: messages.done.pushOff() };
  });

  serve(api.listNotifications, ({ driverId, query, messages }) =>
    notifications.listOfDriver(driverId, pageOf(query), messages),
  );

  serve(api.readNotifications, async ({ body, driverId, messages }) => {
    await notifications.noteRead(driverId, body.up_to);
    return { message: messages.done.notificationsRead() };
  });

  serve(api.getStationWatch, async ({ query, driverId }) => {
    const until = await notifications.findWatchEnd(driverId, query.property_id);
    return { until: until?.toISOString() ?? null };
  });

  serve(api.setStationWatch, async ({ body, driverId, messages }) => {
    const { property_id: stationId, status, connector_types: connectorTypes } = body;
    if (status) {
      const until = await notifications.watch(driverId, stationId, connectorTypes);
      return { message: messages.done.watchOn(), until: until.toISOString() };
    }
    await notifications.unwatch(driverId, stationId);
    return { message: messages.done.watchOff(), until: null };
  });
}
