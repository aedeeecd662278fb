import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf } from '@bijli/contract/endpoint';
import type { OperatorEndpoint, Permission, StaffRole } from '@bijli/contract/operator';
import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import type { HandlerAnswer } from './request-reply.ts';

/** A member of staff, or a program with a token. */
export interface StaffCaller {
  kind: 'staff' | 'token';
  id: number;
  /** A person's e-mail, or the token's name. */
  name: string;
  role: StaffRole;
  permissions: ReadonlySet<Permission>;
  /** The only stations that it may see and change. Undefined for all. */
  stationIds: ReadonlySet<string> | undefined;
}

/** The text by which rows name the member of staff or API token that made a request. */
export const askedByStaff = ({ kind, id, name }: StaffCaller): string => `${kind} ${id} ${name}`;

/** The person or program that the audit names. */
export interface AuditActor {
  kind: 'staff' | 'token' | 'command_line' | 'nobody';
  id: number | null;
  name: string;
  role: StaffRole | null;
}

/** A change in an audit line. */
export interface AuditNotes {
  /** Missing: the caller. */
  who?: AuditActor;
  /** What the call acts on, such as `charger FAST-1`. Missing: what the path names. */
  object?: string;
  before?: unknown;
  after?: unknown;
}

export type AuditOutcome = 'done' | 'denied' | 'refused' | 'failed';

/** An audit line. */
export interface AuditEntry {
  at: Date;
  who: AuditActor;
  action: string;
  outcome: AuditOutcome;
  /** Code of the refusal. */
  code: string | null;
  object: string;
  reason: string;
  before: unknown;
  after: unknown;
  address: string;
  requestId: string;
}

/** What the guard needs. The staff module implements it, and the network for charge points. */
export interface OperatorPorts {
  clock: Clock;
  logSampled: SampledLog;
  /** The owner of a credential. Undefined if it is unknown or has ended. */
  authenticate(token: string): Promise<StaffCaller | undefined>;
  /** Like `authenticate`, but does not count as use, so that an unused sign-in still expires. */
  authenticateAgain(token: string): Promise<StaffCaller | undefined>;
  /** Undefined if the charge point is unknown. */
  stationOf(chargePointId: string): Promise<string | undefined>;
  /** Writes the entry in the transaction, or in its own. */
  writeAudit(entry: AuditEntry, tx?: Tx): Promise<void>;
}

/** A call that signs in needs no credentials. */
export type CallerOf<E extends OperatorEndpoint> = E['permission'] extends 'none' ? undefined : StaffCaller;

/** What a handler gets: the validated parts of the request, and the caller. */
export interface OperatorCall<E extends OperatorEndpoint> {
  body: BodyOf<E>;
  query: QueryOf<E>;
  params: ParamsOf<E>;
  staff: CallerOf<E>;
  messages: Messages;
  /** The caller's address, from `addressOf`. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Requires a further permission. Throws not_allowed, which is in the audit. */
  need(permission: Permission): void;
  /** The caller as of now, for answers that take long. Undefined if it may not make this call any more. */
  callerNow(): Promise<StaffCaller | undefined>;
  /** Adds facts to the audit entry of this call, however it ends. */
  note(notes: AuditNotes): void;
  /**
   * Writes the audit entry in the transaction of the change. Without a call of it, the entry is written after the
   * handler.
   */
  record(tx: Tx, notes?: AuditNotes): Promise<void>;
}

export interface OperatorHttp {
  /** Serves a call of the operator's API to callers whom its contract allows. */
  serveOperator<E extends OperatorEndpoint>(
    endpoint: E,
    handler: (call: OperatorCall<E>) => Promise<HandlerAnswer<E>>,
  ): void;
}

/** The part of the call with which a rule adds to the audit. */
export type Recorder = Pick<OperatorCall<OperatorEndpoint>, 'note' | 'record'>;

/** The stations of a list: the requested one, or all that the caller may see. Undefined for all stations. */
export function stationsToList(
  { stationIds }: StaffCaller,
  stationId: string | undefined,
): readonly string[] | undefined {
  const requested = stationId === undefined ? undefined : [stationId];
  return stationIds ? (requested ?? [...stationIds]).filter((id) => stationIds.has(id)) : requested;
}
