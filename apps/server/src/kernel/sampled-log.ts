import type { Clock } from './clock.ts';
import { MINUTE_MS } from './durations.ts';
import type { EventCode, Log } from './log.ts';

/** Lines of the same kind are written once at first, then at most this often. */
const LINE_EVERY_MS = MINUTE_MS;
/** Number of keys that are counted separately. Further ones are counted by event only. */
const MAX_KEYS = 1000;

type Level = 'debug' | 'info' | 'warn' | 'error';
interface Line {
  event: EventCode;
  message: string;
  facts?: object;
  /** What is counted separately within the event, such as an address. */
  by?: string;
}
export type SampledLog = (level: Level, line: Line) => void;

/**
 * A log for lines that others can cause at will: the first line at once, then at most one a minute. That line is the
 * latest, and `repeated` says how many it stands for.
 */
export function createSampledLog(log: Log, clock: Clock): SampledLog {
  const counted = new Map<string, { repeated: number; write: (repeated: number) => void }>();

  function closeMinute(key: string): void {
    const kind = counted.get(key);
    if (!kind || kind.repeated === 0) return void counted.delete(key);
    kind.write(kind.repeated);
    kind.repeated = 0;
    clock.after(LINE_EVERY_MS, () => closeMinute(key));
  }

  return (level, { event, message, facts = {}, by = '' }) => {
    const own = `${event} ${by}`;
    const key = counted.has(own) || counted.size < MAX_KEYS ? own : `${event} `;
    const kind = counted.get(key);
    if (kind) {
      kind.repeated += 1;
      kind.write = (repeated) => log[level]({ event, ...facts, repeated }, message);
      return;
    }
    log[level]({ event, ...facts }, message);
    counted.set(key, { repeated: 0, write: () => undefined });
    clock.after(LINE_EVERY_MS, () => closeMinute(key));
  };
}
