import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';

/**
 * State of push on this device. `off`: available. `denied`: by the driver in the browser's settings. `unsupported`: not
 * available in this browser. `install-first`: only available after the app is installed.
 */
export type PushState = 'on' | 'off' | 'denied' | 'unsupported' | 'install-first';

let state: PushState = 'off';
let isKnown = false;
const changes = createChanges();

function become(next: PushState): void {
  state = next;
  changes.notify();
}

/** Hook: the state of push. Undefined until it is known. */
export function usePushState(): PushState | undefined {
  return useSyncExternalStore(
    (listener) => {
      const stop = changes.subscribe(listener);
      // The driver may have changed the browser's settings meanwhile.
      void subscription();
      return stop;
    },
    () => (isKnown ? state : undefined),
  );
}

/** The push subscription of this device, if there is one. It also updates the push state. */
export async function subscription(): Promise<PushSubscription | undefined> {
  let existing: PushSubscription | undefined;
  if (isSupported()) existing = (await (await registration())?.pushManager.getSubscription()) ?? undefined;
  isKnown = true;
  become(stateWith(existing !== undefined));
  return existing;
}

function stateWith(isSubscribed: boolean): PushState {
  if (!isSupported()) return /iP(hone|ad|od)/.test(navigator.userAgent) ? 'install-first' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return isSubscribed && Notification.permission === 'granted' ? 'on' : 'off';
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** `ready` is not used, because it never settles when the worker could not be registered. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const known = await navigator.serviceWorker.getRegistration();
  return known?.active ? known : known && navigator.serviceWorker.ready;
}

/**
 * Asks the driver and subscribes. Undefined when the driver or the browser refuses. It must follow a press of the
 * driver.
 */
export async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  try {
    const answer = await Notification.requestPermission();
    const worker = answer === 'granted' ? await registration() : undefined;
    const bound = await worker?.pushManager.getSubscription();
    // The server cannot sign for a subscription with another key.
    if (bound && !isBoundTo(bound, publicKey)) await bound.unsubscribe();
    return await worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  } catch (error) {
    console.warn('The browser gives no push subscription', error);
    return undefined;
  } finally {
    await subscription();
  }
}

export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
  await subscription();
}

export function isBoundTo(bound: PushSubscription, publicKey: string): boolean {
  const key = bound.options.applicationServerKey;
  return key !== null && String(new Uint8Array(key)) === String(bytesOf(publicKey));
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
