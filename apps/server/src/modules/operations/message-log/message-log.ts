import { isDatabaseUnavailable } from '#db/database-unavailable.ts';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { TokenBuckets, type Rate } from '#kernel/token-bucket.ts';
import { inWorkload } from '#kernel/workload.ts';
import { redactFrame } from '../redaction.ts';
import { insertMessages, createDayPartitions, purgeMessages, type ChargePointMessage } from './message-log.store.ts';

/** Messages are written within this time. A crash loses those not yet written. */
const WRITE_AFTER_MS = SECOND_MS;
/** Messages in one statement. When this many wait, they are written at once. */
const MESSAGES_BATCH_SIZE = 1_000;
/** How many messages, and how many characters of them, may wait while the database is unavailable or slow. */
const MAX_WAITING = 50_000;
const MAX_WAITING_LENGTH = 32 * 1024 * 1024;
const MAX_FRAME_LENGTH = 16_384;
/** SQLSTATEs of errors that do not depend on the rows. */
const OF_ANY_ROWS = /^42/;
/**
 * Characters that one charge point may log: what it sends after days offline, and four times what a busy one sends in a
 * second.
 */
const LENGTH_OF_ONE: Rate = { burst: 4 * 1024 * 1024, perSecond: 4 * 1024 };

export interface MessageLogOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** How many days messages are kept. 0 logs nothing. */
  days: number;
}

export type MessageLog = ReturnType<typeof createMessageLog>;

/**
 * Logs the OCPP messages of charge points, for people who investigate a complaint. It writes in the background and
 * never delays a charge point. Messages for which there is no room are dropped and counted.
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
    writing ??= inWorkload('messageLog', writeAll).finally(() => {
      writing = undefined;
    });
  }

  /**
   * Writes until nothing waits. If the database is unavailable it retries. If the database rejects a row, the batch is
   * halved until that row is found.
   */
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
    /** Adds a message. It returns at once, whatever the state of the database. */
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

    /** Creates the partitions of the coming days. */
    async createDayPartitions(): Promise<void> {
      if (days > 0) await createDayPartitions(database, clock.now());
    },

    purgeExpired: () => purgeMessages(database, { now: clock.now(), days }),

    /** Writes what waits. What cannot be written in time is dropped. */
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

/** Copies the part of a long message that is kept, because a slice would hold the whole text in memory. */
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

/** Removes secrets, and the NUL character that PostgreSQL cannot store. */
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
