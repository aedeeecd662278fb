import type { ChargeEvents } from '#api/socket.ts';
import { isSuspended } from './live-figures.ts';

/** Why the driver leaves the page of a charge: it has ended, its start failed, or it pauses. */
export type ChargeExit = 'ended' | 'failed' | 'paused';

interface KnownOfCharge extends Pick<ChargeEvents, 'stop' | 'status'> {
  /** The server does not know it any more, although its end event was not received. */
  isOver: boolean;
  /** It was just started, or this page has seen it running. */
  hasRun: boolean;
}

/**
 * Returns why the driver leaves the page, and undefined as long as they stay. A charge that was already paused when the
 * page was opened can be looked at and stopped.
 */
export function exitOf({ stop, status, isOver, hasRun }: KnownOfCharge): ChargeExit | undefined {
  if (stop) return 'ended';
  if (status?.stage === 'failed') return 'failed';
  if (isOver) return 'ended';
  return hasRun && isSuspended(status?.status) ? 'paused' : undefined;
}
