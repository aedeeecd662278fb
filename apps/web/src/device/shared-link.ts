import { paths } from '#paths.ts';

const KEY = 'shared-link';

/** Keeps the link that led to the login page, in this tab: one to a thing of its own, as a shared one or a sticker's is, and not to a mere screen. */
export function keepSharedLink({ pathname, search }: { pathname: string; search: string }): void {
  if (search !== '' || pathname.startsWith(`${paths.sticker}/`)) sessionStorage.setItem(KEY, pathname + search);
}

/** Where whoever has signed in goes on: to the link that led here, once, or else to the map. */
export function takeSharedLink(): string {
  const link = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return link ?? paths.map;
}
