import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Recorder } from '#http/calls/operator.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { isUnanswered } from '#modules/operations/index.ts';
import type { ChargePointReports } from '#modules/sessions/index.ts';
import { sortCandidates } from './candidate-order.ts';
import { createListMessages, type ListMessagesOptions } from './list-messages.ts';
import * as store from './local-lists.store.ts';
import { resetList } from './reset-list.ts';
import { nextPart, wantedTags, type Candidate } from './tag-list.ts';

/**
 * Changes without an event, such as an empty wallet, a command or the end of a card's day, are noticed within this
 * time.
 */
const SWEEP_MS = MINUTE_MS;
/** Tells other nodes that the contents of lists have changed. */
const listsChanged = subject('local-lists-changed', z.object({}));

export interface LocalListsOptions extends ListMessagesOptions {
  isOnline(chargePointId: string): boolean;
  bus?: Bus | undefined;
}

export type LocalLists = ReturnType<typeof createLocalLists>;

/**
 * Keeps the lists of tags in charge points up to date, if the operator has switched that on, one message at a time for
 * each.
 */
export function createLocalLists({ database, clock, log, commands, operationRules, isOnline, bus }: LocalListsOptions) {
  const { tagLists } = operationRules;
  /**
   * Charge points that have reported the version of their list since they last connected or booted. Some forget it
   * then.
   */
  const verified = new Set<string>();
  /**
   * Charge points that have connected or booted since they were last asked. They may accept now what they rejected
   * before.
   */
  const reconnected = new Set<string>();
  /** Something has changed, or lists are being sent. */
  let isDue = true;
  let sweptAtMs = 0;
  bus?.subscribe(listsChanged, () => (isDue = true));

  const messages = createListMessages({ database, clock, log, commands, operationRules }, (chargePointId) =>
    verified.add(chargePointId),
  );

  /** Sends the next message of a list. Returns true if more may follow. */
  async function sendNextMessage(
    chargePointId: string,
    keeps: boolean,
    candidates: readonly Candidate[],
  ): Promise<boolean> {
    const list = await store.findOrInsertList(database, chargePointId);
    const now = clock.now();
    if (list.commandId !== null) {
      const command = await commands.find(chargePointId, list.commandId);
      if (!isUnanswered(command.state)) await messages.settle(list, command);
      return true;
    }
    if (list.retryAt && list.retryAt > now && !reconnected.has(chargePointId)) return false;
    if (!verified.has(chargePointId)) {
      const { id } = await messages.ask(list, tagLists.askVersion);
      reconnected.delete(chargePointId);
      await store.changeList(database, chargePointId, { commandId: id, pending: null });
      return true;
    }
    const limits = await messages.limitsOf(chargePointId);
    const known = keeps ? await sortCandidates(database, chargePointId, candidates, limits) : [];
    const part = nextPart(list, wantedTags(known, list.held, limits, now), limits);
    if (!part) {
      // The list is switched off and already empty.
      if (!keeps) await store.deleteList(database, chargePointId);
      return false;
    }
    if (part.isWhole && keeps) await messages.set(list);
    const { id } = await messages.ask(list, tagLists.send(part));
    await store.changeList(database, chargePointId, { commandId: id, pending: part.after });
    return true;
  }

  function askVersionAgain(chargePointId: string): void {
    verified.delete(chargePointId);
    reconnected.add(chargePointId);
    isDue = true;
  }

  /** Sends the next message of each list that is out of date. */
  async function sendNextMessages(): Promise<void> {
    const kept = (await store.listChargePointsToSync(database)).filter(({ chargePointId }) => isOnline(chargePointId));
    if (kept.length === 0) return;
    const candidates = await store.listCandidates(database);
    for (const { chargePointId, keeps } of kept)
      try {
        if (await sendNextMessage(chargePointId, keeps, candidates)) isDue = true;
      } catch (error) {
        log.warn(
          { event: 'charge_point.list_not_sent', chargePointId, error },
          'a list of tags could not be sent; trying again later',
        );
      }
  }

  function changed(): void {
    isDue = true;
    bus?.publish(listsChanged, {});
  }

  return {
    /** Sends the whole list again, whatever the charge point holds. Throws charger_not_there, local_list_off. */
    async sendWhole(chargePointId: string, recorder: Recorder): Promise<void> {
      await resetList(database, chargePointId, recorder);
      changed();
    },

    /**
     * Wraps the reports: a charge point that connects or boots is asked for its version, because it may have forgotten
     * its list.
     */
    wrapReports: (reports: ChargePointReports): ChargePointReports => ({
      ...reports,
      connected(chargePointId) {
        askVersionAgain(chargePointId);
        return reports.connected(chargePointId);
      },
      booted(report) {
        askVersionAgain(report.chargePointId);
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
        await sendNextMessages();
      } catch (error) {
        isDue = true;
        throw error;
      }
    },
  };
}
