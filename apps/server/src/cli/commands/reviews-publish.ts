import { reviewDecision } from '../review-decision.ts';

export const reviewsPublish = reviewDecision('publish', 'Publishes a review');
