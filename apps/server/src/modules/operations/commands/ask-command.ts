import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { hasChargePoint } from '#modules/network/index.ts';
import { refuseMissingChargePoint } from '#modules/network/network.refusals.ts';
import type { NumberSource, OperationRules } from '../charge-point-calls.ts';
import { refuse } from '../operations.refusals.ts';
import { redactSecrets } from '../redaction.ts';
import { findProfileRefusalReason, isRootNeeded } from '../security/profile-refusal.ts';
import * as store from './commands.store.ts';

/** How long an unsent command stays valid when the caller sets no deadline, because its caller is waiting. */
const SEND_WITHIN_MS = 30 * SECOND_MS;
/** The `problem` of a command that breaks the protocol begins with this. */
export const INVALID = 'invalid: ';
const MAX_PATIENCE_MS = 30 * DAY_MS;
/** Maximum length of a payload in characters of JSON, more than any charge point accepts. */
const MAX_PAYLOAD_LENGTH = 64 * 1024;

export interface CommandRequest {
  chargePointId: string;
  /** Name of the OCPP action, such as `Reset`. */
  operation: string;
  payload: Record<string, unknown>;
  /** The command waits until then for a charge point that is offline. Without a deadline it does not wait. */
  deadlineAt?: Date | undefined;
  /**
   * Sends the command even if it cuts short a driver's charge, removes the last root certificate, or the charge point
   * may lack what the security profile needs.
   */
  isForced?: boolean | undefined;
  /** A repeated request with the same key returns the first command. */
  idempotencyKey?: string | undefined;
  /** The name of the caller in the log and the audit, such as `command line`. */
  askedBy: string;
  /**
   * Writes the audit entry in the transaction that inserts the command. It is not called for a command that is refused.
   */
  record?: ((tx: Tx, command: store.Command) => Promise<void>) | undefined;
}

/** What `askCommand` needs to know before it accepts a command. */
export interface AskPorts {
  operationRules: OperationRules;
  /** True while a driver pays for a charge on this charge point, or one is being started. */
  hasBoughtSession(tx: Tx, chargePointId: string): Promise<boolean>;
  /** True if charge points can connect over TLS, on our own port or through a proxy. */
  hasTls: boolean;
}

/** Runs `acceptCommand` in its own transaction. */
export async function askCommand(
  database: Database,
  ports: AskPorts,
  now: Date,
  request: CommandRequest,
): Promise<store.Command> {
  return database.transaction((tx) => acceptCommand(tx, ports, now, request));
}

/**
 * Inserts a command for the running server to send. A command that cannot be sent is inserted as refused. Throws
 * charger_not_there, operation_unknown, payload_too_long, idempotency_key_used, charge_would_be_cut,
 * root_would_be_lost, profile_would_be_lowered, tls_missing, charger_root_missing, charger_certificate_missing.
 */
export async function acceptCommand(
  tx: Tx,
  ports: AskPorts,
  now: Date,
  request: CommandRequest,
): Promise<store.Command> {
  const { operationRules } = ports;
  const { chargePointId, operation, deadlineAt, idempotencyKey, askedBy, isForced = false } = request;
  const asked = JSON.stringify([chargePointId, operation, request.payload]);
  if (!operationRules.isKnown(operation)) return refuse('operation_unknown', { operation });
  if (asked.length > MAX_PAYLOAD_LENGTH) return refuse('payload_too_long');
  const requestHash = hashOf(asked);
  if (!(await hasChargePoint(tx, chargePointId))) return refuseMissingChargePoint(chargePointId);
  const before = idempotencyKey === undefined ? undefined : await store.findCommandOfKey(tx, askedBy, idempotencyKey);
  if (before) return sameAs(before, requestHash);
  const payload = await operationRules.fillInNumbers(operation, request.payload, numberSourceFor(tx, chargePointId));
  const problem = operationRules.problemOf(operation, payload);
  const refusalReason =
    problem === undefined ? await findRefusalReason(tx, ports, request, { now, isForced }) : undefined;
  if (refusalReason) return refuse(refusalReason);
  const { task, requestId } = operationRules.taskOf(operation, payload);
  const command = await store.insertMissingCommand(tx, {
    id: randomUUID(),
    chargePointId,
    operation,
    payload: problem === undefined ? payload : redactSecrets(payload),
    askedBy,
    isForced,
    idempotencyKey,
    requestHash,
    ...(problem === undefined
      ? { state: 'asked' }
      : { state: 'refused', problem: `${INVALID}${problem}`, endedAt: now }),
    askedAt: now,
    deadlineAt: deadlineOf(deadlineAt, now),
    isPatient: deadlineAt !== undefined,
    task,
    requestId,
  });
  if (command?.state === 'asked') await request.record?.(tx, command);
  if (command) return command;
  // Another request has inserted the same key in the meantime.
  const other = await store.findCommandOfKey(tx, askedBy, idempotencyKey ?? '');
  return other ? sameAs(other, requestHash) : refuseHttp('idempotency_key_used');
}

/**
 * Returns why the command must not be sent now: either it needs `isForced`, or it is never allowed. Undefined if it may
 * be sent.
 */
export async function findRefusalReason(
  tx: Tx,
  ports: AskPorts,
  command: Pick<store.Command, 'chargePointId' | 'operation' | 'payload'>,
  { now, isForced }: { now: Date; isForced: boolean },
) {
  const profileReason = await findProfileRefusalReason(tx, ports, command, now);
  if (isForced) return profileReason === 'profile_would_be_lowered' ? profileReason : undefined;
  const { operationRules, hasBoughtSession } = ports;
  const { chargePointId, operation, payload } = command;
  if (operationRules.endsSessions(operation, payload, now) && (await hasBoughtSession(tx, chargePointId)))
    return 'charge_would_be_cut';
  const certificates = async () =>
    (await store.listAppliedStates(tx, chargePointId, 'certificates')).map(({ value }) => value);
  const isLast = await operationRules.losesLastRoot(operation, payload, certificates);
  return isLast && (await isRootNeeded(tx, chargePointId)) ? 'root_would_be_lost' : profileReason;
}

function deadlineOf(wanted: Date | undefined, now: Date): Date {
  if (!wanted) return new Date(now.getTime() + SEND_WITHIN_MS);
  return new Date(Math.min(wanted.getTime(), now.getTime() + MAX_PATIENCE_MS));
}

function sameAs(before: store.Command, requestHash: string): store.Command {
  return before.requestHash === requestHash ? before : refuseHttp('idempotency_key_used');
}

function numberSourceFor(tx: Tx, chargePointId: string): NumberSource {
  return {
    next: () => store.takeNumber(tx),
    async nextListVersion() {
      const [list] = await store.listAppliedStates(tx, chargePointId, 'local_list');
      return Math.max(0, Number(list?.value['version'] ?? 0)) + 1;
    },
  };
}
