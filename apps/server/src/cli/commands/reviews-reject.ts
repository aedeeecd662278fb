import { reviewDecision } from '../review-decision.ts';

export const reviewsReject = reviewDecision('reject', 'Rejects a review, or hides a published one');
