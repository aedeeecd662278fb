import { isDatabaseUnavailable } from '#db/database-unavailable.ts';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { inLane } from '#kernel/lane.ts';
import { createSampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import { insertMessages, makeDays, purgeMessages, type ChargePointMessage } from './message-log.store.ts';
import { redactFrame } from './redaction.ts';

/** What was said is written after this much time at the latest; a crash loses it. */
const WRITE_AFTER_MS = SECOND_MS;
/** So many go in one statement, and are written at once. */
const MESSAGES_BATCH_SIZE = 1_000;
/** While the database is away or slow, so many wait, and so many characters of them. */
const MAX_WAITING = 50_000;
const MAX_WAITING_LENGTH = 32 * 1024 * 1024;
const MAX_FRAME_LENGTH = 16_384;
/** SQLSTATEs of a statement that fails whatever the rows are. */
const OF_ANY_ROWS = /^42/;
/** Characters of one charge point: what one says in days without a link, and four times what a busy one says in a second. */
const LENGTH_OF_ONE: Rate = { burst: 4 * 1024 * 1024, perSecond: 4 * 1024 };

export interface MessageLogOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** How many days messages are kept; with 0 none is. */
  days: number;
}

export type MessageLog = ReturnType<typeof createMessageLog>;

/**
 * Keeps what charge points and the server say to each other, for whoever looks into a complaint. It is written behind and never
 * makes a charge point wait: what there is no room for is dropped and counted.
 */
export function createMessageLog({ database, clock, log, days }: MessageLogOptions) {
  const logSampled = createSampledLog(log, clock);
  const shares = new TokenBuckets<string>(LENGTH_OF_ONE, clock);
  let waiting: ChargePointMessage[] = [];
  let waitingLength = 0;
  let writing: Promise<void> | undefined;
  let cancel: (() => void) | undefined;

  function drop(facts: { problem: string; error?: unknown }): void {
    logSampled('warn', {
      event: 'charge_point.message_not_logged',
      message: 'the message log dropped messages; sessions lose nothing',
      facts,
      by: facts.problem,
    });
  }

  function writeSoon(): void {
    cancel ??= clock.after(Math.max(WRITE_AFTER_MS, clock.minIntervalMs ?? 0), write);
  }

  function write(): void {
    cancel?.();
    cancel = undefined;
    writing ??= inLane('messageLog', writeAll).finally(() => {
      writing = undefined;
    });
  }

  /** Until nothing waits; what the database is away for is tried again, and a row that it refuses is parted from the others by halves. */
  async function writeAll(): Promise<void> {
    let size = MESSAGES_BATCH_SIZE;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, size);
      try {
        await insertMessages(database.$client, batch.map(fitToKeep));
      } catch (error) {
        if (isDatabaseUnavailable(error)) return writeSoon();
        if (batch.length > 1 && !OF_ANY_ROWS.test(String((error as { code?: unknown }).code))) {
          size = Math.ceil(batch.length / 2);
          continue;
        }
        batch.forEach(() => drop({ problem: 'not written', error }));
      }
      size = Math.min(2 * size, MESSAGES_BATCH_SIZE);
      waiting = waiting.slice(batch.length);
      waitingLength -= batch.reduce((sum, message) => sum + lengthOf(message), 0);
    }
  }

  return {
    /** Takes one in; at once, whatever the database does. */
    add(message: ChargePointMessage): void {
      if (days === 0) return;
      const length = lengthOf(message);
      if (waiting.length >= MAX_WAITING || waitingLength + length > MAX_WAITING_LENGTH)
        return drop({ problem: 'too many wait' });
      const share = shares.of(message.chargePointId);
      if (!share.take()) return drop({ problem: 'a charge point says too much' });
      share.spend(length);
      waiting.push(cut(message));
      waitingLength += length;
      if (waiting.length >= MESSAGES_BATCH_SIZE) write();
      else writeSoon();
    },

    /** Makes the days that messages of soon belong to. */
    async makeDays(): Promise<void> {
      if (days > 0) await makeDays(database, clock.now());
    },

    purgeExpired: () => purgeMessages(database, { now: clock.now(), days }),

    /** Writes what waits; what cannot be written by then is dropped. */
    async close(): Promise<void> {
      write();
      await writing;
      cancel?.();
      waiting.forEach(() => drop({ problem: 'the server ended' }));
    },
  };
}

function lengthOf({ frame, answer }: ChargePointMessage): number {
  return Math.min(frame.length, MAX_FRAME_LENGTH) + Math.min(answer?.length ?? 0, MAX_FRAME_LENGTH);
}

/** A slice of a long text holds the whole of it while it waits: what is kept of a long message is copied. */
function cut(message: ChargePointMessage): ChargePointMessage {
  const { frame, answer, action, messageId, answerCode } = message;
  if (frame.length <= MAX_FRAME_LENGTH && (answer?.length ?? 0) <= MAX_FRAME_LENGTH) return message;
  return {
    ...message,
    frame: copied(frame),
    answer: answer === null ? null : copied(answer),
    action: action === null ? null : copied(action),
    messageId: messageId === null ? null : copied(messageId),
    answerCode: answerCode === null ? null : copied(answerCode),
  };
}

function copied(text: string): string {
  return Buffer.from(text.slice(0, MAX_FRAME_LENGTH)).toString();
}

/** Without secrets, and without the one sign that PostgreSQL does not keep. */
function fitToKeep(message: ChargePointMessage): ChargePointMessage {
  const { frame, answer, action, messageId } = message;
  const fit = (text: string) => text.replaceAll('\0', '\uFFFD');
  return {
    ...message,
    frame: fit(redactFrame(frame, action)),
    answer: answer === null ? null : fit(redactFrame(answer, action)),
    action: action === null ? null : fit(action),
    messageId: messageId === null ? null : fit(messageId),
  };
}
