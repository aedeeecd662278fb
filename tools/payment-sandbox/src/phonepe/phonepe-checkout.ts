import type { FastifyInstance } from 'fastify';
import type { Order, OrderBook } from '../orders.ts';
import { sandboxCheckoutPage, concludedPage, css, notFoundPage, closedOrderNote } from '../pages.ts';
import { checkoutScript, concludedScript } from './phonepe-script.ts';

interface CheckoutOptions {
  orders: OrderBook;
  merchant: string;
  /** Tells the merchant the result of an order. */
  announce: (order: Order) => void;
}

interface Address {
  Params: { orderId: string };
  Querystring: { frame?: string };
}

interface Press {
  Params: { orderId: string; choice: 'pay' | 'fail' | 'cancel' };
  Querystring: { frame?: string };
}

/** PhonePe's hosted checkout: the page for the payer, and the actions of its three buttons. */
export function phonepeCheckoutRoutes(app: FastifyInstance, { orders, merchant, announce }: CheckoutOptions): void {
  app.get<Address>('/checkout/:orderId', async (request, reply) => {
    const order = orders.byOrderId(request.params.orderId);
    reply.type('text/html; charset=utf-8');
    if (!order) return reply.code(404).send(notFoundPage());
    const isInFrame = request.query.frame === '1';
    return sandboxCheckoutPage({
      order,
      merchant,
      action: (choice) => `/checkout/${order.orderId}/${choice}${isInFrame ? '?frame=1' : ''}`,
      over: order.state === 'PENDING' ? '' : closedOrderNote(order, merchant, isInFrame),
    });
  });

  app.post<Press>('/checkout/:orderId/:choice', async (request, reply) => {
    const { orderId, choice } = request.params;
    const order = orders.byOrderId(orderId);
    if (!order) return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage());
    // A second press on a finished order changes nothing. Cancel changes nothing either: the order waits until it
    // expires.
    if (order.state === 'PENDING' && choice !== 'cancel') {
      if (choice === 'pay') orders.pay(order);
      else orders.fail(order);
      announce(order);
    }
    if (request.query.frame !== '1') return reply.redirect(order.redirectUrl, 303);
    return reply.redirect(`/checkout/${order.orderId}/${choice === 'cancel' ? 'cancelled' : 'concluded'}`, 303);
  });

  for (const [path, result] of [
    ['concluded', 'CONCLUDED'],
    ['cancelled', 'USER_CANCEL'],
  ] as const) {
    app.get(`/checkout/:orderId/${path}`, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(concludedPage(result)),
    );
  }

  app.get('/sandbox.css', async (_request, reply) => reply.type('text/css').send(css));
  app.get('/web/bundle/checkout.js', async (_request, reply) => reply.type('text/javascript').send(checkoutScript));
  app.get('/web/bundle/concluded.js', async (_request, reply) => reply.type('text/javascript').send(concludedScript));
}
