import type { FastifyInstance } from 'fastify';
import type { Order, OrderBook } from './orders.ts';
import { parseQuirks, type QuirkSwitches } from './quirks.ts';
import type { WebhookSender } from './webhooks.ts';

interface ControlOptions {
  orders: OrderBook;
  quirks: QuirkSwitches;
  webhooks: WebhookSender;
  announce: (order: Order) => void;
}

/** Calls with which tests and demonstrations look inside and switch quirks on. No provider has them. */
export function controlRoutes(app: FastifyInstance, { orders, quirks, webhooks, announce }: ControlOptions): void {
  app.get('/sandbox/orders', async () => orders.all());

  app.post<{ Body: { merchantOrderId?: string } & Record<string, unknown> }>(
    '/sandbox/quirks',
    async (request, reply) => {
      const { merchantOrderId, ...switches } = request.body;
      try {
        quirks.set(parseQuirks(switches), merchantOrderId);
      } catch (error) {
        return reply.code(400).send({ message: (error as Error).message });
      }
      return quirks.of(merchantOrderId);
    },
  );

  app.delete('/sandbox/quirks', async () => {
    quirks.clear();
    return quirks.of();
  });

  /** The bank's late approval of an order that had failed. */
  app.post<{ Params: { id: string } }>('/sandbox/orders/:id/authorise', async (request, reply) => {
    const order = orders.get(request.params.id);
    if (order?.state !== 'FAILED')
      return reply.code(409).send({ message: 'Only a failed order can be authorised late.' });
    orders.authoriseLate(order);
    announce(order);
    return order;
  });

  /** Sets the address for webhooks, for a merchant that starts after the sandbox. */
  app.post<{ Body: { url: string } }>('/sandbox/webhook', async (request) => {
    webhooks.url = request.body.url;
    return { url: webhooks.url };
  });
}
