import { api } from '@bijli/contract/api';
import type { Review as ReviewOnWire } from '@bijli/contract/reviews';
import { pageOf } from '#db/pagination.ts';
import type { Http } from '#http/calls/serve.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { Reviews, StationReview } from './index.ts';

export function reviewsRoutes({ serve }: Http, reviews: Reviews): void {
  serve(api.addReviews, async ({ body, driverId, messages }) => {
    const { property_id: stationId, rate: rating, tags, comment } = body;
    await reviews.saveReview(driverId, { stationId, rating, tags, comment });
    return { message: messages.done.reviewSaved() };
  });

  serve(api.stationReviews, async ({ query, driverId, messages }) => {
    const station = await reviews.listOfStation(query.property_id, driverId, pageOf(query));
    return {
      property_id: query.property_id,
      property_name: station.stationName,
      average: station.averageRating ?? null,
      count: station.count,
      histogram: station.histogram,
      tag_counts: station.tagCounts,
      reviews: station.reviews.map((review) => onWire(review, messages)),
      ...(station.next && { next: station.next }),
      ...(station.own ? { own: onWire(station.own, messages) } : {}),
    };
  });
}

function onWire(review: StationReview, messages: Messages): ReviewOnWire {
  return {
    name: review.author || messages.someDriver(),
    rate: review.rating,
    tags: review.tags,
    comment: review.comment,
    date: review.writtenAt.toISOString(),
    charged_here: review.hasChargedHere,
    mine: review.isOwn,
  };
}
