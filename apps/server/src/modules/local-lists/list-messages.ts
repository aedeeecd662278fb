import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { findConfiguration } from '#modules/network/index.ts';
import type { Command, Commands, OperationRules } from '#modules/operations/index.ts';
import * as store from './local-lists.store.ts';
import { retryAtAfter, type ListLimits } from './tag-list.ts';

/** For a charge point that does not report its limit. */
const MAX_ENTRIES = 500;
const ENTRIES_AT_ONCE = 40;
/** After this time a charge point without support for lists is asked again, because an update may add it. */
const UNABLE_FOR_MS = 6 * HOUR_MS;
export interface ListMessagesOptions {
  database: Database;
  clock: Clock;
  log: Log;
  commands: Pick<Commands, 'ask' | 'find'>;
  operationRules: Pick<OperationRules, 'tagLists'>;
}

/**
 * The messages about a list to its charge point, and their results. `versionKnown` is called when it has reported its
 * version.
 */
export function createListMessages(
  { database, clock, log, commands, operationRules }: ListMessagesOptions,
  versionKnown: (chargePointId: string) => void,
) {
  const { tagLists } = operationRules;

  async function limitsOf(chargePointId: string): Promise<ListLimits> {
    const limit = async (key: string, usual: number) =>
      Math.max(1, Math.floor(Number(await findConfiguration(database, chargePointId, key))) || usual);
    return {
      entries: await limit(tagLists.limitKeys.entries, MAX_ENTRIES),
      entriesAtOnce: await limit(tagLists.limitKeys.entriesAtOnce, ENTRIES_AT_ONCE),
    };
  }

  async function ask(list: store.ChargePointList, what: { operation: string; payload: Record<string, unknown> }) {
    const { chargePointId } = list;
    return commands.ask({ chargePointId, ...what, askedBy: 'local list' });
  }

  /** Sets what the charge point may do without a link. Keys that it does not know are left out. */
  async function set(list: store.ChargePointList): Promise<void> {
    for (const { key, value } of tagLists.settings) {
      const is = await findConfiguration(database, list.chargePointId, key);
      if (is !== undefined && is.toLowerCase() !== value) await ask(list, tagLists.setting(key, value));
    }
  }

  /** Processes the result of the last message. */
  async function settle(list: store.ChargePointList, command: Command): Promise<void> {
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
      versionKnown(chargePointId);
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

  return { limitsOf, ask, set, settle };
}
