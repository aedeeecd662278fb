// These rules are apart from the schemas, so that the browser can draw the form without loading zod.

export const REVIEW_TAGS = ['Fast Charging', 'Ease of use', 'Amenities', 'Customer Support', 'Cleanliness'] as const;
/** The longest comment, in characters, without spaces at its ends. */
export const MAX_REVIEW_COMMENT_LENGTH = 1000;
