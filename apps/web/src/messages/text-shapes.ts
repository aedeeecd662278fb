/** The text before, the emphasised part, the text after. */
export type Emphasised = readonly [string, string, string];

/** A statement and a second line. */
export type Pair = [what: string, hint: string];
