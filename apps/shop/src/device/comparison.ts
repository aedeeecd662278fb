import { MAX_COMPARED } from '@bijli/contract/shop-rules';
import { keepIds, useStoredIds } from './stored-ids.ts';

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
      keepIds(
        'shop-compare',
        ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MAX_COMPARED),
      ),
    clear: () => keepIds('shop-compare', []),
  };
}
