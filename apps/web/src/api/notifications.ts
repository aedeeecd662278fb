import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isBoundTo, subscribe, subscription, unsubscribe, usePushState } from '#device/push.ts';
import { currentMessages, onLanguageChange } from '#messages/messages.ts';
import { ask, call, CallFailed, type Reply } from './client.ts';
import { queryOf, pagedQueryOf, mutation, type Pages, refresh } from './query.ts';

/** Hook: the driver's notifications, newest first. They are fetched again after a push. */
export function useNotifications() {
  const queries = useQueryClient();
  useEffect(() => {
    const { serviceWorker } = navigator;
    const hear = ({ data }: MessageEvent) => {
      if (typeof data === 'object' && data !== null && 'notified' in data) void refresh(queries, 'listNotifications');
    };
    serviceWorker?.addEventListener('message', hear);
    return () => serviceWorker?.removeEventListener('message', hear);
  }, [queries]);
  return useInfiniteQuery({
    ...pagedQueryOf('listNotifications', {}, { rows: 30, nextOf: ({ next }) => next }),
    select: withRowsOf,
    staleTime: 0,
  });
}

function withRowsOf({ pages }: Pages<'listNotifications'>): Reply<'listNotifications'> | undefined {
  const [first] = pages;
  return first && { ...first, notifications: pages.flatMap(({ notifications }) => notifications) };
}

export function useReadNotifications() {
  return useMutation(mutation('readNotifications', { isQuiet: true }));
}

/**
 * Hook: the state of push notifications on this device, and functions that turn them on and off. `turnOn` resolves with
 * whether they are on.
 */
export function usePush() {
  const state = usePushState();
  const turnOn = useMutation({
    mutationKey: ['turnPushOn'],
    mutationFn: async () => {
      const { public_key: key } = await ask('pushKey', {});
      const device = await subscribe(key);
      if (!device) return false;
      try {
        await ask('subscribePush', { body: bodyOf(device) });
      } catch (error) {
        // Without this, a browser that believes it is subscribed would not get the offer again.
        await unsubscribe();
        throw error;
      }
      return true;
    },
  });
  const turnOff = useMutation({
    mutationKey: ['turnPushOff'],
    mutationFn: async () => {
      await unsubscribe();
      await ask('unsubscribePush', {});
    },
  });
  return { state, turnOn, turnOff };
}

/**
 * Registers this device with the server again, because the language, the sign-in or the server's key may have changed.
 * With a changed key the browser subscribes again, which needs no new permission.
 */
async function renewPush(): Promise<void> {
  const device = await subscription();
  if (!device) return;
  const answer = await call('pushKey', {});
  if (answer instanceof CallFailed) return;
  const bound = isBoundTo(device, answer.public_key) ? device : await subscribe(answer.public_key);
  if (bound) await call('subscribePush', { body: bodyOf(bound) });
}

/** Keeps the server's data about this device up to date. Returns a function that stops it. */
export function keepPushFresh(): () => void {
  const renew = () =>
    void renewPush().catch((error: unknown) => console.warn('The push subscription was not renewed', error));
  renew();
  return onLanguageChange(renew);
}

function bodyOf(device: PushSubscription) {
  const { endpoint = '', keys = {} } = device.toJSON();
  return {
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    language: currentMessages().language,
  };
}

/**
 * Hook: whether the driver watches a station for a connector of these types (any type when the list is empty), and how
 * to change that.
 */
export function useStationWatch(propertyId: string, types: readonly string[]) {
  const queries = useQueryClient();
  const watched = queryOf('getStationWatch', { query: { property_id: propertyId } });
  const { data } = useQuery({ ...watched, meta: { isQuiet: true } });
  const watch = useMutation({
    ...mutation('setStationWatch', { shouldAnnounce: true }),
    onSuccess: ({ until }) => queries.setQueryData(watched.queryKey, { success: true, until }),
    // It is refused when a connector is free. Refetching shows that.
    onError: () => refresh(queries, 'getCharger'),
  });
  const { mutate } = watch;
  const change = useCallback(
    (status: boolean) =>
      mutate({
        body: { property_id: propertyId, status, ...(status && types.length > 0 && { connector_types: [...types] }) },
      }),
    [mutate, propertyId, types],
  );
  return { until: data?.until, change, isChanging: watch.isPending };
}
