import { findOutdatedFences } from '#db/fence.ts';
import { createGroups } from '#db/groups.ts';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import { inLane } from '#kernel/lane.ts';
import type { StatusReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import type { Meters } from '../metering/meters.ts';
import { isStarting, looksOver, nextState } from '../session-state.ts';
import type { Session } from '../sessions.store.ts';
import { listPlugged, noteUnplugged, type ConnectorKey } from '../starting/plugged.store.ts';
import type { Starts } from '../starting/starts.ts';
import type { Stops } from '../stopping/stops.ts';
import type { UnwantedTransactions } from '../unwanted/unwanted-transactions.ts';
import { listBelated } from './belated.store.ts';
import {
  listChargePointsInSession,
  listOpenAt,
  listStopping,
  noteAllLinksLost,
  noteLinkBack,
  noteLinkLost,
} from './link-loss.store.ts';
import { startDueAt, stopDueAt } from './link-loss.ts';
import type { Recovery } from './recovery.ts';
import type { Resets } from './resets.ts';

/** How often sessions are checked. */
const CHECK_EVERY_MS = 5 * SECOND_MS;
/** So many sessions at once. One whose row is locked takes a turn for a second: the lane has no more patience with locks. */
const SESSIONS_AT_ONCE = 4;
/** How often the rows are searched for sessions that are not checked. */
const RECOVER_EVERY_MS = MINUTE_MS;
/** A charge point that has come back first tells what it kept meanwhile. */
const CATCH_UP_TIMEOUT_MS = 20 * SECOND_MS;
/** After the server's own absence charge points need this long to dial in again: they try less and less often. */
const RECONNECT_TIMEOUT_MS = 2 * MINUTE_MS;

/** A start is sent within seconds of being held, or given up. */
const HELD_FOR_MS = MINUTE_MS;

export type Supervisor = ReturnType<typeof createSupervisor>;

/** Sees to it that no session is stuck: deadlines, stops to send again, charge points that fell silent. */
export function createSupervisor(
  context: SessionContext,
  {
    starts,
    stops,
    meters,
    unwanted,
    resets,
    recovery,
  }: {
    starts: Starts;
    stops: Stops;
    unwanted: Pick<UnwantedTransactions, 'check'>;
    meters: Pick<Meters, 'catchUp'>;
    resets: Pick<Resets, 'check'>;
    recovery: Pick<Recovery, 'recoverAll' | 'recoverSessions'>;
  },
) {
  const { database, clock, logSampled, liveSessions, owners, rules, move, publishStatus } = context;
  const checks = new Map<LiveSession, Promise<void>>();
  let cancelNextRound: (() => void) | undefined;
  let recoveredAt = clock.now();
  let resumedAtMs = 0;
  let belatedAtMs = 0;

  // Thousands of charge points come back at once, few of them in mid-charge: only their rows are locked, each for itself.
  const isInSession = createGroups<string, boolean>(async (ids) => {
    const open = await listChargePointsInSession(database, ids);
    return ids.map((id) => open.has(id));
  });
  const isPlugged = createGroups<ConnectorKey, boolean>(async (keys) => {
    const plugged = new Set((await listPlugged(database, keys)).map(keyOf));
    return keys.map((key) => plugged.has(keyOf(key)));
  });

  /** Whether what is due is also to be done: a charge point that was away is first heard. */
  function isDue({ session, linkBackAt }: LiveSession, dueAtMs: number): boolean {
    const heardAtMs = session.linkLostAt
      ? resumedAtMs + RECONNECT_TIMEOUT_MS
      : (linkBackAt?.getTime() ?? 0) + CATCH_UP_TIMEOUT_MS;
    return clock.now().getTime() >= Math.max(dueAtMs, heardAtMs);
  }

  /** When a session that takes no energy is stopped: what nobody could hear does not count. */
  const idleDueAtMs = ({ progressAt, linkDownMs }: LiveSession): number =>
    progressAt.getTime() + linkDownMs + rules.noProgressMs;

  /** Sessions as their rows are after their charge point's link was lost or came back. */
  function renewLinks(sessions: Session[]): void {
    for (const session of sessions) {
      const lostAt = liveSessions.ofBooking(session.bookingId)?.session.linkLostAt;
      const live = liveSessions.renew(session);
      if (!live) continue;
      live.linkBackAt = session.linkLostAt ? undefined : clock.now();
      if (lostAt && !session.linkLostAt) {
        const linkDownSinceMs = Math.max(lostAt.getTime(), live.progressAt.getTime());
        live.linkDownMs += Math.max(0, clock.now().getTime() - linkDownSinceMs);
      }
      publishStatus(session);
    }
  }

  async function check(live: LiveSession): Promise<void> {
    const { session } = live;
    const { bookingId, state } = session;
    // Also after a restart, which forgets since when.
    if (isFreed(live)) live.endHintAt ??= clock.now();
    const isLongAgo = (then: Date | undefined, ms: number) =>
      then !== undefined && clock.now().getTime() - then.getTime() >= ms;
    if (state === 'held' && isLongAgo(session.createdAt, HELD_FOR_MS)) {
      // Whoever held it has ended before it was sent.
      await starts.fail(bookingId, 'start_interrupted');
    } else if (isStarting(state)) {
      if (isDue(live, startDueAt(session, rules))) await starts.giveUp(bookingId);
    } else if (isLongAgo(live.endHintAt, rules.endHintMs)) {
      await stops.closeProvisionally(bookingId, 'EVDisconnected');
    } else if (isLongAgo(live.receivedAt, rules.linkDownMs)) {
      await stops.closeProvisionally(bookingId, session.linkLostAt ? 'link_lost' : 'PowerLoss');
    } else if (state === 'stopping' && isDue(live, stopDueAt(session, rules))) {
      await stops.closeProvisionally(bookingId, 'link_lost');
    } else if (state === 'stopping') {
      // Without a link nobody hears it; it is asked for again when the link is back.
      if (!session.linkLostAt) void stops.askToStop(session.chargePointId, session.transactionId ?? 0);
    } else if (isDue(live, idleDueAtMs(live)) && !session.linkLostAt) {
      // Nobody waits for the charge point: the other sessions are not to wait behind one that does not answer.
      stops.requestStop(bookingId, 'no_progress').catch((error: unknown) => {
        const message = 'the stop will be asked for again';
        logSampled('warn', { event: 'session.stop_postponed', message, facts: { bookingId, error } });
      });
    }
  }

  /** A commit whose answer was lost leaves a session that only its row knows of. */
  async function recoverLost(): Promise<void> {
    if (clock.now().getTime() - recoveredAt.getTime() < RECOVER_EVERY_MS) return;
    recoveredAt = clock.now();
    await recovery.recoverSessions().catch((error: unknown) => {
      const message = 'lost sessions will be looked for again';
      logSampled('warn', { event: 'session.not_searched', message, facts: { error } });
    });
  }

  /** Sessions that were told of late and that nobody would bill. */
  async function settleBelated(): Promise<void> {
    if (clock.now().getTime() - belatedAtMs < RECOVER_EVERY_MS) return;
    belatedAtMs = clock.now().getTime();
    try {
      const before = new Date(belatedAtMs - rules.linkPatienceMs);
      for (const one of await listBelated(database, before))
        if (owners.owns(one.chargePointId)) await owners.fenced(one.chargePointId, () => stops.settleBelated(one));
    } catch (error) {
      const message = 'sessions that were told of late are billed later';
      logSampled('warn', { event: 'session.not_searched', message, facts: { error } });
    }
  }

  /** A stop that was wished for on another node, which could not pass it on. */
  async function hearOfStops(): Promise<void> {
    for (const bookingId of await listStopping(database)) {
      const live = liveSessions.ofBooking(bookingId);
      if (live && live.session.state !== 'stopping')
        await owners.fenced(live.session.chargePointId, () => move(bookingId, () => undefined));
    }
  }

  async function checkOne(live: LiveSession): Promise<void> {
    try {
      await owners.fenced(live.session.chargePointId, async () => {
        await meters.catchUp(live);
        await check(live);
      });
    } catch (error) {
      const { bookingId } = live.session;
      const message = 'a session will be checked again';
      logSampled('warn', { event: 'session.not_checked', message, facts: { bookingId, error } });
    }
    checks.delete(live);
  }

  /** Settles when all were checked. One whose look is still under way, since its row is locked, takes nobody's turn. */
  async function checkRound(): Promise<void> {
    const underWay = [...checks.values()];
    const free = liveSessions.all().filter((live) => !checks.has(live));
    const checkFree = forEachConcurrently(free, SESSIONS_AT_ONCE, (live) => {
      const one = checkOne(live);
      checks.set(live, one);
      return one;
    });
    await Promise.all([recoverLost(), settleBelated(), checkFree, ...underWay, unwanted.check(), resets.check()]);
    if (owners.isShared)
      await hearOfStops().catch((error: unknown) => {
        const message = 'stops that other nodes could not pass on are looked for again';
        logSampled('warn', { event: 'session.stops_not_heard', message, facts: { error } });
      });
  }

  const checkAll = (): Promise<void> => inLane('supervisor', checkRound);

  /** The next round does not wait for what hangs in this one. */
  function keepChecking(): void {
    cancelNextRound?.();
    cancelNextRound = clock.after(CHECK_EVERY_MS, () => {
      void checkAll();
      queueMicrotask(() => cancelNextRound && keepChecking());
    });
  }

  return {
    checkAll,
    keepChecking,

    stopChecking(): void {
      cancelNextRound?.();
      cancelNextRound = undefined;
    },

    /** StatusNotification: stages of the start, pauses, and hints that a session is over. */
    async statusChanged({ chargePointId, connector, status }: StatusReport): Promise<void> {
      const key = { chargePointId, connector };
      if (status === 'Available' && (await isPlugged.add(key))) await noteUnplugged(database, key, clock.now());
      const live = liveSessions.ofConnector(chargePointId, connector);
      if (!live || live.session.connectorStatus === status) return;
      if (isFreed(live, status)) live.endHintAt ??= clock.now();
      await move(live.session.bookingId, ({ state }) => ({
        connectorStatus: status,
        state: stateAfter(status, state),
      }));
    },

    /** The server has just started: no charge point is linked yet. */
    async begin(): Promise<void> {
      const now = clock.now();
      resumedAtMs = now.getTime();
      if (!owners.isShared) await noteAllLinksLost(database, now);
    },

    /**
     * This node looks after these charge points from now on. Where no link stands yet, it may come back. Those that have gone to
     * another node by now are its business.
     */
    async takeOver(chargePointIds: string[]): Promise<void> {
      const now = clock.now();
      const open = await database.transaction(async (tx) => {
        const outdated = await findOutdatedFences(
          tx,
          chargePointIds.flatMap((id) => owners.fenceOf(id) ?? []),
        );
        const gone = new Set([...outdated].map(({ chargePointId }) => chargePointId));
        const own = chargePointIds.filter((id) => !gone.has(id));
        await noteAllLinksLost(tx, now, own);
        return listOpenAt(tx, own);
      });
      if (open.length > 0) resumedAtMs = now.getTime();
      await recovery.recoverAll(open.filter(({ bookingId }) => !liveSessions.ofBooking(bookingId)));
    },

    /** What is under way at a charge point waits for its link from now on. */
    async disconnected(chargePointId: string): Promise<void> {
      if (await isInSession.add(chargePointId))
        renewLinks(await database.transaction((tx) => noteLinkLost(tx, chargePointId, clock.now())));
    },

    /** A charge point that comes back is asked at once for the stops it has missed. */
    async connected(chargePointId: string): Promise<void> {
      if (await isInSession.add(chargePointId))
        renewLinks(await database.transaction((tx) => noteLinkBack(tx, chargePointId, clock.now())));
      for (const { session } of liveSessions.ofChargePoint(chargePointId)) {
        if (session.state !== 'stopping') continue;
        void stops.askToStop(chargePointId, session.transactionId ?? 0, 'new');
      }
    },
  };
}

function keyOf({ chargePointId, connector }: ConnectorKey): string {
  return `${chargePointId} ${connector}`;
}

/**
 * The connector looks as if its session were over. One that prepares for a start has forgotten its session, once the charge point has
 * booted and as long as no more energy comes.
 */
function isFreed({ session, progressAt, bootedAt }: LiveSession, status = session.connectorStatus): boolean {
  const { transactionId, restartedAt } = session;
  if (transactionId === null) return false;
  const lastBoot = bootedAt ?? restartedAt;
  const isForgotten = status === 'Preparing' && lastBoot !== null && progressAt <= lastBoot;
  return isForgotten || looksOver(status);
}

function stateAfter(status: string, state: LiveSession['session']['state']): LiveSession['session']['state'] {
  if (status.startsWith('Suspended')) return nextState(state, 'suspended');
  return status === 'Charging' ? nextState(state, 'resumed') : state;
}
