/** A moment by both clocks of a node, because one stands still while the machine sleeps and the other may be set. */
export interface Moment {
  steadyMs: number;
  wallMs: number;
}

/** Work that begins within this share of the lease ends before the lease does. */
const SAFE_SHARE = 0.8;

/** True if a lease is valid. It counts from before the request, by the clock that has advanced further. */
export function isFresh(grantedAt: Moment | undefined, now: Moment, ttlMs: number): boolean {
  if (!grantedAt) return false;
  const ageMs = Math.max(now.steadyMs - grantedAt.steadyMs, now.wallMs - grantedAt.wallMs);
  return ageMs < ttlMs * SAFE_SHARE;
}

/** A node's own view of its lease. */
export interface LeaseState {
  grantedAt: Moment | undefined;
  /** True while it holds links of charge points and writes. */
  isServing: boolean;
}

export const NO_LEASE: LeaseState = { grantedAt: undefined, isServing: false };

export type LeaseInput =
  /** The database has renewed the lease. */
  | { kind: 'granted'; askedAt: Moment }
  /** A timer, or a check before a write or a message. */
  | { kind: 'look' };

/** `serve`: accept links. `let-go`: close the links of all charge points and clear the memory about them. */
export type LeaseStep = { lease: LeaseState; action?: 'serve' | 'let-go' };

/** Without its lease a node closes its links and stops writing. With a new lease it starts as a new node. */
export function nextLeaseStep(lease: LeaseState, input: LeaseInput, now: Moment, ttlMs: number): LeaseStep {
  const { grantedAt: before } = lease;
  const isNewer = input.kind === 'granted' && (!before || input.askedAt.steadyMs > before.steadyMs);
  // An expired lease is given up before a new grant would hide that.
  if (lease.isServing && !isFresh(before, now, ttlMs))
    return { lease: { grantedAt: isNewer ? input.askedAt : before, isServing: false }, action: 'let-go' };
  const grantedAt = isNewer ? input.askedAt : before;
  const isServing = isFresh(grantedAt, now, ttlMs);
  return { lease: { grantedAt, isServing }, ...(isServing && !lease.isServing && { action: 'serve' as const }) };
}
