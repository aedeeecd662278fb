import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { OrderState } from '@bijli/contract/shop-orders';
import type { Language } from '#kernel/messages/language.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { payments } from '#modules/payments/payments.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const paise = (name: string) => bigint(name, { mode: 'number' });

/** A product's texts in another language than English. */
export interface ProductTexts {
  name: string;
  use: string;
  description: string;
  /** One line for each line of the product's own specification. */
  specification: string[];
  /** One name for each of the product's colours. */
  colours: string[];
}

/** What a product is: a charger for AC or DC, or something to buy with one. */
export type ProductCategory = 'ac' | 'dc' | 'accessory' | 'service';

/** The products of the shop. */
export const products = pgTable(
  'products',
  {
    /** Part of URLs. */
    id: text('id').primaryKey(),
    sku: text('sku').notNull().unique(),
    name: text('name').notNull(),
    /** What the product is for, in one line. */
    use: text('use').notNull(),
    description: text('description').notNull(),
    category: text('category').$type<ProductCategory>().notNull(),
    /** With GST, before any discount. */
    pricePaise: paise('price_paise').notNull(),
    /** The reduced price with GST, if there is one. */
    discountPaise: paise('discount_paise'),
    /** Charging power in W. Null for products without one. */
    powerW: integer('power_w'),
    /** Units for sale, without those reserved for unpaid orders. */
    stock: integer('stock').notNull(),
    images: text('images').array().notNull(),
    connectors: text('connectors').array().notNull(),
    colours: text('colours').array().notNull(),
    specification: text('specification').array().notNull(),
    /** The Hindi texts. Null if there are none. */
    hindi: jsonb('hindi').$type<ProductTexts>(),
    hsn: text('hsn').notNull(),
    /** GST in percent, which the price includes. */
    gstRate: integer('gst_rate').notNull(),
    /** Null if there is no confirmed warranty. */
    warrantyMonths: integer('warranty_months'),
    /** Delivery, or the visit of a service, in days after payment. Null if the operator has not said. */
    deliveryDaysFrom: integer('delivery_days_from'),
    deliveryDaysTo: integer('delivery_days_to'),
    /** Position in the catalogue. */
    position: integer('position').notNull(),
    isDemo: boolean('demo').notNull().default(false),
    /** False if it is no longer sold. */
    isListed: boolean('listed').notNull().default(true),
    /** A trigger raises it with every change of the row, so that cached answers become outdated. */
    version: bigint('version', { mode: 'number' }).notNull().default(1),
  },
  (table) => [
    check('stock_not_negative', sql`${table.stock} >= 0`),
    check('price_positive', sql`${table.pricePaise} > 0`),
    check('discount_below_price', sql`${table.discountPaise} between 1 and ${table.pricePaise} - 1`),
    check('product_delivery_days', sql`${table.deliveryDaysFrom} between 0 and ${table.deliveryDaysTo}`),
  ],
);

/** Delivery days after payment, by the beginning of the pincode. */
export const deliveryTimes = pgTable(
  'delivery_times',
  {
    prefix: text('prefix').primaryKey(),
    /** The operator's name for the zone. */
    zone: text('zone').notNull(),
    daysFrom: integer('days_from').notNull(),
    daysTo: integer('days_to').notNull(),
    importedAt: at('imported_at').notNull(),
  },
  (table) => [check('delivery_days', sql`${table.daysFrom} between 0 and ${table.daysTo}`)],
);

export type DeliveryTime = typeof deliveryTimes.$inferSelect;

/** Orders of one product each, with or without its installation. */
export const shopOrders = pgTable(
  'shop_orders',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Public reference, such as O-7KQ2MX9W4T. */
    reference: text('reference').notNull().unique(),
    /** The browser's idempotency key. A repeat returns the same order. */
    key: text('key').unique(),
    /** Hash of the order that the key was used for. Another order with the same key is refused. */
    fingerprint: text('fingerprint').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    /** Why it was released or cancelled. */
    reason: text('reason'),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /* The product as it was ordered. */
    productName: text('product_name').notNull(),
    sku: text('sku').notNull(),
    colour: text('colour').notNull(),
    /** Name and colour in the buyer's language. Null if that is English or the product had none. */
    localName: text('local_name'),
    localColour: text('local_colour'),
    hsn: text('hsn').notNull(),
    gstRate: integer('gst_rate').notNull(),
    /** Price of one unit. */
    pricePaise: paise('price_paise').notNull(),
    quantity: integer('quantity').notNull().default(1),
    /** How many of the units were refunded while the order goes on with the others. */
    refundedUnits: integer('refunded_units').notNull().default(0),
    /** The service that was ordered with the product. All of these are null if none was. */
    installationId: text('installation_id').references(() => products.id),
    installationName: text('installation_name'),
    installationHsn: text('installation_hsn'),
    installationGstRate: integer('installation_gst_rate'),
    /** Price of the installation of one unit. 0 if none was ordered. */
    installationPaise: paise('installation_paise').notNull().default(0),
    shippingPaise: paise('shipping_paise').notNull(),
    totalPaise: paise('total_paise').notNull(),
    /**
     * Every change raises it. A node of an older release does not. If the order has an installation, a trigger then
     * refuses its payment or refund, because such a node would book the product alone.
     */
    revision: integer('revision').notNull().default(0),
    buyerName: text('buyer_name').notNull(),
    email: text('email').notNull(),
    /** Ten digits. */
    mobile: text('mobile').notNull(),
    address: text('address').notNull(),
    city: text('city').notNull(),
    pincode: text('pincode').notNull(),
    /** GSTIN of a business that buys. */
    gstin: text('gstin'),
    /** State of delivery, from the buyer or the pincode. Null if the pincode's State is unknown. */
    buyerState: text('buyer_state'),
    /** Language of the order's page and messages. */
    language: text('language').$type<Language>().notNull(),
    /** The driver who was signed in. Null for others, and after the driver's account was deleted. */
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    /** Network address of the buyer, for the limits. */
    networkAddress: text('from_address').notNull(),
    /** The payment that the buyer was last sent to. */
    txnId: text('txn_id').references(() => payments.txnId),
    /** When the buyer last returned from the payment without paying. Null once they try again. */
    paymentCancelledAt: at('payment_cancelled_at'),
    /** Until when its units are reserved. */
    reservedUntil: at('reserved_until').notNull(),
    createdAt: at('created_at').notNull(),
    paidAt: at('paid_at'),
    dispatchedAt: at('dispatched_at'),
    deliveredAt: at('delivered_at'),
    /** When it was released or cancelled. */
    closedAt: at('closed_at'),
    /**
     * In how many days after payment it should arrive, as promised when it was placed. Null if nothing was promised.
     */
    deliveryDaysFrom: integer('delivery_days_from'),
    deliveryDaysTo: integer('delivery_days_to'),
    carrier: text('carrier'),
    docket: text('docket'),
  },
  (table) => [
    index('shop_orders_waiting')
      .on(table.reservedUntil)
      .where(sql`${table.state} = 'awaiting_payment'`),
    index('shop_orders_driver').on(table.driverId, table.id),
    index('shop_orders_from').on(table.networkAddress, table.createdAt),
    check(
      'order_state',
      sql`${table.state} in ('awaiting_payment', 'paid', 'dispatched', 'delivered', 'released', 'cancelled')`,
    ),
    check(
      'order_total',
      sql`${table.totalPaise} = (${table.pricePaise} + ${table.installationPaise}) * ${table.quantity} + ${table.shippingPaise}`,
    ),
    check('order_installation', sql`(${table.installationId} is not null) = (${table.installationPaise} > 0)`),
    check('order_quantity', sql`${table.quantity} between 1 and 10`),
    check('order_refunded_units', sql`${table.refundedUnits} between 0 and ${table.quantity} - 1`),
  ],
);

export const PRODUCT_REVIEW_STATES = ['waiting', 'published', 'rejected'] as const;
export type ProductReviewState = (typeof PRODUCT_REVIEW_STATES)[number];

/** Buyers' reviews of products, one for each order. */
export const productReviews = pgTable(
  'product_reviews',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => shopOrders.id),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** Stars, 1 to 5. */
    rating: integer('rate').notNull(),
    comment: text('comment').notNull(),
    /** The buyer as shown: first name, and initial of the last name. */
    name: text('name').notNull(),
    city: text('city').notNull(),
    /** Language of the form. */
    language: text('language').$type<Language>().notNull(),
    state: text('state').$type<ProductReviewState>().notNull(),
    writtenAt: at('written_at').notNull(),
    /** When it was published or rejected. */
    decidedAt: at('decided_at'),
  },
  (table) => [
    index('product_reviews_shown').on(table.productId, table.state),
    check('product_review_state', sql`${table.state} in ('waiting', 'published', 'rejected')`),
    check('product_reviews_rate', sql`${table.rating} between 1 and 5`),
  ],
);

export type BuyerMessageKind =
  | 'paid'
  | 'released'
  | 'dispatched'
  | 'delivered'
  | 'cancelled'
  | 'units_refunded'
  | 'refunded'
  | 'link';

/** Messages to buyers. They are inserted with the change that they report, and sent afterwards. */
export const buyerMessages = pgTable(
  'order_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    orderId: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => shopOrders.id),
    kind: text('kind').$type<BuyerMessageKind>().notNull(),
    /** What was paid or refunded, in paise. Null for the order's total. */
    amountPaise: paise('amount_paise'),
    /** When it is tried next. Null once it was sent or given up. */
    dueAt: at('due_at'),
    tries: integer('tries').notNull().default(0),
    /** When the e-mail was sent. The short message follows. */
    mailedAt: at('sent_at'),
  },
  (table) => [
    index('order_messages_order').on(table.orderId),
    index('order_messages_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
);
