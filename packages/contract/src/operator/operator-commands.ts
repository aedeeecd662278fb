import * as z from 'zod/mini';
import { eventStream } from '../endpoint.ts';
import { next, pageQuery } from '../paging.ts';
import { operatorCall } from './operator.ts';
import { reason } from './staff.ts';

/**
 * The states of a command.
 * - `asked`: stored, not sent yet. `sent`: perhaps on its way, no answer yet. `following`: answered, more reports will
 *   come.
 * - `done`, `failed`: the charge point said so, or stayed silent afterwards.
 * - `refused`: never sent. `error`: answered by a CALLERROR, or by a text that cannot be read. `timed_out`: no answer.
 *   Without an answer that can be read, nobody knows whether it was done.
 */
export const COMMAND_STATES = [
  'asked',
  'sent',
  'following',
  'done',
  'failed',
  'refused',
  'error',
  'timed_out',
] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

const chargePoint = { charger_id: z.string() };
const ocpp = z.record(z.string(), z.unknown());

const command = z.object({
  /** Also the id of the OCPP message. */
  id: z.string(),
  charger_id: z.string(),
  operation: z.string(),
  /** The payload that was sent. Secrets are blanked. */
  payload: ocpp,
  state: z.enum(COMMAND_STATES),
  /** Why the command was refused, failed or has no answer. */
  problem: z.nullable(z.string()),
  /** The answer as received. For a CALLERROR: its details. */
  answer: z.unknown(),
  /** The code of the CALLERROR. Null with any other answer. */
  error_code: z.nullable(z.string()),
  /** True if the answer came after the server had stopped waiting for it. */
  late: z.boolean(),
  asked_by: z.string(),
  asked_at: z.string(),
  deadline_at: z.string(),
  sent_at: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
});

/** What the charge point reported later about the command. */
const followUp = z.object({ at: z.string(), action: z.string(), payload: ocpp });
const commandWithFollowUps = z.extend(command, { follow_ups: z.array(followUp) });

const message = z.object({
  at: z.string(),
  /** `received`: a call from the charge point. `sent`: a call of ours. */
  direction: z.enum(['received', 'sent']),
  action: z.nullable(z.string()),
  message_id: z.nullable(z.string()),
  frame: z.string(),
  answer_code: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  latency_ms: z.nullable(z.number()),
});

const LAST_MOMENT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A time that a client sends, with its time zone. */
export const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/),
  z.refine((text) => Date.parse(text) >= 0 && Date.parse(text) <= LAST_MOMENT_MS),
);

export const operatorCommands = {
  commandCharger: operatorCall('POST', '/charge-points/:charger_id/commands', {
    area: 'operations',
    limit: 'write',
    summary:
      'Asks a charge point for an operation of OCPP 1.6, by OCPP’s names. The header Idempotency-Key makes a second try the same command. Refused with `operation_unknown`, `payload_invalid`, `charge_would_be_cut`, `root_would_be_lost`.',
    permission: 'chargers.operate',
    action: 'charger.command',
    stations: 'of-charger',
    params: z.object(chargePoint),
    query: z.object({
      /** Seconds to wait for the answer, at most 30. Without it the call returns as soon as the command is stored. */
      wait: z.optional(z.string().check(z.regex(/^([12]?\d|30)$/))),
    }),
    body: z.object({
      operation: z.string().check(z.maxLength(50)),
      payload: z.optional(ocpp),
      /** How long the command waits for a charge point that is offline. Without it, it does not wait. */
      deadline: z.optional(moment),
      /** Also sends a command that would interrupt a paid charge. */
      force: z.optional(z.boolean()),
      reason,
    }),
    reply: z.object({ success: z.literal(true), command: commandWithFollowUps }),
  }),
  listChargerCommands: operatorCall('GET', '/charge-points/:charger_id/commands', {
    area: 'operations',
    limit: 'read',
    summary: 'What a charge point was asked, the newest first.',
    permission: 'network.see',
    action: 'charger.commands',
    stations: 'of-charger',
    params: z.object(chargePoint),
    query: z.object({
      ...pageQuery,
      state: z.optional(z.enum(COMMAND_STATES)),
      operation: z.optional(z.string().check(z.maxLength(50))),
    }),
    reply: z.object({ success: z.literal(true), commands: z.array(command), next }),
  }),
  streamChargerCommands: operatorCall('GET', '/charge-points/:charger_id/commands/stream', {
    area: 'operations',
    limit: 'read',
    summary:
      'What becomes of the commands of a charge point, as it happens. Each change, answer, late answer and later word is an event `command`: the command as it is then. States that follow each other within a second may be one event. It begins with what is open or has changed within the last minute. With the header Last-Event-ID it begins with what has changed since, the latest 1000, of what was asked within 31 days. A comment comes every 15 seconds. It ends with the credential and with the server. Refused with `streams_too_many`, `streams_full`, `unavailable`, `charger_not_found`.',
    permission: 'network.see',
    action: 'charger.commands',
    stations: 'of-charger',
    params: z.object(chargePoint),
    reply: eventStream,
    event: commandWithFollowUps,
  }),
  getChargerCommand: operatorCall('GET', '/charge-points/:charger_id/commands/:command_id', {
    area: 'operations',
    limit: 'read',
    summary: 'What became of something that a charge point was asked.',
    permission: 'network.see',
    action: 'charger.commands',
    stations: 'of-charger',
    params: z.object({ ...chargePoint, command_id: z.string() }),
    reply: z.object({ success: z.literal(true), command: commandWithFollowUps }),
  }),
  listChargerMessages: operatorCall('GET', '/charge-points/:charger_id/messages', {
    area: 'operations',
    limit: 'read',
    summary: 'What a charge point and the server said to each other, the newest first.',
    permission: 'chargers.log',
    action: 'charger.messages',
    stations: 'of-charger',
    params: z.object(chargePoint),
    query: z.object({
      from: z.optional(moment),
      to: z.optional(moment),
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/))),
    }),
    reply: z.object({ success: z.literal(true), messages: z.array(message) }),
  }),
};
