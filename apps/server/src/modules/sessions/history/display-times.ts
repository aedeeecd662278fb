import type { BoughtSession } from '../sessions.store.ts';
import { MAX_START_BEHIND_MS } from '../starting/start-step.ts';

/**
 * The times of a session as people see them: `startedAt` and `endedAt` by the charge point's clock, which may never
 * have been set. A session with its own one-time tag cannot have begun before the driver asked for it, so a much
 * earlier start is replaced by that moment. An end before it comes from the same wrong clock and is moved by the same
 * time.
 */
export function displayTimes({
  createdAt,
  startedAt,
  endedAt,
  oneTimeTag,
  requestedCard,
}: Pick<BoughtSession, 'createdAt' | 'startedAt' | 'endedAt' | 'oneTimeTag' | 'requestedCard'>): Pick<
  BoughtSession,
  'startedAt' | 'endedAt'
> {
  const behindMs = createdAt.getTime() - (startedAt ?? createdAt).getTime();
  const hasOwnTag = oneTimeTag !== null && requestedCard === null;
  if (!hasOwnTag || behindMs <= MAX_START_BEHIND_MS) return { startedAt, endedAt };
  const isEndBehind = endedAt !== null && endedAt < createdAt;
  return { startedAt: createdAt, endedAt: isEndBehind ? new Date(endedAt.getTime() + behindMs) : endedAt };
}
