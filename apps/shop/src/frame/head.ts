import { shopPathIn, plainPath, SHOP_LANGUAGES } from '@bijli/contract/shop-language';
import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import { priceOfProduct } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';
import { compareMessages } from '#messages/compare-messages.ts';
import { finderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { stateTextsOf } from '#orders/order-state-texts.ts';
import { textsOf } from '#parts/product-texts.ts';
import { FORM_END } from './form-end.ts';
import { productPath, shopPath } from './shop-path.ts';
import { titleOf } from './title.ts';

interface Meta {
  description: string;
  /** Path for search engines. Undefined for pages that they should not list. */
  canonical: string | undefined;
  image: string | undefined;
  data: object[];
  /** Address of another page that opens by itself. */
  leadsTo?: string;
  /** Id of the element up to which the page must have arrived before any of it is shown. */
  shownWith?: string;
}

const OG_SIZE = '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">';
const CARD = '<meta name="twitter:card" content="summary_large_image">';

/**
 * The `<head>` of a page: title, data for search engines (schema.org in JSON-LD), and for previews of links (Open
 * Graph).
 */
export function headOf(page: ShopPage, settings: ShopSettings): string {
  const { description, canonical, image, data, leadsTo, shownWith } = metaOf(page, settings);
  const title = titleOf(page) ?? orderTitle(page);
  const whole = messages().brandTitle(title, settings.brand);
  const at = (path: string): string => `${settings.publicUrl}${path}`;
  const lines = [
    `<title>${escape(whole)}</title>`,
    `<meta name="description" content="${escape(description)}">`,
    canonical === undefined
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${escape(at(canonical))}">`,
    ...(canonical === undefined
      ? []
      : SHOP_LANGUAGES.map((language) => alternate(language, at(shopPathIn(language, plainPath(canonical)))))),
    ...(canonical === undefined ? [] : [alternate('x-default', at(plainPath(canonical)))]),
    ...(leadsTo === undefined ? [] : [`<meta http-equiv="refresh" content="0;url=${escape(leadsTo)}">`]),
    ...(shownWith === undefined ? [] : [`<link rel="expect" href="#${shownWith}" blocking="render">`]),
    `<meta property="og:type" content="website">`,
    `<meta property="og:locale" content="${messages().ogLocale}">`,
    `<meta property="og:site_name" content="${escape(settings.brand)}">`,
    `<meta property="og:title" content="${escape(title)}">`,
    `<meta property="og:description" content="${escape(description)}">`,
    ...(canonical === undefined ? [] : [`<meta property="og:url" content="${escape(at(canonical))}">`]),
    ...(image === undefined ? [] : [`<meta property="og:image" content="${escape(at(image))}">`, OG_SIZE, CARD]),
    ...data.map(
      (one) => `<script type="application/ld+json">${JSON.stringify(one).replaceAll('<', '\\u003c')}</script>`,
    ),
  ];
  return lines.join('\n');
}

/** Tells search engines the address of this page in another language. */
function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${escape(address)}">`;
}

function orderTitle(page: ShopPage): string {
  if (page.kind === 'order') return ordersMessages().status.crumb(page.order.reference);
  if (page.kind === 'orders') return messages().ownOrders;
  if (page.kind === 'review') return ordersMessages().review.title;
  if (page.kind === 'order-link') return page.action === '' ? ordersMessages().link.sent : ordersMessages().link.over;
  return page.kind === 'payment' ? ordersMessages().payment.title : orderFormMessages().title;
}

function metaOf(page: ShopPage, settings: ShopSettings): Meta {
  const plain = { image: '/media/products/made/shop-og.jpg', data: [], canonical: undefined };
  switch (page.kind) {
    case 'products':
      return { ...plain, description: finderMessages().hero.text, canonical: shopPath('/products') };
    case 'product':
      return productMeta(page.product, settings);
    case 'compare':
      return { ...plain, description: compareMessages().emptyText, canonical: shopPath('/compare') };
    case 'missing':
      return { ...plain, description: messages().missing.text[page.what] };
    case 'order-form':
      return { ...plain, description: textsOf(page.product).name, shownWith: FORM_END };
    case 'payment':
      return { ...plain, description: ordersMessages().payment.text, leadsTo: page.url };
    case 'order-link':
      return { ...plain, description: ordersMessages().link.overText };
    case 'review':
      return { ...plain, description: ordersMessages().review.title };
    case 'orders':
      return { ...plain, description: ordersMessages().orders.noneText };
    case 'order':
      return { ...plain, description: stateTextsOf(page.order).title };
  }
}

function productMeta(product: Product, settings: ShopSettings): Meta {
  const canonical = productPath(product.id);
  const { name, use, description: said } = textsOf(product);
  const description = [use, said.split('\n')[0]].filter(Boolean).join('. ').slice(0, 300);
  const url = `${settings.publicUrl}${canonical}`;
  const image = sharedPicture(product);
  const images = [image, ...product.images.slice(1)].flatMap((one) => (one ? [`${settings.publicUrl}${one}`] : []));
  const offer = {
    '@type': 'Offer',
    url,
    price: priceOfProduct(product).toFixed(2),
    priceCurrency: 'INR',
    availability: `https://schema.org/${product.quantaty > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  };
  const crumbs = [
    {
      '@type': 'ListItem',
      position: 1,
      name: messages().chargers,
      item: `${settings.publicUrl}${shopPath('/products')}`,
    },
    { '@type': 'ListItem', position: 2, name, item: url },
  ];
  const { sku, reviews } = product;
  const brand = { '@type': 'Brand', name: settings.brand };
  return {
    description,
    canonical,
    image: sharedPicture(product),
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        sku,
        description,
        image: images,
        brand,
        offers: offer,
        ...(reviews && {
          aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.average, reviewCount: reviews.count },
        }),
      },
      { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: crumbs },
    ],
  };
}

/**
 * The preview picture for links. Our own pictures have a JPEG of the right size; other pictures are used as they are.
 */
function sharedPicture({ images }: Product): string | undefined {
  return images[0]?.replace(/^\/media\/products\/([\w-]+)\.svg$/, '/media/products/made/$1-og.jpg');
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
