import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { PhonepeCredentials, ProviderContext } from '../provider-context.ts';
import { announceRefund, refundOf, statusOf } from './phonepe-events.ts';

const TOKEN_TTL_SECONDS = 3600;

/** The parts of PhonePe's API version 2 that Standard Checkout uses. */
export function phonepeRoutes(
  app: FastifyInstance,
  context: ProviderContext<PhonepeCredentials>,
): { revokeTokens(): void } {
  const { credentials, orders, quirks, now } = context;
  /** Tokens, and when each expires. */
  const tokens = new Map<string, number>();

  app.post('/v1/oauth/token', async (request, reply) => {
    const form = request.body as Record<string, string>;
    const isKnown =
      form['grant_type'] === 'client_credentials' &&
      form['client_id'] === credentials.clientId &&
      form['client_version'] === credentials.clientVersion &&
      same(form['client_secret'] ?? '', credentials.clientSecret);
    if (!isKnown) return reply.code(401).send({ code: 'UNAUTHORIZED', message: 'Client credentials are not known.' });
    const token = randomBytes(24).toString('base64url');
    const issuedAt = Math.floor(now() / 1000);
    tokens.set(token, now() + TOKEN_TTL_SECONDS * 1000);
    return {
      access_token: token,
      encrypted_access_token: token,
      expires_in: TOKEN_TTL_SECONDS,
      issued_at: issuedAt,
      expires_at: issuedAt + TOKEN_TTL_SECONDS,
      session_expires_at: issuedAt + TOKEN_TTL_SECONDS,
      token_type: 'O-Bearer',
    };
  });

  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      const token = /^O-Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if ((tokens.get(token) ?? 0) <= now()) {
        return reply.code(401).send({ code: 'AUTHORIZATION_FAILED', message: 'The token is not valid.' });
      }
    });

    api.post('/checkout/v2/pay', async (request, reply) => {
      const body = request.body as PayBody;
      const problem = problemOf(body);
      if (problem) return reply.code(400).send({ code: 'BAD_REQUEST', message: problem });
      const repeat = orders.get(body.merchantOrderId);
      if (repeat && repeat.amountPaise !== body.amount) {
        return reply.code(400).send({ code: 'INVALID_MERCHANT_ORDER_ID', message: 'This order id was used before.' });
      }
      const order =
        repeat ??
        orders.add(
          {
            provider: 'phonepe',
            merchantOrderId: body.merchantOrderId,
            amountPaise: body.amount,
            message: body.paymentFlow.message ?? '',
            redirectUrl: body.paymentFlow.merchantUrls.redirectUrl,
          },
          (body.expireAfter ?? 900) * 1000,
        );
      return {
        orderId: order.orderId,
        state: order.state,
        expireAt: order.expiresAtMs,
        redirectUrl: `${context.publicUrl()}/checkout/${order.orderId}`,
      };
    });

    api.get<IdParam>('/checkout/v2/order/:id/status', async (request, reply) => {
      const { statusDown, orderUnknown } = quirks.of(request.params.id);
      const order = orderUnknown ? undefined : orders.get(request.params.id);
      if (statusDown) {
        return reply.code(503).send({ code: 'INTERNAL_SERVER_ERROR', message: 'Please try again.' });
      }
      if (!order) return reply.code(404).send({ code: 'ORDER_NOT_FOUND', message: 'There is no such order.' });
      return statusOf(order);
    });

    api.post('/payments/v2/refund', async (request, reply) => {
      const body = request.body as RefundBody;
      const order = orders.get(body.originalMerchantOrderId);
      if (quirks.of(body.originalMerchantOrderId).refundDown) {
        return reply.code(503).send({ code: 'INTERNAL_SERVER_ERROR', message: 'Please try again.' });
      }
      const repeat = orders.refund(body.merchantRefundId);
      const isSound = order && Number.isSafeInteger(body.amount) && body.amount > 0;
      if (repeat ? repeat.amountPaise !== body.amount : !isSound || body.amount > orders.refundablePaise(order)) {
        return reply.code(400).send({ code: 'BAD_REQUEST', message: 'This cannot be refunded.' });
      }
      const refund =
        repeat ??
        orders.addRefund({
          merchantRefundId: body.merchantRefundId,
          merchantOrderId: body.originalMerchantOrderId,
          amountPaise: body.amount,
        });
      const answer = refundOf(refund);
      if (!repeat) {
        orders.workOff(refund);
        announceRefund(refund, context);
      }
      return answer;
    });

    api.get<IdParam>('/payments/v2/refund/:id/status', async (request, reply) => {
      const refund = orders.refund(request.params.id);
      if (!refund) return reply.code(404).send({ code: 'REFUND_NOT_FOUND', message: 'There is no such refund.' });
      return refundOf(refund);
    });
  });

  return { revokeTokens: () => tokens.clear() };
}

interface IdParam {
  Params: { id: string };
}

interface PayBody {
  merchantOrderId: string;
  amount: number;
  expireAfter?: number;
  paymentFlow: { type: string; message?: string; merchantUrls: { redirectUrl: string } };
}

interface RefundBody {
  merchantRefundId: string;
  originalMerchantOrderId: string;
  amount: number;
}

function problemOf(body: PayBody): string | undefined {
  if (!/^[A-Za-z0-9_-]{1,63}$/.test(body.merchantOrderId)) return 'merchantOrderId';
  if (!Number.isSafeInteger(body.amount) || body.amount < 100) return 'amount';
  const life = body.expireAfter ?? 900;
  if (!Number.isSafeInteger(life) || life < 300 || life > 3600) return 'expireAfter';
  if (body.paymentFlow?.type !== 'PG_CHECKOUT') return 'paymentFlow.type';
  if (!URL.canParse(body.paymentFlow.merchantUrls?.redirectUrl)) return 'paymentFlow.merchantUrls.redirectUrl';
  return undefined;
}

function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
