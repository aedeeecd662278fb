import { api } from '@bijli/contract/api';
import { SHOP_LANGUAGES, type ShopLanguage } from '@bijli/contract/shop-language';
import { queryText } from '#http/calls/query.ts';
import { sendReady } from '#http/calls/ready-body.ts';
import type { Http } from '#http/calls/serve.ts';
import { languageFor, messagesFor } from '#kernel/messages/messages.ts';
import { shopCarOf, compatibleVehicles, connectorTypesFor, type ShopVehicle } from './catalogue/compatible-vehicles.ts';
import type { Storefront } from './index.ts';
import { parseOrder } from './orders/order-request.ts';
import { refuse } from './storefront.refusals.ts';

/** Stock changes by the minute, so browsers must revalidate. Mostly the answer is 304. */
const CACHE = 'public, no-cache';

export function storefrontRoutes(
  { app, serve, driverIfAny }: Http,
  storefront: Storefront,
  vehicles: () => Promise<ShopVehicle[]>,
): void {
  const { catalogue, orders } = storefront;

  serve(api.productAll, async ({ query, request, reply }) => {
    const { body } = await catalogue.list(query, {
      fits: query.car ? connectorTypesFor(query.car, await vehicles()) : undefined,
      language: languageIn(query),
    });
    return sendReady(request, reply, body, { cacheControl: CACHE });
  });

  serve(api.productDetails, async ({ params, query, request, reply }) => {
    const { body } = (await catalogue.findProductAnswer(params.id, languageIn(query))) ?? refuse('product_unknown');
    return sendReady(request, reply, body, { cacheControl: CACHE });
  });

  serve(api.compatibleVehicles, async ({ params }) => {
    const { product } = (await catalogue.findProductAnswer(params.id)) ?? refuse('product_unknown');
    return { suits: compatibleVehicles(product, await vehicles()) };
  });

  serve(api.productCars, async () => ({ cars: (await vehicles()).map(shopCarOf) }));

  serve(api.delivery, async ({ params }) => ({ delivery: await storefront.findDeliveryDays(params.pincode) }));

  serve(api.checkout, async ({ body, request, address }) => {
    const language = languageFor(request.headers['accept-language']);
    const buyer = { networkAddress: address, language, driverId: await driverIfAny(request) };
    const { reference, paymentUrl, reservedUntil } = await orders.place(parseOrder(body), buyer);
    const order_url = storefront.getOrderPath(reference, language);
    return { payment_url: paymentUrl, reference, order_url, reserved_until: reservedUntil.toISOString() };
  });

  serve(api.ownOrders, async ({ driverId }) => ({ orders: await storefront.listOrdersOf(driverId) }));

  serve(api.order, async ({ params, query }) =>
    storefront.viewOrderOfLink(await storefront.openLink(params.reference, query.sig, 'order')),
  );

  serve(api.cancelOrder, async ({ params, query }) => {
    const link = await storefront.openLink(params.reference, query.sig, 'cancel');
    await orders.cancel(link.reference);
    return storefront.viewOrderOfLink(link);
  });

  app.get<{
    Params: { reference: string; kind: 'invoice' | 'credit_note' };
    Querystring: { sig?: unknown; language?: unknown };
  }>(
    '/api-v1/open/order/:reference/:kind(invoice|credit_note).pdf',
    { config: { limit: 'read' } },
    async (request, reply) => {
      const { kind } = request.params;
      const messages = messagesFor(queryText(request.query.language) || request.headers['accept-language']);
      const { reference } = await storefront.openLink(request.params.reference, queryText(request.query.sig), kind);
      const document = await storefront.documents.findFile(reference, kind, messages);
      if (!document) return refuse('order_unknown');
      reply.type(document.type);
      return reply.header('content-disposition', `inline; filename="${document.name}"`).send(document.content);
    },
  );
}

function languageIn({ language }: { language?: string | undefined }): ShopLanguage {
  return SHOP_LANGUAGES.find((one) => one === language) ?? 'en';
}
