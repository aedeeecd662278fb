import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rupees } from '@bijli/contract/money';
import { orderProblems } from '@bijli/contract/order-rules';
import { shopPathIn, SHOP_LANGUAGES, type ShopLanguage } from '@bijli/contract/shop-language';
import type { DeliveryDays, FreshFigures } from '@bijli/contract/shop-orders';
import { NO_ENTRIES, type OrderEntries, type ShopPage } from '@bijli/contract/shop-page';
import { installationFor } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { addressOf } from '#http/caller.ts';
import { queryText } from '#http/calls/query.ts';
import type { Http } from '#http/calls/serve.ts';
import type { ShopPages } from '#http/pages/shop-pages.ts';
import { newSecret } from '#kernel/ids.ts';
import { isRefusal, type Refusal } from '#kernel/refusal.ts';
import type { Storefront } from '../index.ts';
import type { OrderLink } from '../order-links/order-links.ts';
import { parseOrder } from '../orders/order-request.ts';
import { storefrontRefusals } from '../storefront.refusals.ts';
import type { LanguageShop } from './language-shop.ts';
import { entriesOf, orderOf, parseOrderForm } from './order-form.ts';
import { showReviewForm, submitReview } from './review-pages.routes.ts';
import { pageIn } from './typed-address.routes.ts';

const WRITE = { config: { limit: 'write' } } as const;
const PAYMENT = { config: { limit: 'payment' } } as const;

/** What the form shows again after a refusal. */
type OrderFormProblem = Pick<Extract<ShopPage, { kind: 'order-form' }>, 'problems' | 'refusal' | 'fresh'>;

interface FormRoute {
  Params: { id: string };
  Querystring: { colour?: string; pincode?: unknown; installation?: unknown };
}
type FormRequest = FastifyRequest<FormRoute>;
type LinkRequest = FastifyRequest<{ Params: { reference: string }; Querystring: { sig?: unknown; notice?: unknown } }>;

/** The order form, and order pages behind signed links, as pages that work without JavaScript. */
export function orderPagesRoutes(
  { app, driverWith }: Pick<Http, 'app' | 'driverWith'>,
  storefront: Storefront,
  pages: ShopPages,
): void {
  for (const language of SHOP_LANGUAGES) pagesIn(app, { storefront, pages, language, driverWith });
}

function pagesIn(app: FastifyInstance, shop: LanguageShop): void {
  const at = (path: string): string => shopPathIn(shop.language, path);
  const page = pageIn(shop.language);
  const form = at('/product-order-detail/:id/order');
  app.get<FormRoute>(form, page, ofProduct(shop, showForm));
  app.post(form, PAYMENT, ofProduct(shop, handleForm));
  app.get(at('/orders'), page, (request, reply) => shop.pages.own(request, reply, { kind: 'orders' }));
  app.get(at('/order/:reference'), page, (request: LinkRequest, reply) => showOrder(shop, request, reply));
  for (const action of ['pay', 'cancel'] as const)
    app.post(at(`/order/:reference/${action}`), PAYMENT, (request: LinkRequest, reply) =>
      handleAction(action, shop, request, reply),
    );
  app.get(at('/order/:reference/review'), page, (request: LinkRequest, reply) => showReviewForm(shop, request, reply));
  app.post(at('/order/:reference/review'), WRITE, (request: LinkRequest, reply) => submitReview(shop, request, reply));
  app.post(at('/order/:reference/link'), WRITE, (request: LinkRequest, reply) => sendLink(shop, request, reply));
}

type FormPage = (
  product: Product,
  shop: LanguageShop,
  request: FormRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Serves a page for the product in its URL, or 404. */
function ofProduct(shop: LanguageShop, page: FormPage) {
  return async (request: FormRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const detail = await shop.storefront.catalogue.findProductAnswer(request.params.id, shop.language);
    return detail ? page(detail.product, shop, request, reply) : shop.pages.missing(request, reply, 'product');
  };
}

async function showForm(
  product: Product,
  shop: LanguageShop,
  request: FormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storefront, pages } = shop;
  const { color_variant: colours } = product;
  // The product's page shows the first colour until the buyer chooses. A link from elsewhere orders that one.
  const colour = colours.find((one) => one === request.query.colour) ?? colours[0] ?? '';
  const pincode = queryText(request.query.pincode).slice(0, 10);
  const installation = await installationOf(product, shop);
  const isWanted = installation !== undefined && queryText(request.query.installation) === '1';
  const fields = { ...NO_ENTRIES, pincode, installation: isWanted ? '1' : '' };
  const delivery = await deliveryTo(storefront, product, pincode);
  const empty = { installation, orderKey: newSecret(), fields, problems: {}, refusal: '', fresh: undefined, delivery };
  return pages.own(request, reply, { kind: 'order-form', product, colour, ...empty });
}

/**
 * Places the order and redirects to its payment. Or shows the form again, with errors or with what the button asked
 * for: `total`, or the minimum shipping (`least`).
 */
async function handleForm(
  product: Product,
  shop: LanguageShop,
  request: FormRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { storefront, pages, language, driverWith } = shop;
  const form = parseOrderForm(request.body);
  const fields = entriesOf(form);
  const again = async (wrong: OrderFormProblem, status = 422): Promise<FastifyReply> => {
    // A new key, because the same key with a changed form would be refused.
    const page = {
      product,
      colour: form.colour,
      installation: await installationOf(product, shop),
      orderKey: newSecret(),
      fields,
      delivery: await deliveryTo(storefront, product, fields.pincode),
      ...wrong,
    };
    return pages.own(request, reply, { kind: 'order-form', ...page }, status);
  };
  if (form.show !== '') {
    if (form.show === 'least') fields.shipping = String(rupees(storefront.minShippingPaise));
    return again({ problems: {}, refusal: '', fresh: undefined }, 200);
  }
  const problems = orderProblems(fields);
  if (Object.keys(problems).length > 0) return again({ problems, refusal: '', fresh: undefined });
  try {
    const order = parseOrder(orderOf(form, product.id, product.product_name));
    const buyer = { networkAddress: addressOf(request), language, driverId: await driverWith(form.driver) };
    const { paymentUrl: url } = await storefront.orders.place(order, buyer);
    return pages.own(request, reply, { kind: 'payment', url });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return again(formProblemOf(error, language));
  }
}

async function showOrder(
  { storefront, pages, language }: LanguageShop,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { reference } = request.params;
  const sig = queryText(request.query.sig);
  const notice = queryText(request.query.notice);
  try {
    const order = await storefront.viewOrderOfLink(await storefront.openLink(reference, sig, 'order'));
    return pages.own(request, reply, { kind: 'order', order, sig, notice });
  } catch (error) {
    if (isRefusal(error, storefrontRefusals, 'order_link_expired')) {
      const action = shopPathIn(language, `/order/${reference}/link?sig=${encodeURIComponent(sig)}`);
      return pages.own(request, reply, { kind: 'order-link', action }, 410);
    }
    if (isRefusal(error, storefrontRefusals, 'order_unknown')) return pages.missing(request, reply, 'order');
    throw error;
  }
}

type OrderAction = 'pay' | 'cancel';

/** Pays for or cancels an order. It needs the signed link, so that forms on other sites do nothing. */
async function handleAction(
  action: OrderAction,
  { storefront, pages, language }: LanguageShop,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const link = await storefront.openLink(request.params.reference, queryText(request.query.sig), action);
    const url = await outcomeOf(action, storefront, { link, language });
    if (action === 'pay' && !url.startsWith('/')) return pages.own(request, reply, { kind: 'payment', url });
    return await reply.redirect(url, 303);
  } catch (error) {
    // An expired page offers a fresh link. The links on it expire with it.
    if (
      isRefusal(error, storefrontRefusals, 'order_unknown') ||
      isRefusal(error, storefrontRefusals, 'order_link_expired')
    )
      return pages.missing(request, reply, 'order');
    throw error;
  }
}

/** The redirect after an action: to the payment, or back to the order's page with the refusal. */
async function outcomeOf(
  action: OrderAction,
  { orders, getOrderPath }: Storefront,
  { link, language }: { link: OrderLink; language: ShopLanguage },
): Promise<string> {
  const back = getOrderPath(link, language);
  try {
    if (action === 'pay') return await orders.pay(link.reference);
    await orders.cancel(link.reference);
    return back;
  } catch (error) {
    if (!isRefusal(error) || error.code === 'order_unknown') throw error;
    return `${back}&notice=${error.code}`;
  }
}

/** Sends a fresh link to the e-mail address of the order. The page looks the same whether one was due or not. */
async function sendLink(
  { storefront, pages }: LanguageShop,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    await storefront.sendFreshLink(request.params.reference, queryText(request.query.sig));
    return pages.own(request, reply, { kind: 'order-link', action: '' });
  } catch (error) {
    if (isRefusal(error, storefrontRefusals, 'order_unknown')) return pages.missing(request, reply, 'order');
    throw error;
  }
}

/** The installation that is sold for a product, if there is one. */
async function installationOf(product: Product, { storefront, language }: LanguageShop): Promise<Product | undefined> {
  return installationFor(product, (await storefront.catalogue.list({}, { language })).products);
}

/** The delivery days for a pincode in a form. Null if unknown, or if nothing is delivered. */
async function deliveryTo(
  { findDeliveryDays }: Storefront,
  product: Product,
  pincode: string,
): Promise<DeliveryDays | null> {
  return product.service ? null : findDeliveryDays(pincode.trim());
}

function formProblemOf(refused: Refusal, language: ShopLanguage): OrderFormProblem {
  const field = fieldOf(refused);
  if (field) return { problems: { [field]: 'invalid' }, refusal: '', fresh: undefined };
  const refusal = refused.sentence(language);
  return { problems: {}, refusal, fresh: freshFiguresIn(refused) };
}

/** The form field that a refusal is about, if any. */
function fieldOf({ code, facts }: Refusal): keyof OrderEntries | undefined {
  if (code === 'shipping_invalid') return 'shipping';
  const { field = '' } = (code === 'order_field_invalid' ? facts : {}) as { field?: string };
  return field in NO_ENTRIES ? (field as keyof OrderEntries) : undefined;
}

function freshFiguresIn({ code, facts }: Refusal): FreshFigures | undefined {
  return code === 'order_changed' ? (facts as FreshFigures) : undefined;
}
