import type { Database, Tx } from '#db/database.ts';
import type { Recorder } from '#http/calls/operator.ts';
import type { FaultRule } from './fault-rule.ts';
import { refuse } from './faults.refusals.ts';
import * as store from './faults.store.ts';

/** Ends a fault because an operator says so. The connector is offered again at the next check. Throws fault_unknown. */
export async function endFault(
  database: Database,
  place: store.PlaceOfFault,
  now: Date,
  { record }: Recorder,
  offer?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const fault = (await store.lockOpenFault(tx, place)) ?? refuse('fault_unknown');
    await store.changeFault(tx, fault.id, { state: 'ended', changedAt: now, endedAt: now, endedBy: 'operator' });
    await offer?.(tx);
    const { state, cause, tries } = fault;
    await record(tx, {
      object: `charger ${place.chargePointId} connector ${place.connector}`,
      before: { state, cause, tries },
      after: { state: 'ended' },
    });
  });
}

/** Changes the rule by which faults are opened and fixed. */
export async function changeFaultRule(database: Database, rule: FaultRule, { record }: Recorder): Promise<void> {
  await database.transaction(async (tx) => {
    const before = await store.readFaultRule(tx);
    await store.saveFaultRule(tx, rule);
    await record(tx, { object: 'fault rule', before: ruleInAudit(before), after: ruleInAudit(rule) });
  });
}

const ruleInAudit = ({ drivers, withinHours, fixes, tryAgainHours }: FaultRule) => ({
  drivers,
  within_hours: withinHours,
  fixes,
  try_again_hours: tryAgainHours,
});
