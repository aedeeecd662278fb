import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';
import { MINUTE_MS } from '#device/durations.ts';
import { TAKE_OVER } from '#device/worker-messages.ts';

/** Kept for the tab: the page was loaded anew for this build already. */
const KEY = 'reloaded-for';
/** The script that the page begins with is named by its content. */
const BUILD_NAME = /assets\/start-[\w-]+\.js/;
/** How long a worker may take to take over before the page is loaded anew all the same. */
const TAKE_OVER_MS = 3000;
/** How often an open page looks for a new build, at most. */
const LOOK_MS = 30 * MINUTE_MS;

let isNewer = false;
let waiting: ServiceWorker | undefined;
let isLoadWanted = false;
const changes = createChanges();

/**
 * Keeps the app at hand without a network, and finds out when there is a new build. The page is loaded anew when its driver
 * says so, and by itself only when a piece of it is gone, as after a deployment under an open tab; not while the server
 * does not answer, because a page that is there is worth more than none.
 */
export function watchBuilds(): void {
  addEventListener('vite:preloadError', () => void reloadIfReplaced());
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    if (document.readyState === 'complete') void keepAtHand();
    else addEventListener('load', () => void keepAtHand(), { once: true });
  }
}

/** Names the build on screen; empty while it is being developed. */
export function buildOnScreen(): string {
  return BUILD_NAME.exec(Array.from(document.scripts, ({ src }) => src).join('\n'))?.[0] ?? '';
}

/** Whether a newer build is there than the one on screen. */
export function useNewerBuild(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isNewer);
}

/** Loads the newer build now. */
export function loadNewerBuild(): void {
  isLoadWanted = true;
  if (!waiting) return location.reload();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
  waiting.postMessage(TAKE_OVER);
  // The worker before may be busy for this very page, which then has to go first.
  setTimeout(() => location.reload(), TAKE_OVER_MS);
}

async function keepAtHand(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isLoadWanted) location.reload();
    // Another tab has taken the new build; what this one shows is left alone.
    else if (!isFirst) tellNewer(undefined);
  });
  try {
    const registration = await serviceWorker.register('/service-worker.js');
    if (registration.waiting && serviceWorker.controller) tellNewer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && serviceWorker.controller) tellNewer(coming);
      });
    });
    lookAgain(registration);
  } catch (error) {
    console.warn('The app is not kept for times without a network', error);
  }
}

function lookAgain(registration: ServiceWorkerRegistration): void {
  let lastCheckAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - lastCheckAtMs < LOOK_MS) return;
    lastCheckAtMs = Date.now();
    registration.update().catch((error: unknown) => console.warn('No new build could be looked for', error));
  });
}

function tellNewer(worker: ServiceWorker | undefined): void {
  waiting = worker;
  isNewer = true;
  changes.tell();
}

async function reloadIfReplaced(): Promise<void> {
  const build = await currentBuild();
  if (build === undefined || sessionStorage.getItem(KEY) === build) return;
  sessionStorage.setItem(KEY, build);
  loadNewerBuild();
}

/** The script that the page would load now; undefined when the server does not tell. */
async function currentBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok ? BUILD_NAME.exec(await answer.text())?.[0] : undefined;
  } catch (error) {
    console.warn('The server was not asked for its build', error);
    return undefined;
  }
}
