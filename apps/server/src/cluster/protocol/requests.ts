/**
 * What is asked of a charge point is a row first and then a request to its owner. The row says whether it was sent, and whoever
 * reads it under its lock and finds it unsent decides what becomes of it: the owner marks it as sent and sends it, or the asking
 * node gives it up. So it goes out once at most, however often the request arrives and whatever is lost.
 */

/** What came of a request to the owner: nobody listens, or nothing was heard in time. */
export type RequestOutcome = 'answered' | 'no-responder' | 'lost';

/**
 * What the asking node does with a row whose request came to this. `leave`: it was sent, or it may wait; its deadline ends it. A row
 * that waits patiently goes out when its charge point comes back.
 */
export function requesterAction(
  outcome: RequestOutcome,
  { isUnsent, isPatient }: { isUnsent: boolean; isPatient: boolean },
): 'leave' | 'give-up' {
  return outcome !== 'answered' && isUnsent && !isPatient ? 'give-up' : 'leave';
}

/**
 * What a node does that is asked. `send`: mark the row as sent, by its epoch, and send. `tell`: answer how the row stands. `decline`:
 * it is not the owner, or there is no link; to the asking node that is as if nobody had listened.
 */
export function ownerAction(
  { isUnsent, isOverdue }: { isUnsent: boolean; isOverdue: boolean },
  { isOwner, hasLink }: { isOwner: boolean; hasLink: boolean },
): 'send' | 'tell' | 'decline' {
  if (!isUnsent) return 'tell';
  return isOwner && hasLink && !isOverdue ? 'send' : 'decline';
}

/** Whether nobody waits any more for the answer to what was sent: whoever did so has lost the charge point. It is not sent again. */
export function isOrphaned(row: { isSent: boolean; epoch: number }, current: number): boolean {
  return row.isSent && row.epoch < current;
}
