import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';
import { MINUTE_MS } from '#device/durations.ts';
import { SKIP_WAITING } from '#device/worker-messages.ts';

/**
 * Key in the tab's session storage: the build that the page was reloaded for, so that it reloads only once for each
 * build.
 */
const KEY = 'reloaded-for';
/** The build's first script has a hash of its content in its name, so this name identifies the build. */
const BUILD_NAME = /assets\/start-[\w-]+\.js/;
/** After this time the page reloads even if the new service worker has not taken over. */
const TAKE_OVER_MS = 3000;
/** An open page looks for a newer build at most this often. */
const CHECK_INTERVAL_MS = 30 * MINUTE_MS;

let isNewer = false;
let waiting: ServiceWorker | undefined;
let isLoadWanted = false;
const changes = createChanges();

/**
 * Registers the service worker, so that the app works without a network, and finds out when there is a newer build. The
 * page reloads when the driver asks for it. It reloads by itself only when one of its files is gone from the server, as
 * after a deployment. It never reloads while the server does not answer, because the old page is better than none.
 */
export function watchBuilds(): void {
  addEventListener('vite:preloadError', () => void reloadIfReplaced());
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    if (document.readyState === 'complete') void registerServiceWorker();
    else addEventListener('load', () => void registerServiceWorker(), { once: true });
  }
}

/** The name of the build on screen. Empty in development. */
export function buildOnScreen(): string {
  return BUILD_NAME.exec(Array.from(document.scripts, ({ src }) => src).join('\n'))?.[0] ?? '';
}

/** Hook: true when there is a newer build than the one on screen. */
export function useNewerBuild(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isNewer);
}

/** Loads the newer build. */
export function loadNewerBuild(): void {
  isLoadWanted = true;
  if (!waiting) return location.reload();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
  waiting.postMessage(SKIP_WAITING);
  // The old worker may be waiting for this page to close. Reloading the page lets it end.
  setTimeout(() => location.reload(), TAKE_OVER_MS);
}

async function registerServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isLoadWanted) location.reload();
    // Another tab has loaded the newer build. This tab keeps what it shows and offers the newer build.
    else if (!isFirst) announceNewerBuild(undefined);
  });
  try {
    const registration = await serviceWorker.register('/service-worker.js');
    if (registration.waiting && serviceWorker.controller) announceNewerBuild(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && serviceWorker.controller) announceNewerBuild(coming);
      });
    });
    checkRegularly(registration);
  } catch (error) {
    console.warn('The app is not kept for times without a network', error);
  }
}

function checkRegularly(registration: ServiceWorkerRegistration): void {
  let lastCheckAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - lastCheckAtMs < CHECK_INTERVAL_MS) return;
    lastCheckAtMs = Date.now();
    registration.update().catch((error: unknown) => console.warn('No new build could be looked for', error));
  });
}

function announceNewerBuild(worker: ServiceWorker | undefined): void {
  waiting = worker;
  isNewer = true;
  changes.notify();
}

async function reloadIfReplaced(): Promise<void> {
  const build = await currentBuild();
  if (build === undefined || sessionStorage.getItem(KEY) === build) return;
  sessionStorage.setItem(KEY, build);
  loadNewerBuild();
}

/** The name of the build that the server has now. Undefined when the server does not answer. */
async function currentBuild(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' });
    return answer.ok ? BUILD_NAME.exec(await answer.text())?.[0] : undefined;
  } catch (error) {
    console.warn('The server was not asked for its build', error);
    return undefined;
  }
}
