import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { contractViolations } from '@bijli/contract/contract-violations';
import type { Call, ReplyOf } from '@bijli/contract/endpoint';
import { stripOf } from '@bijli/contract/strip-unknown-fields';
import { isUnstorable } from '#db/statements/unstorable.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { addressOf } from '../caller.ts';
import { refuse } from '../http.refusals.ts';

/** A reply without its `success: true`, its prepared bytes, or a stream. */
export type HandlerAnswer<E extends Call> = ReplyBody<ReplyOf<E>> | Buffer | Readable;
type ReplyBody<R> = R extends { success: true } ? Omit<R, 'success'> : R;

/** The input of a request, checked against the contract. Throws bad_request. */
export function parseRequest(endpoint: Call, request: FastifyRequest) {
  return {
    body: read(endpoint.body, request.body ?? {}),
    query: read(endpoint.query, request.query),
    params: read(endpoint.params, request.params),
    messages: messagesFor(request.headers['accept-language']),
    address: addressOf(request),
  };
}

/**
 * Makes the reply from a handler's result: without fields that the contract does not know, and with `checksReplies`
 * none may be missing.
 */
export function answerer(endpoint: Call, checksReplies: boolean): (answer: unknown, reply: FastifyReply) => unknown {
  const strip = stripOf(endpoint.reply);
  const announcesSuccess = endpoint.reply instanceof z.ZodMiniObject && 'success' in endpoint.reply.shape;
  return (answer, reply) => {
    if (Buffer.isBuffer(answer) || answer instanceof Readable || reply.sent) return answer;
    const body = announcesSuccess ? { success: true, ...(answer as object) } : answer;
    if (checksReplies) checkReply(endpoint, body);
    return strip(body);
  };
}

/** Throws if a reply differs from the contract, also for an extra field. */
function checkReply({ method, path, reply }: Call, body: unknown): void {
  const breaches = contractViolations(reply, body);
  if (breaches.length > 0) throw new Error(`${method} ${path} breaks the contract: ${breaches.join('; ')}`);
}

function read(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = z.safeParse(schema, value);
  const result = parsed.success ? parsed : z.safeParse(schema, withNumbers(value, parsed.error.issues));
  if (result.success && isUnstorable(result.data))
    return refuse('bad_request', { problem: 'it holds what cannot be stored' });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  return refuse('bad_request', {
    problem: `${issue?.path.join('.') || 'the request'} ${issue?.message.toLowerCase() ?? ''}`.trim(),
  });
}

const NUMERAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * The value with numbers where it must have them and has their text: clients send what was typed, or what `toFixed`
 * rounded.
 */
function withNumbers(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const numbers: Record<string, number> = {};
  for (const issue of issues) {
    const [field, ...deeper] = issue.path;
    if (issue.code !== 'invalid_type' || issue.expected !== 'number' || field === undefined || deeper.length > 0)
      continue;
    const text: unknown = Reflect.get(value, field);
    if (typeof text === 'string' && NUMERAL.test(text)) numbers[String(field)] = Number(text);
  }
  return Object.keys(numbers).length === 0 ? value : { ...value, ...numbers };
}
