/** A language that Bijli speaks, by its subtag. */
export type Language = 'en' | 'hi';
