/** For a query of a part of the map. A loaded part never changes, and the map itself shows when a part is missing. */
export const KEEP_ANSWER = { staleTime: Infinity, gcTime: Infinity, meta: { isQuiet: true } };

/**
 * For a query of a part that our own server serves. It may fail while the network is just coming back, and would
 * otherwise be repeated only after the next interruption.
 */
export const SECOND_TRY = { retry: 1, retryDelay: 1000 };
