import type { StatusReport } from './charge-points.ts';
import { eachOf } from '#kernel/each-of.ts';
import { inLane } from '#kernel/lane.ts';
import type { ChargingContext } from './context.ts';
import type { Session } from './sessions.store.ts';
import { startDueAt, stopDueAt } from './link-loss.ts';
import { noteAllLost, noteBack, noteLost } from './link-loss.store.ts';
import type { LiveCharge } from './live-charges.ts';
import { noteUnplugged } from './plugged.store.ts';
import type { Meters } from './meters.ts';
import type { Reboots } from './reboots.ts';
import { isStarting, looksOver, next } from './session-state.ts';
import type { Starts } from './starts.ts';
import type { Stops } from './stops.ts';
import type { TakeUp } from './take-up.ts';
import type { Unwanted } from './unwanted-transactions.ts';

/** How often charges are looked over. */
const LOOK_OVER_MS = 5_000;
/** So many charges at once. One whose row is locked takes a turn for a second: the lane has no more patience with locks. */
const AT_ONCE = 4;
/** How often the rows are searched for charges that are not looked over. */
const TAKE_UP_MS = 60_000;
/** A charger that has come back first tells what it kept meanwhile. */
const CATCH_UP_MS = 20_000;
/** After the server's own absence chargers need this long to dial in again: they try less and less often. */
const COME_BACK_MS = 2 * 60_000;

export type Watch = ReturnType<typeof createWatch>;

/** Sees to it that no charge is stuck: deadlines, stops to ask for again, chargers that fell silent. */
export function createWatch(
  context: ChargingContext,
  {
    starts,
    stops,
    meters,
    unwanted,
    reboots,
    takeUp,
  }: {
    starts: Starts;
    stops: Stops;
    unwanted: Pick<Unwanted, 'lookOver'>;
    meters: Pick<Meters, 'catchUp'>;
    reboots: Pick<Reboots, 'lookOver'>;
    takeUp: Pick<TakeUp, 'all'>;
  },
) {
  const { database, clock, say, live, rules, move, tellStatus } = context;
  const looks = new Map<LiveCharge, Promise<void>>();
  let cancel: (() => void) | undefined;
  let takenUpAt = clock.now();
  let resumedAt = 0;

  /** Whether what is due is also to be done: a charger that was away is first heard. */
  function isDue({ session, linkBackAt }: LiveCharge, dueAt: number): boolean {
    const heardMs = session.linkLostAt ? resumedAt + COME_BACK_MS : (linkBackAt?.getTime() ?? 0) + CATCH_UP_MS;
    return clock.now().getTime() >= Math.max(dueAt, heardMs);
  }

  /** When a charge that takes no energy is stopped: what nobody could hear does not count. */
  const idleDueAt = ({ progressAt, unheardMs }: LiveCharge): number =>
    progressAt.getTime() + unheardMs + rules.noProgressMs;

  /** Charges as their rows are after their charger's link was lost or came back. */
  function renewLinks(sessions: Session[]): void {
    for (const session of sessions) {
      const lostAt = live.ofBooking(session.bookingId)?.session.linkLostAt;
      const charge = live.renew(session);
      if (!charge) continue;
      charge.linkBackAt = session.linkLostAt ? undefined : clock.now();
      if (lostAt && !session.linkLostAt) {
        const unheardSince = Math.max(lostAt.getTime(), charge.progressAt.getTime());
        charge.unheardMs += Math.max(0, clock.now().getTime() - unheardSince);
      }
      tellStatus(session);
    }
  }

  async function lookOver(charge: LiveCharge): Promise<void> {
    const { session } = charge;
    const { bookingId, state } = session;
    // Also after a restart, which forgets since when.
    if (isFreed(charge)) charge.endHintAt ??= clock.now();
    const longAgo = (then: Date | undefined, ms: number) =>
      then !== undefined && clock.now().getTime() - then.getTime() >= ms;
    if (isStarting(state)) {
      if (isDue(charge, startDueAt(session, rules))) await starts.giveUp(bookingId);
    } else if (longAgo(charge.endHintAt, rules.endHintMs)) {
      await stops.closeProvisionally(bookingId, 'EVDisconnected');
    } else if (longAgo(charge.receivedAt, rules.silentMs)) {
      await stops.closeProvisionally(bookingId, session.linkLostAt ? 'link_lost' : 'PowerLoss');
    } else if (state === 'stopping' && isDue(charge, stopDueAt(session, rules))) {
      await stops.closeProvisionally(bookingId, 'link_lost');
    } else if (state === 'stopping') {
      // Without a link nobody hears it; it is asked for again when the link is back.
      if (!session.linkLostAt) void stops.askToStop(session.chargerId, session.transactionId ?? 0);
    } else if (isDue(charge, idleDueAt(charge)) && !session.linkLostAt) {
      // Nobody waits for the charger: the other charges are not to wait behind one that does not answer.
      stops.requestStop(bookingId, 'no_progress').catch((error: unknown) => {
        const message = 'the stop will be asked for again';
        say('warn', { event: 'charging.stop_put_off', message, facts: { bookingId, error } });
      });
    }
  }

  /** A commit whose answer was lost leaves a charge that only its row knows of. */
  async function takeUpLost(): Promise<void> {
    if (clock.now().getTime() - takenUpAt.getTime() < TAKE_UP_MS) return;
    takenUpAt = clock.now();
    await takeUp.all().catch((error: unknown) => {
      const message = 'lost charges will be looked for again';
      say('warn', { event: 'charging.not_looked_for', message, facts: { error } });
    });
  }

  async function look(charge: LiveCharge): Promise<void> {
    try {
      await meters.catchUp(charge);
      await lookOver(charge);
    } catch (error) {
      const { bookingId } = charge.session;
      const message = 'a charge will be looked at again';
      say('warn', { event: 'charging.not_looked_at', message, facts: { bookingId, error } });
    }
    looks.delete(charge);
  }

  /** Settles when all were looked over. One whose look is still under way, since its row is locked, takes nobody's turn. */
  async function lookRound(): Promise<void> {
    const underWay = [...looks.values()];
    const free = live.all().filter((charge) => !looks.has(charge));
    const lookAtFree = eachOf(free, AT_ONCE, (charge) => {
      const one = look(charge);
      looks.set(charge, one);
      return one;
    });
    await Promise.all([takeUpLost(), lookAtFree, ...underWay, unwanted.lookOver(), reboots.lookOver()]);
  }

  const lookOverAll = (): Promise<void> => inLane('watch', lookRound);

  /** The next round does not wait for what hangs in this one. */
  function keepLooking(): void {
    cancel?.();
    cancel = clock.after(LOOK_OVER_MS, () => {
      void lookOverAll();
      queueMicrotask(() => cancel && keepLooking());
    });
  }

  return {
    lookOverAll,
    keepLooking,

    stopLooking(): void {
      cancel?.();
      cancel = undefined;
    },

    /** StatusNotification: stages of the start, pauses, and hints that a charge is over. */
    async statusChanged({ chargerId, connector, status }: StatusReport): Promise<void> {
      if (status === 'Available') await noteUnplugged(database, { chargerId, connector }, clock.now());
      const charge = live.ofConnector(chargerId, connector);
      if (!charge || charge.session.connectorStatus === status) return;
      if (isFreed(charge, status)) charge.endHintAt ??= clock.now();
      await move(charge.session.bookingId, ({ state }) => ({
        connectorStatus: status,
        state: stateAfter(status, state),
      }));
    },

    /** The server has just started: no charger is linked yet. */
    async begin(): Promise<void> {
      const now = clock.now();
      resumedAt = now.getTime();
      await noteAllLost(database, now);
    },

    /** What is under way at a charger waits for its link from now on. */
    async disconnected(chargerId: string): Promise<void> {
      renewLinks(await noteLost(database, chargerId, clock.now()));
    },

    /** A charger that comes back is asked at once for the stops it has missed. */
    async connected(chargerId: string): Promise<void> {
      renewLinks(await noteBack(database, chargerId, clock.now()));
      for (const { session } of live.ofCharger(chargerId)) {
        if (session.state !== 'stopping') continue;
        void stops.askToStop(chargerId, session.transactionId ?? 0, 'new');
      }
    },
  };
}

/**
 * The connector looks as if its charge were over. One that prepares for a start has forgotten its charge, once the charger has
 * booted and as long as no more energy comes.
 */
function isFreed({ session, progressAt, bootedAt }: LiveCharge, status = session.connectorStatus): boolean {
  const { transactionId, restartedAt } = session;
  if (transactionId === null) return false;
  const lastBoot = bootedAt ?? restartedAt;
  const isForgotten = status === 'Preparing' && lastBoot !== null && progressAt <= lastBoot;
  return isForgotten || looksOver(status);
}

function stateAfter(status: string, state: LiveCharge['session']['state']): LiveCharge['session']['state'] {
  if (status.startsWith('Suspended')) return next(state, 'suspended');
  return status === 'Charging' ? next(state, 'resumed') : state;
}
