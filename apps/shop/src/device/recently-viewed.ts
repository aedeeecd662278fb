import { useEffect, useMemo } from 'react';
import { storedText, keepIds, useStoredIds } from './stored-ids.ts';

const MAX_SEEN = 6;

/** Hook: stores that a product was looked at. Returns the products before it, the latest first. */
export function useRecentlyViewed(id: string): string[] {
  const others = useStoredIds('shop-seen')
    .filter((other) => other !== id)
    .join('|');
  useEffect(() => {
    const before = storedText('shop-seen').split('|');
    keepIds('shop-seen', [id, ...before.filter((other) => other && other !== id)].slice(0, MAX_SEEN));
  }, [id]);
  return useMemo(() => others.split('|').filter(Boolean), [others]);
}
