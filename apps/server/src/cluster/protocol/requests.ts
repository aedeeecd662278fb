/**
 * A request to a charge point is first a row and then a message to the owner. The row says whether it was sent. Under
 * the lock of an unsent row, the owner marks it as sent and sends it, or the requesting node gives it up. So it is sent
 * at most once, however often the message arrives and whatever is lost.
 */

/** The result of a request to the owner: nobody listens, or no answer in time. */
export type RequestOutcome = 'answered' | 'no-responder' | 'lost';

/**
 * What the requesting node does with a row after this result. `leave`: it was sent or may wait; its deadline ends it. A
 * patient row is sent when its charge point reconnects.
 */
export function requesterAction(
  outcome: RequestOutcome,
  { isUnsent, isPatient }: { isUnsent: boolean; isPatient: boolean },
): 'leave' | 'give-up' {
  return outcome !== 'answered' && isUnsent && !isPatient ? 'give-up' : 'leave';
}

/**
 * What the requested node does. `send`: mark the row as sent, with its epoch, and send. `tell`: answer with the row's
 * state. `decline`: it is not the owner, or there is no link; for the requesting node it is as if nobody had listened.
 */
export function ownerAction(
  { isUnsent, isOverdue }: { isUnsent: boolean; isOverdue: boolean },
  { isOwner, hasLink }: { isOwner: boolean; hasLink: boolean },
): 'send' | 'tell' | 'decline' {
  if (!isUnsent) return 'tell';
  return isOwner && hasLink && !isOverdue ? 'send' : 'decline';
}

/** True if nobody waits for the answer, because the sender has lost the charge point. The request is not sent again. */
export function isOrphaned(row: { isSent: boolean; epoch: number }, current: number): boolean {
  return row.isSent && row.epoch < current;
}
