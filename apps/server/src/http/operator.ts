import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, ParamsOf, QueryOf } from '@bijli/contract/endpoint';
import type { OperatorEndpoint, Permission, StaffRole } from '@bijli/contract/operator';
import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { SampledLog } from '#kernel/log-sampler.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { HandlerAnswer } from './exchange.ts';

/** A member of staff, or a program with a token. */
export interface StaffCaller {
  kind: 'staff' | 'token';
  id: number;
  /** A person's e-mail, or the token's name. */
  name: string;
  role: StaffRole;
  permissions: ReadonlySet<Permission>;
  /** The only stations that it may see and change; undefined for all. */
  stationIds: ReadonlySet<string> | undefined;
}

/** How rows name somebody of staff, or an API token, who asked for something. */
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
  /** Who calls, when missing. */
  who?: AuditActor;
  /** What it is done to, such as `charger FAST-1`; what the path names, when missing. */
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
  /** Of the refusal. */
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
  /** Whose credential it is; undefined for one that is nobody's or has ended. */
  authenticate(token: string): Promise<StaffCaller | undefined>;
  /** The same, which does not count as use: a sign-in that nobody uses ends all the same. */
  recheck(token: string): Promise<StaffCaller | undefined>;
  /** Undefined for a charge point that is not known. */
  stationOf(chargePointId: string): Promise<string | undefined>;
  /** Into a transaction, or on its own. */
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
  /** As `addressOf` tells it. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For what needs more than the call itself does. Throws not_allowed, which the audit tells. */
  need(permission: Permission): void;
  /** The caller as it is by now; undefined when it may not make this call any more. For an answer that takes long. */
  callerNow(): Promise<StaffCaller | undefined>;
  /** What the audit is to say of this call, however it ends. */
  note(notes: AuditNotes): void;
  /** Writes the line of a change into the transaction that makes it; one without has its line once it is made. */
  record(tx: Tx, notes?: AuditNotes): Promise<void>;
}

export interface OperatorHttp {
  /** Serves a call of the operator's API to those whom its contract allows. */
  serveOperator<E extends OperatorEndpoint>(
    endpoint: E,
    handler: (call: OperatorCall<E>) => Promise<HandlerAnswer<E>>,
  ): void;
}

/** How a rule adds to the audit line. */
export type Recorder = Pick<OperatorCall<OperatorEndpoint>, 'note' | 'record'>;

/** The stations of a list: the requested one, or all that the caller may see; undefined for all stations. */
export function stationsToList(
  { stationIds }: StaffCaller,
  stationId: string | undefined,
): readonly string[] | undefined {
  const asked = stationId === undefined ? undefined : [stationId];
  return stationIds ? (asked ?? [...stationIds]).filter((id) => stationIds.has(id)) : asked;
}
