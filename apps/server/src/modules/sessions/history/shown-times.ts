import type { BoughtSession } from '../sessions.store.ts';
import { MAX_START_BEHIND_MS } from '../starting/hold.ts';

/**
 * When a session was, for people. It has the times of its charge point's clock, which may never have been set; but none that was asked
 * for with a tag of its own began before that. What ended before it too was told by the same clock.
 */
export function shownTimes({
  createdAt,
  startedAt,
  endedAt,
  idTag,
  startTag,
}: Pick<BoughtSession, 'createdAt' | 'startedAt' | 'endedAt' | 'idTag' | 'startTag'>): Pick<
  BoughtSession,
  'startedAt' | 'endedAt'
> {
  const behindMs = createdAt.getTime() - (startedAt ?? createdAt).getTime();
  const hasOwnTag = idTag !== null && startTag === null;
  if (!hasOwnTag || behindMs <= MAX_START_BEHIND_MS) return { startedAt, endedAt };
  const isEndBehind = endedAt !== null && endedAt < createdAt;
  return { startedAt: createdAt, endedAt: isEndBehind ? new Date(endedAt.getTime() + behindMs) : endedAt };
}
