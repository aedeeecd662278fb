import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries, which drops the least recently used. It takes memory as it fills: with the
 * library's option `max`, each server would reserve 17 MB at its start.
 */
export function createRecentCache<K extends {}, V extends {}>(max: number): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: max, sizeCalculation: () => 1 });
}
