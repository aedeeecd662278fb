import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Order } from '../orders.ts';
import type { ProviderContext, RazorpayCredentials } from '../provider-context.ts';
import {
  announceRazorpay,
  announceRazorpayRefund,
  linkEntity,
  orderEntity,
  paymentEntity,
  refundEntity,
} from './razorpay-events.ts';

interface IdParam {
  Params: { id: string };
}

interface OrderBody {
  amount: number;
  currency: string;
  receipt?: string;
}

interface LinkBody {
  amount: number;
  currency: string;
  reference_id: string;
  description?: string;
  callback_url?: string;
}

interface RefundBody {
  amount?: number;
  receipt?: string;
}

/** Razorpay's API version 1: orders, payments, refunds and payment links. */
export function razorpayRoutes(app: FastifyInstance, context: ProviderContext<RazorpayCredentials>): void {
  const { credentials, orders, quirks } = context;
  const authorization = `Basic ${Buffer.from(`${credentials.keyId}:${credentials.keySecret}`).toString('base64')}`;
  /** Bodies of refunds, by idempotency key. */
  const refundKeys = new Map<string, string>();

  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== authorization) return refused(reply, 'Authentication failed', 401);
    });

    api.post<{ Body: OrderBody }>('/v1/orders', async (request, reply) => {
      const { amount, currency, receipt = randomBytes(5).toString('hex') } = request.body;
      const problem = moneyProblem(amount, currency) ?? (receipt.length > 40 ? 'receipt' : undefined);
      if (problem) return refused(reply, `The ${problem} is invalid.`);
      if (orders.get(receipt)) return refused(reply, 'The receipt was used before.');
      return orderEntity(orders.add({ ...blank, merchantOrderId: receipt, amountPaise: amount }, Infinity));
    });

    api.get<IdParam>('/v1/orders/:id', async (request, reply) => {
      const order = orders.byOrderId(request.params.id);
      return order ? orderEntity(order) : unknown(reply);
    });

    api.get<IdParam>('/v1/orders/:id/payments', async (request, reply) => {
      const order = orders.byOrderId(request.params.id);
      const { statusDown, orderUnknown } = quirks.of(order?.merchantOrderId);
      if (!order || orderUnknown) return unknown(reply);
      if (statusDown) return down(reply);
      const items = order.attempts.toReversed().map((attempt) => paymentEntity(order, attempt));
      return { entity: 'collection', count: items.length, items };
    });

    api.get<IdParam>('/v1/payments/:id', async (request, reply) => {
      const found = orders.byPayment(request.params.id);
      return found ? paymentEntity(found.order, found.attempt) : unknown(reply);
    });

    api.post<IdParam & { Body: { amount: number } }>('/v1/payments/:id/capture', async (request, reply) => {
      const found = orders.byPayment(request.params.id);
      if (!found) return unknown(reply);
      if (found.attempt.state !== 'AUTHORIZED') return refused(reply, 'This payment has already been captured');
      if (request.body.amount !== found.attempt.amountPaise)
        return refused(reply, 'Capture amount must be the amount authorized');
      orders.capture(found);
      announceRazorpay(found.order, context);
      return paymentEntity(found.order, found.attempt);
    });

    api.post<IdParam & { Body: RefundBody }>('/v1/payments/:id/refund', async (request, reply) => {
      const found = orders.byPayment(request.params.id);
      if (found?.attempt.state !== 'COMPLETED') return unknown(reply);
      if (quirks.of(found.order.merchantOrderId).refundDown) return down(reply);
      const key = String(request.headers['x-refund-idempotency'] ?? '');
      if (key && !/^[A-Za-z0-9_-]{10,}$/.test(key)) return refused(reply, 'The idempotency key is invalid.');
      const { receipt = randomBytes(5).toString('hex'), amount = found.attempt.amountPaise } = request.body;
      const known = orders.refund(receipt);
      const body = JSON.stringify(request.body);
      if (known && refundKeys.get(key) === body) return refundEntity(known);
      if (known || refundKeys.has(key)) return refused(reply, 'Different request with the same idempotency key');
      const { transactionId } = found.attempt;
      if (amount > orders.refundablePaise(found.order, transactionId))
        return refused(reply, 'The refund is more than was captured.');
      refundKeys.set(key, body);
      const { merchantOrderId } = found.order;
      const refund = orders.addRefund({
        merchantRefundId: receipt,
        merchantOrderId,
        transactionId,
        amountPaise: amount,
      });
      const answer = refundEntity(refund);
      orders.workOff(refund);
      announceRazorpayRefund(found.order, refund, context);
      return answer;
    });

    api.get<IdParam>('/v1/payments/:id/refunds', async (request, reply) => {
      const found = orders.byPayment(request.params.id);
      if (!found) return unknown(reply);
      const items = orders.refundsOf(found.order, request.params.id).map(refundEntity);
      return { entity: 'collection', count: items.length, items };
    });

    api.post<{ Body: LinkBody }>('/v1/payment_links', async (request, reply) => {
      const { amount, currency, reference_id: id, description = '', callback_url: redirectUrl = '' } = request.body;
      const problem = moneyProblem(amount, currency);
      if (problem) return refused(reply, `The ${problem} is invalid.`);
      if (orders.get(id)) return refused(reply, 'The reference id was used before.');
      const linkId = `plink_${randomBytes(7).toString('hex')}`;
      const link = { ...blank, merchantOrderId: id, amountPaise: amount, message: description, redirectUrl, linkId };
      return linkEntity(orders.add(link, Infinity), context.publicUrl());
    });

    api.get<IdParam>('/v1/payment_links/:id', async (request, reply) => {
      const order = linked(orders.all(), request.params.id);
      return order ? linkEntity(order, context.publicUrl()) : unknown(reply);
    });
  });
}

export function linked(orders: Order[], linkId: string): Order | undefined {
  return orders.find((order) => order.linkId === linkId);
}

const blank = { provider: 'razorpay', message: '', redirectUrl: '' } as const;

function moneyProblem(amount: number, currency: string): string | undefined {
  if (!Number.isSafeInteger(amount) || amount < 100) return 'amount';
  return currency === 'INR' ? undefined : 'currency';
}

function refused(reply: FastifyReply, description: string, status = 400): FastifyReply {
  return reply.code(status).send({ error: { code: 'BAD_REQUEST_ERROR', description, source: 'business' } });
}

function unknown(reply: FastifyReply): FastifyReply {
  return refused(reply, 'The id provided does not exist');
}

function down(reply: FastifyReply): FastifyReply {
  return reply.code(503).send({ error: { code: 'SERVER_ERROR', description: 'Please try again.' } });
}
