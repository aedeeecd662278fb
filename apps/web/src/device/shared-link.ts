import { paths } from '#paths.ts';

const KEY = 'shared-link';

/**
 * Keeps the link that led to the login page, in this tab. Only links to a particular thing are kept, such as a shared
 * station or a sticker, not plain screens.
 */
export function keepSharedLink({ pathname, search }: { pathname: string; search: string }): void {
  if (search !== '' || pathname.startsWith(`${paths.sticker}/`)) sessionStorage.setItem(KEY, pathname + search);
}

/** The path to open after the sign-in: the kept link, once, or the map. */
export function takeSharedLink(): string {
  const link = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return link ?? paths.map;
}
