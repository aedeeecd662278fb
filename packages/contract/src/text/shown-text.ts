import * as z from 'zod/mini';

/**
 * Invisible characters that change the order of the text around them or hide text: bidirectional controls, fillers,
 * tags and control characters. Hindi needs the joiners U+200C and U+200D, so they are allowed, and so are the selectors
 * between a sign and its emoji. NUL is not in the list, because a request with one is refused as a whole.
 */
const UNSEEN =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}|(?![\0\t\n\r])\p{Cc}|[\uFFF9-\uFFFB]/gu;
/** Line and paragraph separators, and the blank of Braille, which looks like a space but counts as a sign. */
const SEPARATORS = /[\u2028\u2029\u2800]/g;
/** Marks that are stacked on one letter. No script needs so many, and hundreds of them cover the lines around. */
const STACKED = /([\p{M}\u200C\u200D]{6})[\p{M}\u200C\u200D]+/gu;

/** Removes invisible characters, and marks that would cover other texts, from a text that others will see. */
export function removeInvisible(text: string): string {
  return text.replaceAll(SEPARATORS, ' ').replaceAll(UNSEEN, '').replaceAll(STACKED, '$1');
}

/** A text that a person wrote and that others see: a name, an address, a comment. */
export const shownText = z.string().check(z.overwrite(removeInvisible));
