/** The signs of life of an open session. Only the functions of this file change them. */
export interface LiveActivity {
  /** When the latest sample was received. */
  sampleReceivedAt: Date;
  /** When energy last grew. */
  progressAt: Date;
  /** How long the link has been down since energy last grew. */
  outageMsSinceProgress: number;
  /** When the charge point's link came back, if it was down. */
  linkBackAt?: Date | undefined;
  /** When the charge point last booted. */
  bootedAt?: Date | undefined;
  /** Since when something suggests that the session is over. */
  endHintAt?: Date | undefined;
}

export function newLiveActivity({ progressAt }: { progressAt: Date | null }, now: Date): LiveActivity {
  return { sampleReceivedAt: now, progressAt: progressAt ?? now, outageMsSinceProgress: 0 };
}

/** The transaction has begun. */
export function noteBegun(activity: LiveActivity, receivedAt: Date): void {
  activity.sampleReceivedAt = activity.progressAt = receivedAt;
}

export function noteSampleReceived(activity: LiveActivity, receivedAt: Date, hasGrown: boolean): void {
  activity.sampleReceivedAt = receivedAt;
  if (!hasGrown) return;
  activity.progressAt = receivedAt;
  activity.outageMsSinceProgress = 0;
  activity.endHintAt = undefined;
}

/** The charge point's link was lost, or is there. `wasLostAt` and `lostAt`: since when it was, and is, lost. */
export function noteLink(
  activity: LiveActivity,
  { wasLostAt, lostAt, now }: { wasLostAt: Date | null | undefined; lostAt: Date | null; now: Date },
): void {
  activity.linkBackAt = lostAt ? undefined : now;
  if (!wasLostAt || lostAt) return;
  const linkDownSinceMs = Math.max(wasLostAt.getTime(), activity.progressAt.getTime());
  activity.outageMsSinceProgress += Math.max(0, now.getTime() - linkDownSinceMs);
}

export function noteBoot(activity: LiveActivity, now: Date): void {
  activity.bootedAt = now;
}

/** Something suggests that the session is over. The first hint counts. */
export function noteEndHint(activity: LiveActivity, now: Date): void {
  activity.endHintAt ??= now;
}

export function forgetEndHint(activity: LiveActivity): void {
  activity.endHintAt = undefined;
}
