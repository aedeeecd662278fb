import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SmsContext } from './sms-context.ts';

export interface TwilioAccount {
  accountSid: string;
  authToken: string;
  /** Numbers, names and messaging services that it may send from. */
  senders: string[];
}

type MessageBody = Partial<Record<'To' | 'From' | 'MessagingServiceSid' | 'Body', string>>;

const PROBLEM: Record<string, [number, number, string]> = {
  unauthorised: [401, 20003, 'Authenticate'],
  too_many: [429, 20429, 'Too Many Requests'],
  down: [500, 20500, 'Internal Server Error'],
  refused_with_200: [400, 21610, 'Attempt to send to unsubscribed recipient +919876543210'],
};
const MAX_BODY_LENGTH = 1600;

/** The Messages resource of Twilio's API of 2010-04-01. */
export function twilioRoutes(app: FastifyInstance, account: TwilioAccount, context: SmsContext): void {
  const { accountSid, authToken, senders } = account;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  app.post<{ Params: { sid: string }; Body: MessageBody | null }>(
    '/2010-04-01/Accounts/:sid/Messages.json',
    async (request, reply) => {
      const broken = PROBLEM[context.quirk ?? ''];
      if (broken) return refused(reply, ...broken);
      if (request.headers.authorization !== authorization) return refused(reply, 401, 20003, 'Authenticate');
      if (request.params.sid !== accountSid) return refused(reply, 404, 20404, 'The resource was not found');
      if (!(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded'))
        return refused(reply, 400, 21602, 'Message body is required');
      const { To: to = '', From: from, MessagingServiceSid: service, Body: body = '' } = request.body ?? {};
      if (!/^\+91[6-9]\d{9}$/.test(to)) return refused(reply, 400, 21211, `Invalid 'To' Phone Number: ${to}`);
      const sender = from ?? service;
      if (sender === undefined) return refused(reply, 400, 21603, "A 'From' phone number is required");
      if (!senders.includes(sender)) return refused(reply, 400, 21606, 'The From phone number is not valid');
      if (body === '') return refused(reply, 400, 21602, 'Message body is required');
      if (body.length > MAX_BODY_LENGTH)
        return refused(reply, 400, 21617, 'The message body exceeds the 1600 character limit');
      context.sent.push({ provider: 'twilio', to: to.slice(3), text: body, templateId: undefined });
      const sid = `SM${randomBytes(16).toString('hex')}`;
      return reply.code(201).send({ sid, to, body, status: 'queued', error_code: null, error_message: null });
    },
  );
}

function refused(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send({ code, message, status, more_info: `https://www.twilio.com/docs/errors/${code}` });
}
