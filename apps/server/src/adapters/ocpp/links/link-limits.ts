import { SECOND_MS } from '#kernel/durations.ts';
import type { Rate } from '#kernel/token-bucket.ts';

/**
 * A charge point has one call in flight. One that sends this many without waiting is not read from until they are
 * answered.
 */
export const MAX_WAITING_CALLS = 64;
/** The size of one message: after a large one, nothing is read before its answer. */
export const MAX_WAITING_BYTES = 1024 * 1024;

/** The longest OCPP action has 32 letters. */
export const MAX_ACTION_LENGTH = 40;

/**
 * Our messages are short and the kernel buffers them first, so a charge point with this much unread data does not read.
 * It is room for a thousand answers.
 */
export const MAX_UNREAD_BYTES = 256 * 1024;

/** Invalid frames. A broken line is tolerated, but not a charge point that sends only invalid frames. */
export const MALFORMED_FRAMES: Rate = { burst: 20, perSecond: 1 / 30 };

/** Frames that nobody waits for, such as pings and late answers. After an outage they may arrive in a burst. */
export const UNSOLICITED_FRAMES: Rate = { burst: 300, perSecond: 10 };

/**
 * Limits bytes. A busy charge point sends a kilobyte a second, and several megabytes once after a long outage. Faster
 * data is left unread until the limit allows it, so that no charge point takes more than its share of processor and
 * disk. The burst is a day of samples at one every ten seconds.
 */
export const BYTE_RATE: Rate = { burst: 4 * 1024 * 1024, perSecond: 64 * 1024 };
export const BACKPRESSURE_MS = SECOND_MS;

/**
 * Links of one charge point at a time: the current one, and earlier ones with unhandled messages or closing sockets. A
 * well-behaved charge point waits for seconds before it reconnects, and a link without messages closes within two.
 */
export const MAX_UNFINISHED_LINKS = 4;

/** A peer that does not close in time is cut off. */
export const CLOSE_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * Charge points that may connect: at once as many as a node may take over from a failed one, then as many a second as
 * can be handled without slowing the others. Others are told when to retry.
 */
export const HANDSHAKES: Rate = { burst: 4_000, perSecond: 200 };
/** The retry times are spread, so that charge points do not return together. */
export const HANDSHAKE_RETRY_SECONDS = { from: 5, to: 20 };
