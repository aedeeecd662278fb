import * as z from 'zod/mini';

/** The most rows of one answer, and what a client gets that asks for no page. */
export const MAX_ROWS_LISTED = 1000;

/** Which rows of a list are asked for: at most `limit` of them, after those of the answer that `cursor` came with. */
export const pageQuery = {
  /** `next` of the answer before; the list begins when it is missing. */
  cursor: z.optional(z.string().check(z.regex(/^\d{1,13}_[\w.-]{1,64}$/))),
  /** From 1 to 1000, which it is when missing. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/))),
};

/** The cursor of the rows that come after these; missing when there are none. */
export const next = z.optional(z.string());
