import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { forgetAllCopies } from '../device/copies.ts';
import { SIGNED_OUT, SKIP_WAITING } from '../device/worker-messages.ts';
import { openNotification, showNotification } from './shown-notifications.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

/** Paths, with their query, that the server answers itself. On all others the service worker answers with the app. */
const SERVERS_OWN = [
  /^\/(api|api-v1|assets|brand|demo|docs|health|media|ocpp|payments|webhooks|socket\.io)([/?-]|$)/,
  // The shop's pages.
  /^(\/hi)?\/(products|product-order-detail|compare|orders?|shop)([/?]|$)/,
  // Files.
  /^[^?]*\.\w+(\?|$)/,
];

// Caches the built app. `/` is not a name of the cached `index.html`, so a request for `/` still tells which build is
// the newest.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVERS_OWN }));

// A newer build waits until the driver asks for it. The very first one takes over the page that registered it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  if (event.data === SIGNED_OUT) event.waitUntil(forget());
});

self.addEventListener('push', (event) => event.waitUntil(showNotification(self, event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotification(self, event.notification.data));
});

/** Removes everything of the driver who signs out. The service worker does this, because the page is being left. */
async function forget(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  const notifications = await self.registration.getNotifications();
  for (const notification of notifications) notification.close();
  await Promise.all([forgetAllCopies(), subscription?.unsubscribe()]);
}
