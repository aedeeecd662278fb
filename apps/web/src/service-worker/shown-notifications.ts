import type { PushedNotification } from '@bijli/contract/notifications';
import { pathOfTarget } from '../notification-address.ts';

/**
 * Shows what was pushed. What a driver has seen already does not sound again, and what comes late does not take the place of
 * later news under the same tag.
 */
export async function showNotification(
  worker: ServiceWorkerGlobalScope,
  message: PushMessageData | null,
): Promise<void> {
  if (!message) return;
  const pushed = message.json() as PushedNotification;
  const shown = await shownUnder(worker, pushed.tag);
  // Browsers want something shown for every push, so later news is shown once more.
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
    // Another word on the same charge sounds again, although it takes the place of the one before.
    ...(!isRepeat && { renotify: true }),
  });
  // An open page counts its unread anew.
  for (const page of await worker.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
    page.postMessage({ notified: pushed.id });
  }
}

/** What stands on the device under a tag, as it was pushed. */
async function shownUnder(worker: ServiceWorkerGlobalScope, tag: string): Promise<PushedNotification[]> {
  const shown = await worker.registration.getNotifications({ tag });
  // An earlier build kept less than the whole of it.
  return shown.map(({ data }) => data).filter((data) => typeof data === 'object' && data !== null && 'title' in data);
}

/** Leads to the screen that a notification is about, in the page that is open where there is one. */
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
