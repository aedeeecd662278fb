import * as z from 'zod/mini';
import { done, driverCall } from './endpoint.ts';

export const REVIEW_TAGS = ['Fast Charging', 'Ease of use', 'Amenities', 'Customer Support', 'Cleanliness'] as const;

export const reviews = {
  addReviews: driverCall('POST', '/add-reviews', {
    area: 'reviews',
    summary: "Writes or replaces the driver's review of a station.",
    served: false,
    body: z.object({ property_id: z.string(), comment: z.string(), tags: z.array(z.string()), rate: z.number() }),
    reply: done,
  }),
};
