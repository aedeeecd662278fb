import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Database } from '#db/database.ts';
import type { Recorder } from '#http/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { findConfiguration } from '#modules/network/index.ts';
import { isUnanswered, type Command, type Commands, type OperationRules } from '#modules/operations/index.ts';
import type { ChargePointReports } from '#modules/sessions/index.ts';
import { inOrder } from './candidate-order.ts';
import { forgetList } from './forget-list.ts';
import * as store from './local-lists.store.ts';
import { nextPart, retryAtAfter, wantedTags, type Candidate, type ListLimits } from './tag-list.ts';

/** For a charge point that does not report its limit. */
const MAX_ENTRIES = 500;
const ENTRIES_AT_ONCE = 40;
/** After this time a charge point without support for lists is asked again, because an update may add it. */
const UNABLE_FOR_MS = 6 * HOUR_MS;
/** Changes without an event, such as an empty wallet, a command or the end of a card's day, are noticed within this time. */
const SWEEP_MS = MINUTE_MS;
/** Tells other nodes that the contents of lists have changed. */
const listsChanged = subject('local-lists-changed', z.object({}));

export interface LocalListsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  commands: Pick<Commands, 'ask' | 'find'>;
  rules: Pick<OperationRules, 'tagLists'>;
  isOnline(chargePointId: string): boolean;
  bus?: Bus | undefined;
}

export type LocalLists = ReturnType<typeof createLocalLists>;

/** Keeps the lists of tags in charge points up to date, if the operator has switched that on, one message at a time for each. */
export function createLocalLists({ database, clock, log, commands, rules, isOnline, bus }: LocalListsOptions) {
  const { tagLists } = rules;
  /** Charge points that have reported the version of their list since they last connected or booted. Some forget it then. */
  const verified = new Set<string>();
  /** Charge points that have connected or booted since they were last asked. They may accept now what they rejected before. */
  const anew = new Set<string>();
  /** Something has changed, or lists are being sent. */
  let isDue = true;
  let sweptAtMs = 0;
  bus?.hear(listsChanged, () => (isDue = true));

  async function limitsOf(chargePointId: string): Promise<ListLimits> {
    const limit = async (key: string, usual: number) =>
      Math.max(1, Math.floor(Number(await findConfiguration(database, chargePointId, key))) || usual);
    return {
      entries: await limit(tagLists.limitKeys.entries, MAX_ENTRIES),
      entriesAtOnce: await limit(tagLists.limitKeys.entriesAtOnce, ENTRIES_AT_ONCE),
    };
  }

  async function ask(list: store.ChargerList, what: { operation: string; payload: Record<string, unknown> }) {
    const { chargePointId } = list;
    return commands.ask({ chargePointId, ...what, askedBy: 'local list' });
  }

  /** Sets what the charge point may do without a link. Keys that it does not know are left out. */
  async function set(list: store.ChargerList): Promise<void> {
    for (const { key, value } of tagLists.settings) {
      const is = await findConfiguration(database, list.chargePointId, key);
      if (is !== undefined && is.toLowerCase() !== value) await ask(list, tagLists.setting(key, value));
    }
  }

  /** Processes the result of the last message. */
  async function settle(list: store.ChargerList, command: Command): Promise<void> {
    const { chargePointId, pending, failures } = list;
    const now = clock.now();
    const change = (to: Parameters<typeof store.changeList>[2]) =>
      store.changeList(database, chargePointId, { commandId: null, pending: null, ...to });
    if (pending === null) {
      const version = command.state === 'done' ? tagLists.versionIn(command.answer) : undefined;
      if (command.state === 'refused' || command.state === 'timed_out')
        return change({ retryAt: retryAtAfter(2, now) });
      if (version === undefined || version < 0) {
        const message = 'a charge point does not support lists of tags';
        log.warn({ event: 'charge_point.list_not_taken', chargePointId }, message);
        return change({ version: 0, held: {}, retryAt: new Date(now.getTime() + UNABLE_FOR_MS) });
      }
      verified.add(chargePointId);
      return change(version === list.version ? { retryAt: null } : { version: 0, held: {}, retryAt: null });
    }
    if (command.state === 'done') {
      const version = Number((command.payload as { listVersion?: unknown }).listVersion ?? 0);
      return change({ version, held: pending, failures: 0, retryAt: null });
    }
    if (command.state !== 'refused')
      log.warn(
        { event: 'charge_point.list_not_taken', chargePointId, state: command.state, answer: command.answer },
        'a charge point rejected its list of tags; the full list is sent again',
      );
    return change({ version: 0, held: {}, failures: failures + 1, retryAt: retryAtAfter(failures + 1, now) });
  }

  /** Sends the next message of a list. Returns whether more follows. */
  async function step(chargePointId: string, keeps: boolean, candidates: readonly Candidate[]): Promise<boolean> {
    const list = await store.findOrInsertList(database, chargePointId);
    const now = clock.now();
    if (list.commandId !== null) {
      const command = await commands.find(chargePointId, list.commandId);
      if (!isUnanswered(command.state)) await settle(list, command);
      return true;
    }
    if (list.retryAt && list.retryAt > now && !anew.has(chargePointId)) return false;
    if (!verified.has(chargePointId)) {
      const { id } = await ask(list, tagLists.askVersion);
      anew.delete(chargePointId);
      await store.changeList(database, chargePointId, { commandId: id, pending: null });
      return true;
    }
    const limits = await limitsOf(chargePointId);
    const known = keeps ? await inOrder(database, chargePointId, candidates, limits) : [];
    const part = nextPart(list, wantedTags(known, list.held, limits, now), limits);
    if (!part) {
      // Switched off, and empty by now.
      if (!keeps) await store.deleteList(database, chargePointId);
      return false;
    }
    if (part.isWhole && keeps) await set(list);
    const { id } = await ask(list, tagLists.send(part));
    await store.changeList(database, chargePointId, { commandId: id, pending: part.after });
    return true;
  }

  function mustTell(chargePointId: string): void {
    verified.delete(chargePointId);
    anew.add(chargePointId);
    isDue = true;
  }

  /** Sends the next message of each list that is out of date. */
  async function bringFurther(): Promise<void> {
    const kept = (await store.listChargePointsToSync(database)).filter(({ chargePointId }) => isOnline(chargePointId));
    if (kept.length === 0) return;
    const candidates = await store.listCandidates(database);
    for (const { chargePointId, keeps } of kept)
      try {
        if (await step(chargePointId, keeps, candidates)) isDue = true;
      } catch (error) {
        log.warn(
          { event: 'charge_point.list_not_sent', chargePointId, error },
          'a list of tags could not be sent; trying again later',
        );
      }
  }

  function changed(): void {
    isDue = true;
    bus?.tell(listsChanged, {});
  }

  return {
    /** Sends a charge point the whole list anew, whatever it holds. Throws charger_not_there, local_list_off. */
    async sendWhole(chargePointId: string, recorder: Recorder): Promise<void> {
      await forgetList(database, chargePointId, recorder);
      changed();
    },

    /** The same reports. A charge point that connects or boots is asked for its version, because it may have forgotten its list. */
    verifiedAnew: (reports: ChargePointReports): ChargePointReports => ({
      ...reports,
      connected(chargePointId) {
        mustTell(chargePointId);
        return reports.connected(chargePointId);
      },
      booted(report) {
        mustTell(report.chargePointId);
        return reports.booted(report);
      },
    }),

    /** The contents of lists have changed, or which charge points have one. */
    changed,

    /** Checks lists that have changed or are being sent, and all of them every minute. */
    async checkDue(): Promise<void> {
      const nowMs = clock.now().getTime();
      if (!isDue && nowMs < sweptAtMs + SWEEP_MS) return;
      isDue = false;
      sweptAtMs = nowMs;
      try {
        await bringFurther();
      } catch (error) {
        isDue = true;
        throw error;
      }
    },
  };
}
