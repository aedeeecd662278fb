import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SmsContext } from './sms-context.ts';

export interface Msg91Account {
  authKey: string;
  /** The texts registered with DLT by template id, with `##name##` for variables. */
  templates: Record<string, string>;
}

interface FlowBody {
  template_id?: string;
  recipients?: Record<string, unknown>[];
}

const PROBLEM: Record<string, [number, string]> = {
  unauthorised: [401, 'Authentication failure'],
  too_many: [429, 'Too many requests'],
  down: [500, 'Internal server error'],
  refused_with_200: [200, 'Template is not approved for the number 919876543210'],
};

/**
 * MSG91's flow API, version 5. It fills a template for each recipient and refuses variables that the template does not
 * have.
 */
export function msg91Routes(app: FastifyInstance, account: Msg91Account, context: SmsContext): void {
  app.post<{ Body: FlowBody | null }>('/api/v5/flow/', async (request, reply) => {
    const broken = PROBLEM[context.quirk ?? ''];
    if (broken) return refused(reply, ...broken);
    if (request.headers['authkey'] !== account.authKey) return refused(reply, 401, 'Authentication failure');
    const { template_id: templateId = '', recipients = [] } = request.body ?? {};
    const template = account.templates[templateId];
    if (template === undefined) return refused(reply, 400, 'Template not found');
    if (!Array.isArray(recipients) || recipients.length === 0) return refused(reply, 400, 'Recipients are missing');
    const filled = recipients.map((recipient) => fill(template, recipient));
    const wrong = filled.find((one) => typeof one === 'string');
    if (wrong !== undefined) return refused(reply, 400, wrong);
    for (const one of filled) if (typeof one === 'object') context.sent.push({ provider: 'msg91', templateId, ...one });
    return { type: 'success', message: randomBytes(12).toString('hex') };
  });
}

/** The message for one recipient, or what is wrong with it. */
function fill(
  template: string,
  { mobiles, ...values }: Record<string, unknown>,
): { to: string; text: string } | string {
  if (typeof mobiles !== 'string' || !/^91[6-9]\d{9}$/.test(mobiles)) return 'The mobile number is not valid';
  const names = new Set([...template.matchAll(/##(\w+)##/g)].map(([, name]) => name ?? ''));
  for (const name of Object.keys(values)) if (!names.has(name)) return `There is no variable ${name}`;
  for (const name of names)
    if (typeof values[name] !== 'string' || values[name] === '') return `The variable ${name} is missing`;
  return { to: mobiles.slice(2), text: template.replaceAll(/##(\w+)##/g, (_, name: string) => String(values[name])) };
}

function refused(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ type: 'error', message });
}
