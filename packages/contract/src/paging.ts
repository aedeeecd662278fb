import * as z from 'zod/mini';

/** The most rows of one answer, and the number that a client gets without paging. */
export const MAX_ROWS_LISTED = 1000;

/** Query of a paged list: at most `limit` rows, after the rows of the answer that `cursor` came with. */
export const pageQuery = {
  /** The `next` of the answer before. Missing: from the beginning. */
  cursor: z.optional(z.string().check(z.regex(/^\d{1,13}_[\w.-]{1,64}$/))),
  /** 1 to 1000; 1000 when missing. */
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/))),
};

/** The cursor for the rows that follow. Missing when there are none. */
export const next = z.optional(z.string());
