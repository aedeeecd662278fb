import { useSyncExternalStore } from 'react';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();
const YEAR_SECONDS = 31_536_000;

function theme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Sets the theme now and for the next visits; it survives signing out, so it is a cookie. */
export function chooseTheme(chosen: Theme): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  paintBars(chosen);
  const life = chosen === 'system' ? 0 : YEAR_SECONDS;
  // The Cookie Store API is missing in Firefox.
  document.cookie = `theme=${chosen}; path=/; max-age=${life}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** The browser's own bars take the page's colour. */
function paintBars(chosen: Theme): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const scheme = bar.dataset['scheme'];
    bar.media = chosen === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen === scheme ? 'all' : 'not all';
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, theme);
}
