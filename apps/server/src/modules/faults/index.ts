import type { Tx } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Events } from '#events/events.ts';
import type { Recorder } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { Availability } from '#modules/availability/index.ts';
import { sessionEvent } from '#modules/sessions/index.ts';
import { changeFaultRule, endFault } from './fault-changes.ts';
import { createFaultFixes, type FaultFixesOptions } from './fault-fixes.ts';
import { brokenSince, nextFaultStep, isByChargePoint, type FaultRule } from './fault-rule.ts';
import * as store from './faults.store.ts';

export { changeFaultRule, endFault } from './fault-changes.ts';
export { FAULT_RULE, type FaultRule } from './fault-rule.ts';
export { listFaults, readFaultRule } from './faults.store.ts';

/** Longer than any transaction that changes a fault. */
const COMMITTED_WITHIN_MS = 30 * SECOND_MS;
const KEEP_FAULTS_MS = 365 * DAY_MS;

export interface FaultsOptions extends FaultFixesOptions {
  clock: Clock;
  log: Log;
  events: Events;
  availability: Pick<Availability, 'stationChanged'>;
}

export type Faults = ReturnType<typeof createFaults>;

/** Connectors where starts fail because of the charge point: taken out of service, fixed remotely, offered again. */
export function createFaults({ database, clock, log, events, availability, ...fixesOptions }: FaultsOptions) {
  const { factsOf, askFor } = createFaultFixes({ database, ...fixesOptions });
  let lookedAt = clock.now();

  /** A start has failed. The connector may now count as broken, or still be broken after a fix. */
  async function startFailed(tx: Tx, bookingId: string, cause: string): Promise<void> {
    const failing = await store.findFailing(tx, bookingId);
    if (!failing || !isByChargePoint(cause, failing.connectorStatus)) return;
    const now = clock.now();
    const { chargePointId, connector, driverId, createdAt } = failing;
    const open = await store.lockOpenFault(tx, failing);
    if (open) {
      if (open.state !== 'on_trial') return;
      await store.changeFault(tx, open.id, { state: 'out', cause, failingSince: createdAt, changedAt: now });
      return withhold(tx, open, 'a connector that was fixed has failed again');
    }
    const rule = await store.readFaultRule(tx);
    // Failures before a connector worked, or before its last fault ended, do not count.
    const since = (await store.findLastEnd(tx, failing)) ?? new Date(0);
    const outcomes = await store.listOutcomes(tx, failing, { since, without: bookingId });
    const failingSince = brokenSince([{ driverId, isGood: false, at: createdAt }, ...outcomes], rule, now);
    if (!failingSince) return;
    const fault = { chargePointId, connector, cause, state: 'fixing', failingSince } as const;
    const opened = await store.insertMissingFault(tx, { ...fault, openedAt: now, changedAt: now });
    if (opened) await withhold(tx, opened, 'a connector at which drivers cannot start is out of service');
  }

  /** Withholds a connector that has a fault by now. */
  async function withhold(tx: Tx, { chargePointId, connector, cause }: store.Fault, message: string): Promise<void> {
    await updateWithheldConnectors(tx);
    log.warn({ event: 'charge_point.fault', chargePointId, connector, cause }, message);
  }

  /** Withholds the connectors with a fault from drivers, and offers the others again. */
  async function updateWithheldConnectors(tx: Tx): Promise<void> {
    for (const stationId of await store.changeWithheldConnectors(tx, clock.now()))
      availability.stationChanged(stationId);
  }

  /** Takes all steps of an open fault that are due now. */
  async function check(fault: store.OpenFault): Promise<void> {
    const now = clock.now();
    const { chargePointId, connector } = fault;
    if (!(await store.hasConnector(database, fault)))
      return changeIfUnchanged(fault, { state: 'ended', changedAt: now, endedAt: now, endedBy: 'removed' });
    const rule = await store.readFaultRule(database);
    const step = nextFaultStep(await factsOf(fault), rule, now);
    if (step === 'end') {
      await changeIfUnchanged(fault, { state: 'ended', changedAt: now, endedAt: now, endedBy: 'start' });
      log.info(
        { event: 'charge_point.fault_over', chargePointId, connector },
        'a charge began where starts had failed',
      );
    } else if (step === 'ask') await changeIfUnchanged(fault, { commandId: await askFor(fault, rule, now) });
    else if (step === 'next-fix') await changeIfUnchanged(fault, { fixIndex: fault.fixIndex + 1, commandId: null });
    else if (step === 'trial') await changeIfUnchanged(fault, { state: 'on_trial', changedAt: now });
    else if (step === 'out') await changeIfUnchanged(fault, { state: 'out', changedAt: now });
    else if (step === 'again')
      await changeIfUnchanged(fault, {
        state: 'fixing',
        changedAt: now,
        fixIndex: 0,
        commandId: null,
        tries: fault.tries + 1,
      });
  }

  /** An error with one fault does not stop the others. */
  async function checkApart(fault: store.OpenFault): Promise<void> {
    try {
      await check(fault);
    } catch (error) {
      const { chargePointId, connector } = fault;
      log.error({ event: 'charge_point.fault_failed', chargePointId, connector, error }, 'a fault was not checked');
    }
  }

  /** Changes a fault, unless it was changed since it was read. */
  async function changeIfUnchanged(
    read: store.OpenFault,
    change: Parameters<typeof store.changeFault>[2],
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const fault = await store.lockOpenFault(tx, read);
      const isSame = fault?.id === read.id && fault.changedAt.getTime() === read.changedAt.getTime();
      if (isSame) await store.changeFault(tx, read.id, change);
    });
  }

  events.on(sessionEvent, async (tx, happened) => {
    if (happened.kind === 'failed') await startFailed(tx, happened.bookingId, happened.reason);
  });

  return {
    /** Starts the fixes that are due, and offers connectors again that were fixed or work. */
    async checkFaults(): Promise<void> {
      for (const fault of await store.listOpenFaults(database)) await checkApart(fault);
      await updateWithheldConnectors(database);
      // Includes changes by transactions that were not committed when the station was counted.
      const since = new Date(lookedAt.getTime() - COMMITTED_WITHIN_MS);
      lookedAt = clock.now();
      for (const stationId of await store.listStationsChanged(database, since)) availability.stationChanged(stationId);
    },

    /** Newest first, of these stations or of all. */
    listFaults: (filter: { stationIds: readonly string[] | undefined; isAll: boolean }, page: Page) =>
      store.listFaults(database, filter, page),

    /** Ends the fault because staff say that the connector works. Throws fault_unknown. */
    endFault: (place: store.PlaceOfFault, recorder: Recorder): Promise<void> =>
      endFault(database, place, clock.now(), recorder, updateWithheldConnectors),

    readRule: (): Promise<FaultRule> => store.readFaultRule(database),

    changeRule: (rule: FaultRule, recorder: Recorder): Promise<void> => changeFaultRule(database, rule, recorder),

    /** Number of open faults by state. */
    readGauges: () => store.countOpenFaults(database),

    purgeExpired: (): Promise<void> => store.purgeFaults(database, new Date(clock.now().getTime() - KEEP_FAULTS_MS)),
  };
}
