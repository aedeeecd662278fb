import type { PushedNotification } from '@bijli/contract/notifications';
import { pathOfTarget } from '../notification-address.ts';

/**
 * Shows a pushed notification. A repeated one makes no sound, and a late one does not replace a newer one with the same
 * tag.
 */
export async function showNotification(
  worker: ServiceWorkerGlobalScope,
  message: PushMessageData | null,
): Promise<void> {
  if (!message) return;
  const pushed = message.json() as PushedNotification;
  const shown = await shownUnder(worker, pushed.tag);
  // Browsers require a notification for every push, so a newer one is shown again.
  const latest = shown.find(({ id }) => id > pushed.id) ?? pushed;
  const { id, tag, language, title, body, target } = latest;
  const isRepeat = shown.some((one) => one.id === id);
  await worker.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    icon: '/brand/app-icon-512.png',
    badge: '/brand/notification-badge.png',
    silent: isRepeat,
    data: { ...latest, address: pathOfTarget(target) },
    // Another notification about the same charge makes a sound again, although it replaces the one before.
    ...(!isRepeat && { renotify: true }),
  });
  // Open pages then count unread notifications again.
  for (const page of await worker.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
    page.postMessage({ notified: pushed.id });
  }
}

/** The notifications with a tag that the device shows, as they were pushed. */
async function shownUnder(worker: ServiceWorkerGlobalScope, tag: string): Promise<PushedNotification[]> {
  const shown = await worker.registration.getNotifications({ tag });
  // Notifications of an earlier build may have fewer fields.
  return shown.map(({ data }) => data).filter((data) => typeof data === 'object' && data !== null && 'title' in data);
}

/** Opens the screen of a notification, in an open page of the app if there is one. */
export async function openNotification(worker: ServiceWorkerGlobalScope, data: unknown): Promise<void> {
  const address = isAddressed(data) ? data.address : '/';
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (!page) {
    await worker.clients.openWindow(address);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
  page.postMessage({ go: address });
  await page.focus();
}

function isAddressed(data: unknown): data is { address: string } {
  return typeof data === 'object' && data !== null && 'address' in data && typeof data.address === 'string';
}
