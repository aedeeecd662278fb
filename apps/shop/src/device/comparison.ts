import { MAX_COMPARED } from '@bijli/contract/shop-rules';
import { storeIds, useStoredIds } from './stored-ids.ts';

export interface Comparison {
  ids: string[];
  toggle(id: string): void;
  clear(): void;
}

/** Hook: the chargers chosen for comparison. A fourth one replaces the first. */
export function useComparison(): Comparison {
  const ids = useStoredIds('shop-compare');
  return {
    ids,
    toggle: (id) =>
      storeIds(
        'shop-compare',
        ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MAX_COMPARED),
      ),
    clear: () => storeIds('shop-compare', []),
  };
}
