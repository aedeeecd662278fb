/** Of a query for a part of the map: once it has come it is kept, and where it does not come the map itself says so. */
export const KEEP_ANSWER = { staleTime: Infinity, gcTime: Infinity, meta: { isQuiet: true } };

/** Of one for our own part: what fails while the network comes back would else be asked for at its next return only. */
export const SECOND_TRY = { retry: 1, retryDelay: 1000 };
