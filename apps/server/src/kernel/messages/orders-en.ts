import { rupeesFor } from './rupees.ts';

const rupees = rupeesFor('en-IN');

export type OrderFieldName =
  | 'name'
  | 'email'
  | 'mobile'
  | 'city'
  | 'pincode'
  | 'address'
  | 'price'
  | 'colour'
  | 'quantity'
  | 'gstin'
  | 'state'
  | 'key';
export const orderFields: Record<OrderFieldName, string> = {
  name: 'Enter your name, at most 80 characters, without < and >.',
  email: 'Enter an e-mail address such as asha@example.com.',
  mobile: 'Enter exactly 10 digits as your mobile number.',
  city: 'Enter the city, without < and >.',
  pincode: 'Enter 4 to 10 digits as the pincode.',
  address: 'Enter the full address, at most 400 characters, without < and >.',
  price: 'The prices could not be read. Please load the page again.',
  colour: 'This colour is not sold.',
  quantity: 'Choose 1 to 10 units.',
  gstin: 'This GSTIN is not right. Check its 15 characters.',
  state: 'Choose the State that the pincode is in.',
  key: 'The order could not be read. Please load the page again.',
};

/** The facts of a message about an order. */
export interface OrderFacts {
  name: string;
  product: string;
  reference: string;
  paise: number;
  carrier: string;
  docket: string;
  /** Days after the payment, where they were told. */
  delivery: { days_from: number; days_to: number } | null;
  /** True for a service: nothing is sent, and a technician comes. */
  isService: boolean;
  /** True if the product was ordered with its installation, which has tax documents of its own. */
  isInstalled: boolean;
  /** URL of the order's page. */
  link: string;
  /** URL of the page for a review. */
  reviewLink: string;
}

const daysIn = (from: number, to: number): string =>
  from === to ? `${to} ${to === 1 ? 'day' : 'days'}` : `${from} to ${to} days`;

const deliveryNext = (delivery: OrderFacts['delivery']): string =>
  `${delivery ? `It should reach you in ${daysIn(delivery.days_from, delivery.days_to)}. ` : ''}We write again when your order leaves us.`;
const visitNext = (delivery: OrderFacts['delivery']): string =>
  `We will call you to fix a day for the visit.${delivery ? ` We should come in ${daysIn(delivery.days_from, delivery.days_to)}.` : ''}`;

const documents = (isInstalled: boolean, one: string): string =>
  isInstalled ? `One ${one} for the charger and one for its installation are attached.` : `The ${one} is attached.`;

/** To buyers of the shop, by e-mail and short message. */
export const orders = {
  paid: {
    subject: ({ reference }: OrderFacts) => `Order ${reference}: thank you`,
    mail: ({ name, product, reference, paise, delivery, isService, isInstalled, link }: OrderFacts) =>
      `Hello ${name},\n\nwe have received ${rupees(paise)} for ${product}. ${documents(isInstalled, 'tax invoice')} ${isService ? visitNext(delivery) : deliveryNext(delivery)}${isInstalled ? ' Once it has arrived, we call you to fix a day for the installation.' : ''}\n\nOrder ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, product, link }: OrderFacts) => `Bijli: your order ${reference} (${product}) is paid. ${link}`,
  },
  released: {
    subject: ({ reference }: OrderFacts) => `Order ${reference} was not paid`,
    // Nobody has paid yet, so nothing that the buyer wrote is sent on: the address may be anybody's.
    mail: ({ product, reference, link }: OrderFacts) =>
      `Hello,\n\nno payment came for ${product}, so nothing was charged and the unit went back on the shelf. You can try again while there is stock.\n\nOrder ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, link }: OrderFacts) =>
      `Bijli: order ${reference} was not paid; nothing was charged. Try again: ${link}`,
  },
  dispatched: {
    subject: ({ reference }: OrderFacts) => `Order ${reference} is on its way`,
    mail: ({ name, product, reference, carrier, docket, link }: OrderFacts) =>
      `Hello ${name},\n\n${product} has left us with ${carrier}, docket ${docket}.\n\nOrder ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, carrier, docket, link }: OrderFacts) =>
      `Bijli: order ${reference} is on its way with ${carrier}, docket ${docket}. ${link}`,
  },
  /** By e-mail only, because it asks for something. */
  delivered: {
    subject: ({ reference, isService }: OrderFacts) =>
      isService ? `Order ${reference} is done: how was it?` : `Order ${reference} has arrived: how is it?`,
    mail: ({ name, product, reference, isService, isInstalled, link, reviewLink }: OrderFacts) =>
      `Hello ${name},\n\n${product} ${isService ? 'is done' : 'has arrived'}.${isInstalled ? ' We will call you to fix a day for the installation.' : ''} Others would like to know what it is like: give it stars and, if you like, a few words. We read them before we show them with your first name.\n\nYour review: ${reviewLink}\n\nOrder ${reference}, with its ${isInstalled ? 'invoices' : 'invoice'}: ${link}\n\nBijli\n`,
  },
  cancelled: {
    subject: ({ reference }: OrderFacts) => `Order ${reference} is cancelled`,
    mail: ({ name, product, reference, paise, isInstalled, link }: OrderFacts) =>
      `Hello ${name},\n\nyour order of ${product} is cancelled. ${rupees(paise)} go back the way they came. ${documents(isInstalled, 'credit note')}\n\nOrder ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, paise, link }: OrderFacts) =>
      `Bijli: order ${reference} is cancelled; ${rupees(paise)} go back the way they came. ${link}`,
  },
  units_refunded: {
    subject: ({ reference }: OrderFacts) => `Order ${reference}: a part of your money goes back`,
    mail: ({ name, product, reference, paise, isInstalled, link }: OrderFacts) =>
      `Hello ${name},\n\n${rupees(paise)} for ${product} of your order go back the way they came. ${documents(isInstalled, 'credit note')} The rest of your order stays as it is.\n\nOrder ${reference}: ${link}\n\nBijli\n`,
  },
  refunded: {
    subject: ({ reference }: OrderFacts) => `Order ${reference}: your money goes back`,
    mail: ({ name, product, reference, paise, link }: OrderFacts) =>
      `Hello ${name},\n\nyour payment of ${rupees(paise)} for ${product} could not be used: the unit was gone, the order already paid, or it was not the amount asked for. The whole amount goes back the way it came, without your doing anything.\n\nOrder ${reference}: ${link}\n\nBijli\n`,
    sms: ({ reference, paise, link }: OrderFacts) =>
      `Bijli: your payment of ${rupees(paise)} for order ${reference} could not be used and goes back the way it came. ${link}`,
  },
  /** By e-mail only, because anyone may know a parcel's number, but only the buyer has the mailbox. */
  link: {
    subject: ({ reference }: OrderFacts) => `Order ${reference}: a fresh link`,
    mail: ({ product, reference, link }: OrderFacts) =>
      `Hello,\n\nhere is a fresh link to your order of ${product}. It works for 180 days. Whoever has it can see the order, so keep it to yourself. If you did not ask for it, you need do nothing.\n\nOrder ${reference}: ${link}\n\nBijli\n`,
  },
};

export type OrderMessages = typeof orders;
