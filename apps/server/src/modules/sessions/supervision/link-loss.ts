import type { SessionRules } from '../session-rules.ts';
import type { Session } from '../sessions.store.ts';

/**
 * When a start is given up. It does not age while the charge point's link is down, for as long as links are waited for in all;
 * a link that is down for longer ends the start.
 */
export function startDueAt(
  { createdAt, linkLostAt, linkDownMs }: Pick<Session, 'createdAt' | 'linkLostAt' | 'linkDownMs'>,
  { startWithinMs, linkPatienceMs }: Pick<SessionRules, 'startWithinMs' | 'linkPatienceMs'>,
): number {
  const waitedMs = Math.min(linkDownMs, linkPatienceMs);
  const dueAtMs = createdAt.getTime() + startWithinMs + waitedMs;
  return linkLostAt === null ? dueAtMs : Math.max(dueAtMs, linkLostAt.getTime() + linkPatienceMs - waitedMs);
}

/**
 * When a session that was to stop is closed without its charge point's word. The time counts from the stop or from the loss of the
 * link, whichever came later; a link that comes and goes does not draw it out for ever.
 */
export function stopDueAt(
  { stopRequestedAt, linkLostAt }: Pick<Session, 'stopRequestedAt' | 'linkLostAt'>,
  { linkPatienceMs }: Pick<SessionRules, 'linkPatienceMs'>,
): number {
  const askedAtMs = stopRequestedAt?.getTime() ?? 0;
  const fromMs = Math.max(askedAtMs, linkLostAt?.getTime() ?? 0);
  return Math.min(fromMs, askedAtMs + linkPatienceMs) + linkPatienceMs;
}
