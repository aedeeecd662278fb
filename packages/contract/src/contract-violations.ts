import * as z from 'zod/mini';
import { api } from './api.ts';
import { refusal, type Endpoint } from './endpoint.ts';

/**
 * What is wrong with a JSON body that is to be sent under a schema: missing or wrong fields, and fields that the schema
 * does not know. Empty when it fits.
 */
export function contractViolations(schema: z.ZodMiniType, body: unknown): string[] {
  const sent: unknown = JSON.parse(JSON.stringify(body ?? null));
  const result = z.safeParse(schema, sent);
  if (result.success) return beyond(sent, result.data).map((field) => `${field} is not in the contract`);
  return result.error.issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`);
}

/**
 * What is wrong with an answer to a call, whether reply or refusal. Undefined if the contract does not know the call.
 */
export function answerViolations(method: string, path: string, body: unknown): string[] | undefined {
  const endpoint = endpoints.find((each) => each.method === method && matches(each.path, path));
  if (!endpoint) return undefined;
  const isRefusal = (body as { success?: unknown } | null)?.success === false;
  return contractViolations(isRefusal ? refusal : endpoint.reply, body);
}

const endpoints: Endpoint[] = Object.values(api);

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index]);
}

/**
 * Paths of fields that `sent` has and `known` has not. Parsing removes unknown fields, so these are the unknown ones.
 */
function beyond(sent: unknown, known: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(known, name) ? beyond(value, known[name as keyof typeof known], here) : [here];
  });
}
