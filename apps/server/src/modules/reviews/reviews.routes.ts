import { api } from '@bijli/contract/api';
import type { Review as ReviewOnWire } from '@bijli/contract/reviews';
import type { Http } from '#http/handle.ts';
import type { Words } from '#kernel/words/en.ts';
import type { Review, Reviews } from './index.ts';

export function reviewsRoutes({ serve }: Http, reviews: Reviews): void {
  serve(api.addReviews, async ({ body, driverId, words }) => {
    const { property_id: stationId, rate, tags, comment } = body;
    await reviews.write(driverId, { stationId, rate, tags, comment });
    return { message: words.done.reviewSaved() };
  });

  serve(api.stationReviews, async ({ query, driverId, words }) => {
    const station = await reviews.ofStation(query.property_id, driverId);
    return {
      property_id: query.property_id,
      property_name: station.stationName,
      average: station.mean ?? null,
      count: station.count,
      histogram: station.histogram,
      tag_counts: station.tagCounts,
      reviews: station.reviews.map((review) => onWire(review, words)),
      ...(station.own ? { own: onWire(station.own, words) } : {}),
    };
  });
}

function onWire(review: Review, words: Words): ReviewOnWire {
  return {
    name: review.author || words.someDriver(),
    rate: review.rate,
    tags: review.tags,
    comment: review.comment,
    date: review.writtenAt.toISOString(),
    charged_here: review.chargedHere,
    mine: review.mine,
  };
}
