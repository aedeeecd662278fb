import { expect, type Page } from '@playwright/test';
import { en } from '@bijli/web/messages/en';
import { hi } from '@bijli/web/messages/hi';
import type { Users } from './users.ts';
import type { ViewState, ViewContext, Messages } from './view-states/view-state.ts';

export const LANGUAGES: Record<string, Messages> = { en, hi };

/** A position in Bengaluru with many stations nearby. */
const HERE = { latitude: 12.9784, longitude: 77.6408 };

/** Opens a view state on a page, and waits until it is complete and nothing moves. */
export async function showViewState(
  page: Page,
  users: Users,
  viewState: ViewState,
  language = 'en',
): Promise<ViewContext> {
  const actor = viewState.role && (await users.prepare(viewState.role));
  const messages = LANGUAGES[language];
  if (!messages) throw new Error(`There are no messages in ${language}.`);
  const view: ViewContext = { page, messages, actor };
  const state = actor && viewState.state ? viewState.state(actor) : viewState.state?.({} as never);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(HERE);
  // Opens a page of the same server that is not the app, to store what the previous screen would have passed on.
  await page.goto('/health/live');
  await page.evaluate(arrive, { user: actor?.user, path: viewState.path, state: state ?? null, language });
  await viewState.before?.(view);
  await page.reload();
  await viewState.act?.(view);
  await expect(viewState.shows(view)).toBeVisible();
  await waitUntilStill(page, viewState.busy);
  return view;
}

interface Arrival {
  user: object | undefined;
  path: string;
  state: object | null;
  language: string;
}

/** Runs in the browser. After the next reload the user is signed in at the view state's path. */
function arrive({ user, path, state, language }: Arrival): void {
  localStorage.clear();
  sessionStorage.clear();
  if (user) localStorage.setItem('user', JSON.stringify(user));
  document.cookie = `language=${language}; path=/`;
  history.replaceState(state && { usr: state, key: 'view', idx: 0 }, '', path);
}

/** Waits until everything has loaded, including drawings and pictures, and every transition is over. */
export async function waitUntilStill(page: Page, busy = false): Promise<void> {
  if (!busy) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // The place of a drawing is empty until the drawing has loaded.
  await expect(page.locator('[data-drawing]:empty')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Pictures further up or down load only when they come into sight.
    const isInSight = (image: HTMLImageElement): boolean => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.checkVisibility() && top < innerHeight && bottom > 0;
    };
    const pictures = [...document.images].filter((image) => !image.complete && isInSight(image));
    await Promise.all(pictures.map((image) => image.decode().catch(() => undefined)));
    const ending = document
      .getAnimations()
      .filter((one) => one.timeline === document.timeline && Number(one.effect?.getComputedTiming().endTime) < 2000);
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
  });
}
