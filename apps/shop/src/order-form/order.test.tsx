import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { formatClock } from '#parts/india-times.ts';
import { detail, openShop, product } from '#testing/shop.tsx';

const CHECKOUT = 'POST /api-v1/open/order/checkout';
const BUYER = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9845012207',
  city: 'Bengaluru',
  pincode: '560038',
  address: '14, 3rd Cross',
};

let server: Awaited<ReturnType<typeof serveAnswers>>;
let left: string[];

beforeEach(async () => {
  server = await serveAnswers({ 'GET /api/product/all': [] });
  left = [];
  vi.spyOn(location, 'assign').mockImplementation((address) => void left.push(String(address)));
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const field = (name: string): HTMLInputElement => element<HTMLInputElement>(`dialog [name=${name}]`);
const row = (name: string): string =>
  [...document.querySelectorAll('dialog dl > div')].find((one) => one.textContent?.startsWith(name))?.textContent ?? '';
const isOpen = (): boolean => document.querySelector('dialog form') !== null;
const dialogTitle = (): string => element('[role=alertdialog] h2').textContent ?? '';

async function order(
  changes: Parameters<typeof product>[1] = {},
  settings: Parameters<typeof openShop>[1] = {},
): Promise<void> {
  await openShop(detail(product('wall', changes)), settings);
  await press(element('button', 'Order Now'));
  await until(() => expect(isOpen()).toBe(true));
}

async function fillIn(what: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(what)) await fill(field(name), value);
}

const place = (): Promise<void> => press(element('dialog button', 'Place Order'));

test('numbers typed with the digits of a Hindi keyboard become Latin ones, and names stay as typed', async () => {
  await order();
  await fillIn({ name: 'आशा १', mobile: '९८७६५४३२१०', pincode: '५६००३८' });
  expect(['name', 'mobile', 'pincode'].map((name) => field(name).value)).toEqual(['आशा १', '9876543210', '560038']);
});

test('the order form has its title, seven fields, two more for a business, and two buttons [ORDER-1, ORDER-2, ORDER-4]', async () => {
  await order();
  expect(element('dialog h2').textContent).toBe('Complete Your Order');
  const labels = [...document.querySelectorAll<HTMLLabelElement>('dialog label')];
  const named = labels.map(({ htmlFor, textContent }) => [
    document.getElementById(htmlFor)?.getAttribute('name'),
    textContent,
  ]);
  expect(Object.fromEntries(named)).toEqual({
    name: 'Full Name',
    email: 'Email',
    mobile: 'Mobile Number',
    city: 'City',
    pincode: 'Pincode',
    shipping: 'Shipping Charges',
    address: 'Full Address',
    gstin: 'GSTIN',
    state: 'State of delivery',
  });
  expect([...document.querySelectorAll('dialog footer button')].map((one) => one.textContent)).toEqual([
    'Cancel',
    'Place Order',
  ]);
});

test('the summary has product, price, shipping and total, and the total follows the shipping [ORDER-3, ORDER-11]', async () => {
  await order();
  expect(element('dialog section').textContent).toContain('Order Summary');
  expect(element('dialog section').textContent).toContain('Wallbox wall');
  expect(row('Price')).toBe('Price₹1,25,000');
  expect(row('Shipping')).toBe('Shipping₹0');
  expect(row('Total')).toBe('Total Amount₹1,25,000');
  await fillIn({ shipping: '450' });
  expect([row('Shipping'), row('Total')]).toEqual(['Shipping₹450', 'Total Amount₹1,25,450']);
  expect(element('dialog footer p').textContent).toBe('Total Amount ₹1,25,450');
  await fillIn({ shipping: '' });
  expect([row('Shipping'), row('Total')]).toEqual(['Shipping₹0', 'Total Amount₹1,25,000']);
  await order({ discount_price: 99000 });
  expect([row('Price'), row('Total')]).toEqual(['Price₹99,000', 'Total Amount₹99,000']);
});

test('the shipping is folded away, opens for another amount, and a wrong one shows itself [ORDER-10]', async () => {
  await order();
  const fold = () => element<HTMLDetailsElement>('dialog details:has([name=shipping])');
  expect([fold().open, element('summary', 'Shipping Charges').textContent]).toEqual([
    false,
    'Shipping Charges: ₹0Did our team name another amount?',
  ]);
  await fillIn({ ...BUYER, shipping: '-1' });
  await place();
  expect([fold().open, document.activeElement]).toEqual([true, field('shipping')]);
  await order({}, { minShipping: 250 });
  expect(fold().open).toBe(true);
});

test('the form names the State of the pincode, and says at the State that another one does not have it', async () => {
  await order();
  const state = () => element<HTMLSelectElement>('dialog [name=state]');
  const fold = () => element<HTMLDetailsElement>('dialog details:has([name=state])');
  await fillIn({ ...BUYER, pincode: '560038' });
  expect(element('dialog [role=status]').textContent).toBe('Karnataka');
  expect(state().selectedOptions[0]?.textContent).toBe('From your pincode: Karnataka (29)');
  expect(fold().open).toBe(false);
  await fill(state(), 'Kerala');
  expect(fold().open).toBe(true);
  expect(element('#order-state-problem').textContent).toBe('Your pincode is in another State. Check both.');
  await place();
  expect([server.bodies(CHECKOUT), document.activeElement]).toEqual([[], state()]);
  await fillIn({ pincode: '682001' });
  expect(document.getElementById('order-state-problem')).toBeNull();
});

test('Cancel and the close icon close the form [ORDER-5]', async () => {
  await order();
  await press(element('dialog button', 'Cancel'));
  await until(() => expect(isOpen()).toBe(false));
  await press(element('button', 'Order Now'));
  await press(element('dialog [aria-label=Close]'));
  await until(() => expect(isOpen()).toBe(false));
});

test.each(['name', 'email', 'mobile', 'city', 'pincode', 'shipping', 'address'])(
  'an order without its %s is not sent [ORDER-6]',
  async (missing) => {
    await order();
    await fillIn({ ...BUYER, [missing]: '' });
    await place();
    expect(field(missing).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(missing));
    expect(server.bodies(CHECKOUT)).toEqual([]);
  },
);

test.each([
  ['email', 'asha@mail'],
  ['email', 'asha'],
])('%s %s is not a valid address, and nothing is sent [ORDER-7]', async (name, value) => {
  await order();
  await fillIn({ ...BUYER, [name]: value });
  await place();
  expect(text()).toContain('Enter a full address, such as');
  expect(server.bodies(CHECKOUT)).toEqual([]);
});

test.each([
  ['mobile', '984501220', 'exactly 10 digits'],
  ['mobile', '9845012207', ''],
  ['mobile', '+91 98450 12207', ''],
  ['mobile', '098450-12207', 'exactly 10 digits'],
  ['mobile', '98450122071', 'exactly 10 digits'],
  ['mobile', '98450 1220', 'exactly 10 digits'],
  ['mobile', '98450122O7', 'exactly 10 digits'],
  ['pincode', '560', 'In India it has 6 digits'],
  ['pincode', '5600', ''],
  ['pincode', '1234567890', ''],
  ['pincode', '12345678901', 'In India it has 6 digits'],
  ['pincode', '56003A', 'In India it has 6 digits'],
])('%s %s is sent, or refused because of "%s" [ORDER-8, ORDER-9]', async (name, value, problem) => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await order();
  await fillIn({ ...BUYER, [name]: value });
  await place();
  if (problem === '') await until(() => expect(server.bodies(CHECKOUT)).toHaveLength(1));
  else expect(text()).toContain(problem);
  expect(server.bodies(CHECKOUT)).toHaveLength(problem === '' ? 1 : 0);
});

test('shipping starts at 0 and is an amount from 0 [ORDER-10]', async () => {
  await order();
  expect(field('shipping').value).toBe('0');
  for (const shipping of ['-1', 'free', 'NaN']) {
    await fillIn({ ...BUYER, shipping });
    await place();
    expect(text()).toContain('0 or more');
  }
  expect(server.bodies(CHECKOUT)).toEqual([]);
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await fillIn({ shipping: '0.5' });
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toMatchObject([{ shipping_price: 0.5, total_price: 125000.5 }]));
});

test('several units are chosen in steps, up to the stock, and priced and sent together [ORDER-11, ORDER-19]', async () => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await order({ quantaty: 2 });
  expect(text()).toContain('2 in stock, up to 2 per order');
  const [less, more] = [
    element<HTMLButtonElement>('[aria-label="One less"]'),
    element<HTMLButtonElement>('[aria-label="One more"]'),
  ];
  expect([less.disabled, more.disabled]).toEqual([true, false]);
  await press(more);
  expect([less.disabled, more.disabled]).toEqual([false, true]);
  expect(element('dialog output').textContent).toBe('2');
  expect(row('Price')).toBe('Price, 2 units₹2,50,000');
  expect(text()).toContain('2 units · ₹1,25,000 each');
  await fillIn({ ...BUYER, shipping: '450' });
  await place();
  await until(() =>
    expect(server.bodies(CHECKOUT)).toMatchObject([{ quantity: 2, price: 125000, total_price: 250450 }]),
  );
});

test('a business enters its GSTIN, which is checked, and the State of delivery', async () => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await order();
  await fillIn({ ...BUYER, gstin: '29AAPFU0939F1ZX' });
  await place();
  expect(element('#order-gstin-problem').textContent).toContain('This GSTIN is not right.');
  expect(document.activeElement).toBe(field('gstin'));
  await fillIn({ gstin: '29aapfu0939f1zr' });
  expect(element('dialog details').textContent).toContain('Number looks right');
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toMatchObject([{ gstin: '29aapfu0939f1zr' }]));
});

test('a pincode with another length than in India is accepted, with a hint in the form', async () => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await order({ delivery_days: { days_from: 3, days_to: 7 } });
  const helpOf = (name: string): string =>
    element(`dialog [name=${name}]`).closest('div')?.parentElement?.querySelector('[role=status]')?.textContent ?? '';
  for (const [pincode, says] of [
    ['560', 'Delivery: 3 to 7 days after payment'],
    ['56003', 'Check the pincode. In India it has 6 digits.'],
    ['560038', 'Karnataka · Delivery: 3 to 7 days after payment'],
    ['060038', 'Check the pincode. In India it has 6 digits.'],
  ] as const) {
    await fillIn({ pincode });
    expect(helpOf('pincode')).toBe(says);
  }
});

test.each([
  ['one for homes', {}, 'Installation is not included. Ask us for a quote.'],
  ['a large one', { max_output: 22 }, 'Installation is not included. Ask us for a quote.'],
  ['one with a plug', { specification: ['Input: 1-phase 230 V AC, 16 A plug'] }, ''],
])('the summary of an order for %s says whether installation is included', async (_name, changes, says) => {
  await order(changes);
  const said = [...document.querySelectorAll('dialog section p')].map(({ textContent }) => textContent ?? '');
  expect(said.find((one) => one.startsWith('Installation')) ?? '').toBe(says);
});

const VISIT = product('visit', {
  product_name: 'Home visit',
  category: 'service',
  service: true,
  price: 6999,
  gst_rate: 18,
});

async function orderWithVisit(): Promise<void> {
  await openShop({ kind: 'product', product: product('wall', { gst_rate: 5 }), compatible: [], goesWith: [VISIT] });
}

test('a charger is ordered with its installation in one order, ticked on its page or in the form [ORDER-11]', async () => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await orderWithVisit();
  await press(element('main input[name=installation]'));
  await press(element('button', 'Order Now'));
  await until(() => expect(isOpen()).toBe(true));
  expect(field('installation').checked).toBe(true);
  expect([row('Price'), row('Installation'), row('Total')]).toEqual([
    'Price₹1,25,000',
    'Installation₹6,999',
    'Total Amount₹1,31,999',
  ]);
  expect(element('dialog section').textContent).toContain('The installation includes 18% GST.');
  await press(field('installation'));
  expect([row('Installation'), row('Total')]).toEqual(['', 'Total Amount₹1,25,000']);
  expect(element('dialog section').textContent).toContain('Installation is not included. Tick it');
  await press(field('installation'));
  await press(element('dialog [aria-label="One more"]'));
  expect([row('Installation'), row('Total')]).toEqual(['Installation, 2 units₹13,998', 'Total Amount₹2,63,998']);
  await fillIn(BUYER);
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toHaveLength(1));
  expect(server.bodies(CHECKOUT)[0]).toMatchObject({
    installation: true,
    price: 125_000,
    quantity: 2,
    total_price: 263_998,
  });
  // The page behind still shows what was ordered.
  expect(element<HTMLInputElement>('main input[name=installation]').checked).toBe(true);
});

test('an order without installation says nothing of it, and a new price of it is shown before it is sent again', async () => {
  const facts = { price: 125_000, shipping_price: 0, total_price: 132_499, quantaty: 3, installation_price: 7499 };
  const refused = { success: false, message: 'Changed.', code: 'order_changed', facts };
  server.answers[CHECKOUT] = { status: 409, body: refused };
  await orderWithVisit();
  await press(element('button', 'Order Now'));
  await until(() => expect(isOpen()).toBe(true));
  await fillIn(BUYER);
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toHaveLength(1));
  expect(server.bodies(CHECKOUT)[0]).not.toHaveProperty('installation');
  await press(field('installation'));
  await place();
  await until(() => expect(text()).toContain('installation ₹7,499'));
  expect(row('Total')).toBe('Total Amount₹1,32,499');
});

const offersToSet = (): boolean =>
  [...document.querySelectorAll('dialog button')].some((one) => one.textContent?.startsWith('Set ') === true);

test('the shop’s shipping is shown; if the buyer enters more, the form says so, and one tap restores it [ORDER-10, ORDER-20]', async () => {
  await order();
  expect(element('#order-shipping-help').textContent).toBe(
    'Only if our team named an amount by phone or chat, for example for a remote place. Otherwise leave ₹0.',
  );
  expect(offersToSet()).toBe(false);
  await fillIn({ shipping: '450' });
  expect(row('Total')).toBe('Total Amount₹1,25,450');
  expect(element('#order-shipping-help').textContent).toBe(
    'You pay ₹450 for shipping because you entered it. We ask ₹0.',
  );
  await press(element('dialog button', 'Set ₹0'));
  expect([field('shipping').value, row('Total')]).toEqual(['0', 'Total Amount₹1,25,000']);
  expect(offersToSet()).toBe(false);
  await order({}, { minShipping: 450 });
  await fillIn({ shipping: '900' });
  expect(element('#order-shipping-help').textContent).toBe(
    'You pay ₹900 for shipping because you entered it. We ask ₹450.',
  );
  await press(element('dialog button', 'Set ₹450'));
  expect(element('#order-shipping-help').textContent).toBe('We ask ₹450 for shipping.');
});

test('if the shop charges more for shipping than was entered, a line says so and one tap sets it [ORDER-10]', async () => {
  await order({}, { minShipping: 450 });
  expect(field('shipping').value).toBe('0');
  const line = element('dialog p', 'We ask ₹450 for shipping.');
  expect(field('shipping').getAttribute('aria-describedby')).toBe(line.id);
  await press(element('dialog button', 'Set ₹450'));
  expect(field('shipping').value).toBe('450');
  expect(row('Total')).toBe('Total Amount₹1,25,450');
  expect(offersToSet()).toBe(false);
  await order({ service: true }, { minShipping: 450 });
  expect(text()).not.toContain('₹450');
});

test('an order has the discounted price if there is one, else the price, and the entries of the form [ORDER-12, ENTITY-20, API-30]', async () => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await order({ discount_price: 99000 });
  await fillIn({ ...BUYER, shipping: '450' });
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toHaveLength(1));
  expect(server.bodies(CHECKOUT)[0]).toMatchObject({
    ...BUYER,
    product_id: 'wall',
    product_name: 'Wallbox wall',
    price: 99000,
    shipping_price: 450,
    total_price: 99450,
  });
  await order();
  await fillIn(BUYER);
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toHaveLength(2));
  expect(server.bodies(CHECKOUT)[1]).toMatchObject({ price: 125000, shipping_price: 0, total_price: 125000 });
});

test('while it is sent the button waits, and can be used again afterwards [ORDER-13]', async () => {
  let answer: (said: unknown) => void = () => undefined;
  server.answers[CHECKOUT] = new Promise((resolve) => {
    answer = resolve;
  });
  await order();
  await fillIn(BUYER);
  await place();
  expect(element<HTMLButtonElement>('dialog button', 'Processing...').disabled).toBe(true);
  answer({ status: 409, body: { success: false, code: 'out_of_stock', message: 'The last one is sold.' } });
  await until(() => expect(element<HTMLButtonElement>('dialog button', 'Place Order').disabled).toBe(false));
  expect(text()).toContain('The last one is sold.');
});

test('an accepted order is shown as placed and not yet paid, closes the form and leads to the payment [ORDER-14, ORDER-16, ORDER-20]', async () => {
  const reserved_until = new Date(Date.now() + 15 * 60_000).toISOString();
  const order_url = '/order/O-1?sig=s';
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1', reference: 'O-1', order_url, reserved_until };
  await order();
  expect(element('dialog section').textContent).toContain('Payment is the next step. You have 15 minutes for it.');
  await fillIn(BUYER);
  await place();
  await until(() => expect(dialogTitle()).toBe('Order placed successfully!'));
  expect(isOpen()).toBe(false);
  expect(left).toEqual([]);
  const alert = element('[role=alertdialog]');
  expect(alert.textContent).toContain(
    `Not paid yet. We keep order O-1 for 15 minutes: pay by ${formatClock(reserved_until)}.`,
  );
  expect(element('[role=alertdialog] a').textContent).toBe('Pay later, within 15 minutes');
  expect(element('[role=alertdialog] [aria-current=step]').textContent).toBe('2Paynot paid yet');
  expect(element('[role=alertdialog] a').getAttribute('href')).toBe('/order/O-1?sig=s');
  await press(element('[role=alertdialog] button', 'Next: pay ₹1,25,000'));
  expect(left).toEqual(['https://pay.example/1']);
  expect(document.querySelector('dialog')).toBeNull();
});

test('an order that was placed before shows the minutes that are left, by the server’s clock', async () => {
  const answer = (secondsLeft: number): void => {
    const reserved_until = new Date(Date.now() + secondsLeft * 1000).toISOString();
    server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1', reference: 'O-1', reserved_until };
  };
  const told = async (): Promise<string> => {
    await order();
    await fillIn(BUYER);
    await place();
    await until(() => expect(dialogTitle()).toBe('Order placed successfully!'));
    return element('[role=alertdialog] p').textContent ?? '';
  };
  answer(15 * 60);
  expect(await told()).toContain('We keep order O-1 for 15 minutes');
  answer(4 * 60 + 30);
  expect(await told()).toContain('for 4 minutes');
  answer(80);
  expect(await told()).toContain('for 1 minute:');
});

test('after an order its buyer’s entries are removed [ORDER-15, API-30]', async () => {
  server.answers[CHECKOUT] = { payment_url: 'https://pay.example/1' };
  await order();
  await fillIn({ ...BUYER, shipping: '450' });
  await place();
  await until(() => expect(isOpen()).toBe(false));
  await press(element('[role=alertdialog] button'));
  await press(element('button', 'Order Now'));
  for (const name of Object.keys(BUYER)) expect(field(name).value).toBe('');
  expect(field('shipping').value).toBe('450');
});

test('Cancel keeps the entries for a visitor who comes back', async () => {
  await order();
  await fillIn(BUYER);
  await press(element('dialog button', 'Cancel'));
  await until(() => expect(isOpen()).toBe(false));
  await press(element('button', 'Order Now'));
  for (const [name, value] of Object.entries(BUYER)) expect(field(name).value).toBe(value);
});

test.each([
  ['a server that fails', { status: 500, body: '' }],
  ['a refusal', { status: 409, body: { success: false, code: 'out_of_stock', message: 'Sold.' } }],
  ['a network that is gone', undefined],
])('%s is shown and logged, and the form keeps its entries [ORDER-17]', async (_, answer) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server.answers[CHECKOUT] = answer;
  await order();
  await fillIn(BUYER);
  if (answer === undefined) vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await place();
  await until(() => expect(dialogTitle()).toBe('Failed to place order. Please try again.'));
  expect(log).toHaveBeenCalled();
  await press(element('[role=alertdialog] button', 'Back to the order'));
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
  expect(document.activeElement).toBe(element('dialog [role=alert]'));
  expect(isOpen()).toBe(true);
  for (const [name, value] of Object.entries(BUYER)) expect(field(name).value).toBe(value);
  expect(left).toEqual([]);
});

test('changed figures are shown, and sent only when the buyer submits again [ORDER-18]', async () => {
  const fresh = { price: 130000, shipping_price: 0, total_price: 130000, quantaty: 1 };
  server.answers[CHECKOUT] = {
    status: 409,
    body: { success: false, code: 'order_changed', message: 'Changed.', facts: fresh },
  };
  await order();
  await fillIn(BUYER);
  await place();
  await until(() => expect(row('Total')).toBe('Total Amount₹1,30,000'));
  expect(element('[role=alert]').textContent).toContain('The price has changed: it is now ₹1,30,000, shipping ₹0');
  expect(document.activeElement).toBe(element('[role=alert]'));
  expect(server.bodies(CHECKOUT)).toHaveLength(1);
  await place();
  await until(() => expect(server.bodies(CHECKOUT)).toHaveLength(2));
  expect(server.bodies(CHECKOUT)[1]).toMatchObject({ price: 130000, total_price: 130000 });
});
