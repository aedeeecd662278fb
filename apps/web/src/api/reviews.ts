import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { asked, mutation, refresh } from './query.ts';

/** A station's reviews with their mean, counts and the driver's own; what failed is for the screen to say. */
export function useReviews(propertyId: string | undefined) {
  return useQuery({
    ...asked('stationReviews', { query: { property_id: propertyId ?? '' } }),
    enabled: propertyId !== undefined,
    meta: { quiet: true },
  });
}

/** Writes or replaces the driver's review. */
export function useSaveReview() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addReviews', { announce: true }),
    onSuccess: () => refresh(queries, 'stationReviews', 'getCharger', 'chargingStation', 'chargingSessionList'),
  });
}
