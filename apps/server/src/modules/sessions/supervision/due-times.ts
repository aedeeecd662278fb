import type { SessionRules } from '../session-rules.ts';
import type { Session } from '../sessions.store.ts';

/**
 * When a start is given up. It does not expire while the link is down, up to the total patience with links. A longer
 * outage ends it.
 */
export function startDueAtMs(
  { createdAt, linkLostAt, pastOutagesMs }: Pick<Session, 'createdAt' | 'linkLostAt' | 'pastOutagesMs'>,
  { startWithinMs, linkPatienceMs }: Pick<SessionRules, 'startWithinMs' | 'linkPatienceMs'>,
): number {
  const waitedMs = Math.min(pastOutagesMs, linkPatienceMs);
  const dueAtMs = createdAt.getTime() + startWithinMs + waitedMs;
  return linkLostAt === null ? dueAtMs : Math.max(dueAtMs, linkLostAt.getTime() + linkPatienceMs - waitedMs);
}

/**
 * When a session that was asked to stop is closed without StopTransaction: counted from the stop or the loss of the
 * link, whichever came later. A link that comes and goes cannot delay it forever.
 */
export function stopDueAtMs(
  { stopRequestedAt, linkLostAt }: Pick<Session, 'stopRequestedAt' | 'linkLostAt'>,
  { linkPatienceMs }: Pick<SessionRules, 'linkPatienceMs'>,
): number {
  const askedAtMs = stopRequestedAt?.getTime() ?? 0;
  const fromMs = Math.max(askedAtMs, linkLostAt?.getTime() ?? 0);
  return Math.min(fromMs, askedAtMs + linkPatienceMs) + linkPatienceMs;
}
