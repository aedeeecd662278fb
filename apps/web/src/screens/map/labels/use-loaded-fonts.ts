import { useSyncExternalStore } from 'react';

/** Missing in the browser of some tests. */
const fonts = () => document.fonts as FontFaceSet | undefined;

function subscribe(then: () => void): () => void {
  fonts()?.addEventListener('loadingdone', then);
  return () => fonts()?.removeEventListener('loadingdone', then);
}

function countLoaded(): number {
  return [...(fonts() ?? [])].filter(({ status }) => status === 'loaded').length;
}

/** Hook: how many fonts have loaded. Texts are as wide as before while this is the same. */
export function useLoadedFonts(): number {
  return useSyncExternalStore(subscribe, countLoaded);
}
