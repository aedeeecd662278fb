import * as z from 'zod/mini';
import { next, pageQuery } from '../paging.ts';
import { shownText } from '../text/shown-text.ts';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

const rowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

const dispute = z.object({
  id: z.string(),
  /** The cause. `bijli disputes list --help` explains each. */
  cause: z.string(),
  units: z.number(),
  charger_id: z.string(),
  connector: z.int(),
  booking_id: z.nullable(z.string()),
  began_at: z.string(),
  ended_at: z.nullable(z.string()),
  noted_at: z.string(),
  resolved_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

const quarantined = z.object({
  id: z.string(),
  charger_id: z.string(),
  kind: z.string(),
  problem: z.string(),
  /** A summary of what the charge point sent. */
  report: z.string(),
  received_at: z.string(),
  /** How many later reports of the same kind were not stored. */
  not_kept: z.int(),
});

export const operatorCases = {
  listDisputes: operatorCall('GET', '/disputes', {
    area: 'charging',
    limit: 'read',
    permission: 'payments.see',
    action: 'dispute.list',
    stations: 'whole-network',
    summary:
      'Energy that a meter claims and that nobody was billed for, newest first; with `all` those that are resolved too.',
    query: z.object({ ...pageQuery, all: z.optional(z.enum(['true', 'false'])) }),
    reply: z.object({ success: z.literal(true), disputes: z.array(dispute), next }),
  }),
  resolveDispute: operatorCall('POST', '/disputes/:dispute_id/resolve', {
    area: 'charging',
    limit: 'write',
    permission: 'payments.change',
    action: 'dispute.resolve',
    stations: 'whole-network',
    summary: 'Marks disputed energy as looked into; nothing is billed by it. Refused with `dispute_not_open`.',
    params: z.object({ dispute_id: rowId }),
    body: z.object({
      /** What was found out, for later readers. */
      note: shownText.check(z.minLength(1), z.maxLength(1000)),
    }),
    reply: ok,
  }),
  listQuarantine: operatorCall('GET', '/quarantine', {
    area: 'charging',
    limit: 'read',
    permission: 'chargers.log',
    action: 'quarantine.list',
    stations: 'whole-network',
    summary: 'Reports of charge points that fit no session, newest first.',
    query: z.object({ ...pageQuery, charger_id: z.optional(z.string()) }),
    reply: z.object({ success: z.literal(true), reports: z.array(quarantined), next }),
  }),
  resolveQuarantined: operatorCall('POST', '/quarantine/:report_id/resolve', {
    area: 'charging',
    limit: 'write',
    permission: 'chargers.configure',
    action: 'quarantine.resolve',
    stations: 'whole-network',
    summary: 'A report has been looked into and goes; the audit keeps what it was. Refused with `report_unknown`.',
    params: z.object({ report_id: rowId }),
    body: z.object({ reason }),
    reply: ok,
  }),
};
