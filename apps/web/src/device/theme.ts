import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';
import { deleteCookie, keepCookie } from '@bijli/ui/cookie';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const changes = createChanges();

function theme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Sets the theme now and for later visits. It is a cookie, so it survives signing out. */
export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  paintBars(chosen);
  if (chosen === 'system') deleteCookie('theme');
  else keepCookie('theme', chosen);
  changes.notify();
}

/** Gives the browser's own bars the colour of the page. */
function paintBars(chosen: Theme): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = bar.dataset['scheme'];
    bar.media = chosen === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen === scheme ? 'all' : 'not all';
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, theme);
}
