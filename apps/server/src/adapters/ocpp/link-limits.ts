import { SECOND_MS } from '#kernel/durations.ts';
import type { Rate } from '#kernel/token-bucket.ts';

/** A charge point has one call in flight; one that sends this many without waiting is held back until they are answered. */
export const MAX_WAITING_CALLS = 64;
/** As much as one message may have: beside a large one no second is read before its answer. */
export const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * What we say is short and the kernel's own buffers come first, so a charge point with this much unread does not read. It is room
 * for the answers to a thousand messages.
 */
export const MAX_UNREAD_BYTES = 256 * 1024;

/** Frames that are none: a broken line of an otherwise sound charge point is forgiven, a charge point that speaks nonsense is not. */
export const MALFORMED_FRAMES: Rate = { burst: 20, perSecond: 1 / 30 };

/** Frames that nobody waits for, such as pings and late answers; those kept back on a bad line come in one rush. */
export const IDLE_FRAMES: Rate = { burst: 300, perSecond: 10 };

/**
 * Bytes. A busy charge point says a kilobyte a second and brings megabytes once, after a long time without a link; what comes
 * faster is left unread until what was read is made good, so that no charge point has more than its share of the processor and of
 * the disk. The most at once is a day of samples each ten seconds.
 */
export const VOLUME: Rate = { burst: 4 * 1024 * 1024, perSecond: 64 * 1024 };
export const HOLD_BACK_MS = SECOND_MS;

/**
 * Links of one charge point at a time: the one that stands, and those before it whose messages are still handled or whose sockets
 * still close. An honest charge point waits for seconds before it dials in anew, and a link with nothing left to handle is done in two.
 */
export const MAX_UNFINISHED_LINKS = 4;

/** A peer that does not close when it is told to is cut off after this. */
export const CLOSE_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * Charge points that are let in: as many at once as a node may inherit from one that has died, and then as fast as their first words
 * can be kept without anybody else feeling it. Who comes too soon is told when to try again.
 */
export const HANDSHAKES: Rate = { burst: 4_000, perSecond: 200 };
/** Apart from one another, so that they do not come back together. */
export const HANDSHAKE_RETRY_SECONDS = { from: 5, to: 20 };
