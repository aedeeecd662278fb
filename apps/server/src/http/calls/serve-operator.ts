import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventStream } from '@bijli/contract/endpoint';
import { isOperatorPath, type OperatorEndpoint } from '@bijli/contract/operator';
import type { Tx } from '#db/database.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { TokenBucket, TokenBuckets } from '#kernel/token-bucket.ts';
import { addressOf, bearerOf } from '../caller.ts';
import { httpRefusals, refuse } from '../http.refusals.ts';
import type {
  AuditEntry,
  AuditNotes,
  AuditOutcome,
  CallerOf,
  OperatorCall,
  OperatorHttp,
  OperatorPorts,
  StaffCaller,
  AuditActor,
} from './operator.ts';
import { answerer, parseRequest } from './request-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if `serveOperator` serves it. */
    isGuarded?: boolean;
  }
}

/** Audit lines that strangers may cause, from one address and in total. The log has the others. */
const STRANGER = { burst: 20, perSecond: SECOND_MS / MINUTE_MS };
const ALL_STRANGERS = { burst: 200, perSecond: (10 * SECOND_MS) / MINUTE_MS };
const NOBODY: AuditActor = { kind: 'nobody', id: null, name: '', role: null };
const MAX_OBJECT_LENGTH = 200;
/** Like `reason` in the contract. */
const MAX_REASON_LENGTH = 500;

/**
 * The guard before the operator's API. The contract says who may call what; nothing else is allowed. Every denial, and
 * every call that may change something, writes an audit line. A route below the API's path that is not served here
 * stops the start.
 */
export function createOperatorHttp(
  app: FastifyInstance,
  { served, checksReplies }: { served: string[]; checksReplies: boolean },
  ports: OperatorPorts,
): OperatorHttp {
  const writeAudit = auditOf(ports);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (isOperatorPath(url) && !config?.isGuarded)
      throw new Error(`Nothing guards the route ${String(method)} ${url}.`);
  });

  return {
    serveOperator(endpoint, handler) {
      served.push(`${endpoint.method} ${endpoint.path}`);
      const send = answerer(endpoint, checksReplies);
      const isChange = endpoint.method !== 'GET';
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { limit: endpoint.limit, isGuarded: true },
        // Compression would delay events until there is enough to compress.
        ...(endpoint.reply === eventStream && { compress: false as const }),
        async handler(request, reply) {
          let staff: StaffCaller | undefined;
          let notes: AuditNotes = {};
          let isRecorded = false;
          const entry = (outcome: AuditOutcome, code: string | null = null): AuditEntry => ({
            at: ports.clock.now(),
            who: notes.who ?? (staff ? whoOf(staff) : NOBODY),
            action: endpoint.action,
            outcome,
            code,
            object: shortened(notes.object ?? objectOf(request), MAX_OBJECT_LENGTH),
            reason: reasonOf(request),
            before: notes.before ?? null,
            after: notes.after ?? null,
            address: addressOf(request),
            requestId: request.id,
          });
          try {
            staff = await callerOf(endpoint, request, ports);
            if (staff) await checkPermission(staff, endpoint, request, ports);
            const call = {
              ...parseRequest(endpoint, request),
              staff: staff as CallerOf<typeof endpoint>,
              request,
              reply,
              need: (permission) => staff?.permissions.has(permission) || refuse('not_allowed'),
              callerNow: () => callerNow(endpoint, request, ports),
              note: (more) => void (notes = { ...notes, ...more }),
              async record(tx, more) {
                notes = { ...notes, ...more };
                await writeAudit(entry('done'), tx);
                isRecorded = true;
              },
            } as OperatorCall<typeof endpoint>;
            const answer = await handler(call);
            if (isChange && !isRecorded) await writeAudit(entry('done'));
            return send(answer, reply);
          } catch (error) {
            const { outcome, code } = outcomeOf(error);
            if (isChange || outcome === 'denied')
              await writeAudit(entry(outcome, code)).catch((problem: unknown) =>
                request.log.error(
                  { event: 'staff.audit_not_written', error: problem },
                  'an audit line could not be written',
                ),
              );
            throw error;
          }
        },
      });
    },
  };
}

/** Undefined if a call needs no credentials. Throws signed_out. */
async function callerOf(
  { permission }: OperatorEndpoint,
  request: FastifyRequest,
  { authenticate }: OperatorPorts,
): Promise<StaffCaller | undefined> {
  if (permission === 'none') return undefined;
  const token = bearerOf(request);
  return (token ? await authenticate(token) : undefined) ?? refuse('signed_out');
}

/** Undefined if the call would be refused now. */
async function callerNow(
  endpoint: OperatorEndpoint,
  request: FastifyRequest,
  ports: OperatorPorts,
): Promise<StaffCaller | undefined> {
  const staff = await ports.authenticateAgain(bearerOf(request));
  try {
    if (staff) await checkPermission(staff, endpoint, request, ports);
    return staff;
  } catch (error) {
    if (isRefusal(error, httpRefusals, 'not_allowed')) return undefined;
    throw error;
  }
}

/** Throws not_allowed if the caller lacks the permission, or is limited to other stations. */
async function checkPermission(
  staff: StaffCaller,
  { permission, stations }: OperatorEndpoint,
  request: FastifyRequest,
  { stationOf }: OperatorPorts,
): Promise<void> {
  if (permission !== 'any' && permission !== 'none' && !staff.permissions.has(permission)) refuse('not_allowed');
  const { stationIds } = staff;
  if (!stationIds || stations === 'none' || stations === 'listed') return;
  const params = request.params as { charger_id?: string; station_id?: string };
  const stationId = stations === 'of-charger' ? await stationOf(params.charger_id ?? '') : params.station_id;
  if (stations === 'whole-network' || stationId === undefined || !stationIds.has(stationId)) refuse('not_allowed');
}

/** Limits the lines that strangers can cause, because the audit is never purged. */
function auditOf({ clock, logSampled, writeAudit }: OperatorPorts): OperatorPorts['writeAudit'] {
  const limitPerAddress = new TokenBuckets<string>(STRANGER, clock);
  const limitOfAll = new TokenBucket(ALL_STRANGERS, clock);
  return async (entry: AuditEntry, tx?: Tx) => {
    if (entry.who.kind === 'nobody') {
      const { action, code, address } = entry;
      const message = 'an unknown caller of the operator’s API was refused';
      logSampled('warn', { event: 'staff.stranger_refused', message, facts: { action, code, address }, by: address });
      if (!limitPerAddress.of(address).take() || !limitOfAll.take()) return;
    }
    await writeAudit(entry, tx);
  };
}

function whoOf({ kind, id, name, role }: StaffCaller): AuditActor {
  return { kind, id, name, role };
}

/** The object in the path, such as `charger FAST-1`. */
function objectOf(request: FastifyRequest): string {
  const [named] = Object.entries(request.params as Record<string, string>);
  return named ? `${named[0].replace(/_id$/, '')} ${named[1]}` : '';
}

/** The field `reason` of a changing call, even if its body is refused. */
function reasonOf({ body }: FastifyRequest): string {
  const { reason } = (body ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? shortened(reason, MAX_REASON_LENGTH) : '';
}

/** Removes NUL, which PostgreSQL does not accept, and cuts the text. */
function shortened(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength);
}

function outcomeOf(error: unknown): { outcome: AuditOutcome; code: string | null } {
  if (!isRefusal(error)) return { outcome: 'failed', code: null };
  const isDenied = isRefusal(error, httpRefusals, 'not_allowed') || isRefusal(error, httpRefusals, 'signed_out');
  return { outcome: isDenied ? 'denied' : 'refused', code: error.code };
}
