import * as z from 'zod/mini';

/**
 * Signs that nobody sees and that turn the order of what stands around them, or hide a text in another: bidirectional
 * controls, fillers, tags, control signs. The joiners U+200C and U+200D stay, because Hindi is written with them, and so do
 * the selectors that choose between a sign and its emoji. A NUL stays too: a request that holds one is refused as a whole.
 */
const UNSEEN =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}|(?![\0\t\n\r])\p{Cc}|[\uFFF9-\uFFFB]/gu;
const SEPARATORS = /[\u2028\u2029]/g;

/** A text as others will see it. */
export function removeInvisible(text: string): string {
  return text.replaceAll(SEPARATORS, ' ').replaceAll(UNSEEN, '');
}

/** A text that somebody wrote and that is shown to others: a name, an address, a comment. */
export const shownText = z.string().check(z.overwrite(removeInvisible));
