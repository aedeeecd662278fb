import * as z from 'zod/mini';
import { next, pageQuery } from '../paging.ts';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

/** Commands that may repair a connector remotely: unlock its cable, or restart the charge point softly. */
export const FIX_KINDS = ['unlock', 'soft_reset'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

export const FAULT_STATES = ['fixing', 'out', 'on_trial', 'ended'] as const;

const fault = z.object({
  id: z.string(),
  charger_id: z.string(),
  connector: z.int(),
  station_id: z.string(),
  /**
   * How the latest start failed: `charger_rejected`, `charger_silent`, or `start_timed_out` with a cable plugged in.
   */
  cause: z.string(),
  /**
   * `fixing` and `out` are hidden from drivers. `on_trial` is offered until its next start, which ends the fault or
   * takes the connector out again.
   */
  state: z.enum(FAULT_STATES),
  opened_at: z.string(),
  changed_at: z.string(),
  /** Number of remote repair attempts. */
  tries: z.int(),
  /** The last command that was sent for a repair. Null if there was none. */
  command_id: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  /** `start`: a charge began there. `operator`: ended by staff. `removed`: the connector does not exist any more. */
  ended_by: z.nullable(z.enum(['start', 'operator', 'removed'])),
});

const rule = {
  /** How many drivers in a row must fail to start by the charge point's fault. */
  drivers: z.int().check(z.minimum(1), z.maximum(10)),
  /** The time in which they must fail, in hours. */
  within_hours: z.int().check(z.minimum(1), z.maximum(720)),
  /** Repairs to try, in this order. Empty: none. */
  fixes: z.array(z.enum(FIX_KINDS)).check(z.maxLength(4)),
  /** Hours after which a connector that is still out is repaired and offered once more. */
  try_again_hours: z.int().check(z.minimum(1), z.maximum(720)),
};

export const operatorFaults = {
  listFaults: operatorCall('GET', '/faults', {
    area: 'stations',
    limit: 'read',
    permission: 'network.see',
    action: 'fault.list',
    stations: 'listed',
    summary:
      'Plugs that were taken out of what drivers are offered because starts failed there by the charge point, newest first; with `all` those that are over too.',
    query: z.object({ ...pageQuery, station_id: z.optional(z.string()), all: z.optional(z.enum(['true', 'false'])) }),
    reply: z.object({ success: z.literal(true), faults: z.array(fault), next }),
  }),
  endFault: operatorCall('POST', '/charge-points/:charger_id/connectors/:connector/end-fault', {
    area: 'stations',
    limit: 'write',
    permission: 'chargers.operate',
    action: 'fault.end',
    stations: 'of-charger',
    summary: 'A plug works again by somebody’s word and is offered at once. Refused with `fault_unknown`.',
    params: z.object({ charger_id: z.string(), connector: z.string().check(z.regex(/^[1-9]\d{0,5}$/)) }),
    body: z.object({ reason }),
    reply: ok,
  }),
  faultRule: operatorCall('GET', '/fault-rule', {
    area: 'stations',
    limit: 'read',
    permission: 'network.see',
    action: 'fault.rule-see',
    stations: 'none',
    summary: 'When a plug is taken for broken, and what is tried then.',
    reply: z.object({ success: z.literal(true), ...rule }),
  }),
  setFaultRule: operatorCall('POST', '/fault-rule', {
    area: 'stations',
    limit: 'write',
    permission: 'network.change',
    action: 'fault.rule',
    stations: 'whole-network',
    summary: 'Changes the rule; faults that are open go on by it.',
    body: z.object({ ...rule, reason }),
    reply: ok,
  }),
};
