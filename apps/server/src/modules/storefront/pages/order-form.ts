import * as z from 'zod/mini';
import { digitText } from '@bijli/contract/digit-text';
import { nearestPaise, rupees } from '@bijli/contract/money';
import { orderTotalPaise } from '@bijli/contract/order-rules';
import type { OrderRequest } from '@bijli/contract/shop-orders';
import type { OrderEntries } from '@bijli/contract/shop-page';
import { shownText } from '@bijli/contract/shown-text';

const formText = z._default(shownText.check(z.maxLength(2000)), '');
const formNumber = z._default(digitText.check(z.maxLength(2000)), '');
const orderForm = z.object({
  quantity: z._default(digitText.check(z.maxLength(20)), '1'),
  installation: formText,
  name: formText,
  email: formText,
  mobile: formNumber,
  city: formText,
  pincode: formNumber,
  shipping: formNumber,
  address: formText,
  gstin: formText,
  state: formText,
  colour: formText,
  key: formText,
  price: formText,
  installation_price: formText,
  show: formText,
  /** The token of the driver who is signed in to the app. The page's script adds it. */
  driver: formText,
});
export type OrderForm = z.output<typeof orderForm>;

/** The form as the browser sent it. A body that is no form of ours counts as empty. */
export function parseOrderForm(body: unknown): OrderForm {
  const parsed = z.safeParse(orderForm, body ?? {});
  return parsed.success ? parsed.data : z.parse(orderForm, {});
}

/** Converts a form to an order. The order rules refuse values that are not numbers. */
export function orderOf(form: OrderForm, productId: string, productName: string): OrderRequest {
  const {
    key,
    price: shown,
    shipping: typed,
    quantity: units,
    installation,
    installation_price,
    show: _,
    driver: __,
    ...buyer
  } = form;
  const price = Number(shown || Number.NaN);
  const shipping = typed.trim() === '' ? 0 : Number(typed);
  const quantity = Number(units);
  const isInstalled = installation !== '';
  const unitPaise = nearestPaise(price) + (isInstalled ? nearestPaise(Number(installation_price)) : 0);
  return {
    ...buyer,
    ...(key === '' ? {} : { key }),
    product_id: productId,
    product_name: productName,
    quantity,
    ...(isInstalled && { installation: true }),
    price,
    shipping_price: shipping,
    total_price: rupees(orderTotalPaise(unitPaise, quantity, nearestPaise(shipping))),
  };
}

/** The entries that the form shows again. */
export function entriesOf({
  colour: _colour,
  key: _key,
  price: _price,
  installation_price: _installationPrice,
  show: _show,
  driver: _driver,
  ...fields
}: OrderForm): OrderEntries {
  return fields;
}
