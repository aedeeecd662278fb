import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Reply } from './client.ts';
import { pagedQueryOf, mutation, type Pages, refresh } from './query.ts';

export const REVIEWS_A_PAGE = 10;
/** The refusal of a review without stars. The screen shows it at the stars too, where it stays. */
export const NO_STARS = 'rate_invalid';

/** Hook: a station's reviews with average, counts and the driver's own review. The screen shows errors. */
export function useReviews(propertyId: string | undefined) {
  return useInfiniteQuery({
    ...pagedQueryOf(
      'stationReviews',
      { query: { property_id: propertyId ?? '' } },
      { rows: REVIEWS_A_PAGE, nextOf: ({ next }) => next },
    ),
    select: withReviewsOf,
    enabled: propertyId !== undefined,
    meta: { isQuiet: true },
  });
}

function withReviewsOf({ pages }: Pages<'stationReviews'>): Reply<'stationReviews'> | undefined {
  const [first] = pages;
  return first && { ...first, reviews: pages.flatMap(({ reviews }) => reviews) };
}

/** Hook: writes or replaces the driver's review. */
export function useSaveReview() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addReviews', { shouldAnnounce: true }),
    onSuccess: () => refresh(queries, 'stationReviews', 'getCharger', 'chargingStation', 'chargingSessionList'),
  });
}
