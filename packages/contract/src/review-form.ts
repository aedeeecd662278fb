// Apart from the schemas, so that the browser need not load them to draw the form.

export const REVIEW_TAGS = ['Fast Charging', 'Ease of use', 'Amenities', 'Customer Support', 'Cleanliness'] as const;
/** The longest comment, in characters, without the spaces around it. */
export const MAX_REVIEW_COMMENT_LENGTH = 1000;
