import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { openOrders, orderView } from '#testing/shop.tsx';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  server = await serveAnswers({
    'GET /api-v1/open/order/O-1': orderView({ state: 'paid', product_name: 'Wallbox one' }),
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('an opened order is among the orders of this browser, until they are removed', async () => {
  await openOrders({ kind: 'orders' });
  expect(text()).toContain('No orders in this browser yet');
  await openOrders({ kind: 'order', order: orderView({ reference: 'O-1' }), sig: 'signed-_1', notice: '' });
  await openOrders({ kind: 'orders' });
  await until(() => expect(element('li a', 'Wallbox one').getAttribute('href')).toBe('/order/O-1?sig=signed-_1'));
  expect(element('li a').textContent).toContain('Paid');
  await press(element('button', 'Clear from this browser'));
  expect(text()).toContain('No orders in this browser yet');
});

test('a driver who is signed in sees the orders of the account on every device, each once, and then those of the browser', async () => {
  localStorage.setItem('user', JSON.stringify({ token: 'the-token', name: 'Asha', email: '' }));
  localStorage.setItem('shop-orders', 'O-1.older|O-2.signed');
  server.answers['GET /api-v1/user/orders'] = {
    orders: [
      { reference: 'O-3', sig: 'own3' },
      { reference: 'O-1', sig: 'own1' },
    ],
  };
  for (const reference of ['O-2', 'O-3'])
    server.answers[`GET /api-v1/open/order/${reference}`] = orderView({ reference, state: 'paid' });
  await openOrders({ kind: 'orders' });
  const addresses = () => [...document.querySelectorAll('main li a')].map((one) => one.getAttribute('href'));
  await until(() =>
    expect(addresses()).toEqual(['/order/O-3?sig=own3', '/order/O-1?sig=own1', '/order/O-2?sig=signed']),
  );
  expect(text()).toContain('Orders of your account on every device');
  await press(element('button', 'Clear from this browser'));
  expect(addresses()).toEqual(['/order/O-3?sig=own3', '/order/O-1?sig=own1']);
  expect(text()).not.toContain('Clear from this browser');
});

test('the list says how many units were ordered, and whether with their installation', async () => {
  localStorage.setItem('shop-orders', 'O-2.one|O-3.three');
  const named = (reference: string, more: object) => orderView({ reference, product_name: reference, ...more });
  server.answers['GET /api-v1/open/order/O-2'] = named('O-2', { installation_price: 6999 });
  server.answers['GET /api-v1/open/order/O-3'] = named('O-3', { quantity: 3, installation_price: 6999 });
  await openOrders({ kind: 'orders' });
  const first = (name: string): string => element('li a', name).querySelector('small')?.textContent ?? '';
  await until(() => expect([first('O-2'), first('O-3')]).toEqual(['with installation', '3 units, with installation']));
});

test('orders of the account that do not load are not called none', async () => {
  localStorage.setItem('user', JSON.stringify({ token: 'the-token', name: 'Asha', email: '' }));
  server.answers['GET /api-v1/user/orders'] = {
    status: 500,
    body: { success: false, message: 'Something went wrong.', code: 'internal_error' },
  };
  await openOrders({ kind: 'orders' });
  await until(() => expect(text()).toContain('The orders of your account did not load.'));
  expect(text()).not.toContain('No orders yet');
});

test('an order with an expired link stays in the list, with its reference and a button that sends a new link', async () => {
  localStorage.setItem('shop-orders', 'O-OLD.end.mac|O-1.signed');
  const answer = {
    status: 410,
    body: { success: false, message: 'This link is too old.', code: 'order_link_expired' },
  };
  server.answers['GET /api-v1/open/order/O-OLD'] = answer;
  await openOrders({ kind: 'orders' });
  await until(() => expect(element('li a', 'Wallbox one').getAttribute('href')).toBe('/order/O-1?sig=signed'));
  expect(element('li').textContent).toContain('Order O-OLD');
  const form = element('li button', 'Send me a fresh link').closest('form');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/order/O-OLD/link?sig=end.mac']);
  expect(element('li button').getAttribute('aria-label')).toBe('Send me a fresh link to O-OLD');
});

const opensNothing = {
  status: 404,
  body: { success: false, message: 'There is no such order.', code: 'order_unknown' },
};
const tooOld = { status: 410, body: { success: false, message: 'This link is too old.', code: 'order_link_expired' } };
const away = { status: 503, body: { success: false, message: 'Back in a moment.', code: 'unavailable' } };

test('an order that cannot be loaded stays in the list, until loading it again succeeds', async () => {
  localStorage.setItem('shop-orders', 'O-1.signed');
  const order = server.answers['GET /api-v1/open/order/O-1'];
  server.answers['GET /api-v1/open/order/O-1'] = away;
  await openOrders({ kind: 'orders' });
  await until(() => expect(element('li [role=status]').textContent).toContain('Couldn’t load it'));
  expect(element('li').textContent).toContain('Order O-1');
  const again = element('li button', 'Try again');
  expect(again.getAttribute('aria-label')).toBe('Try again to look up O-1');
  await press(again);
  await until(() => expect(element('li [role=status]').textContent).toContain('Couldn’t load it'));
  expect(element('li button')).toBe(again);
  server.answers['GET /api-v1/open/order/O-1'] = order;
  await press(again);
  await until(() => expect(element('li a', 'Wallbox one').getAttribute('href')).toBe('/order/O-1?sig=signed'));
  // The pressed button is gone, and focus is on what replaced it.
  expect(document.activeElement).toBe(element('li a'));
});

test('an order whose link is invalid disappears from the list, and the others stay', async () => {
  localStorage.setItem('shop-orders', 'O-LOST.foreign|O-1.signed');
  server.answers['GET /api-v1/open/order/O-LOST'] = opensNothing;
  await openOrders({ kind: 'orders' });
  await until(() => expect(element('li [role=status]').textContent).toContain('This link no longer works'));
  expect(text()).not.toContain('Try again');
  const remove = element('li button', 'Remove');
  expect(remove.getAttribute('aria-label')).toBe('Remove O-LOST from this list');
  await press(remove);
  expect(text()).not.toContain('O-LOST');
  await until(() => expect(element('li a', 'Wallbox one').getAttribute('href')).toBe('/order/O-1?sig=signed'));
  expect(localStorage.getItem('shop-orders')).toBe('O-1.signed');
});

const removalOf = (reference: string): Promise<HTMLButtonElement> =>
  until(() => element<HTMLButtonElement>(`li button[aria-label="Remove ${reference} from this list"]`));

test('focus moves to the next order when one is removed, or to the one before, and finally to the link to the shop', async () => {
  localStorage.setItem('shop-orders', 'O-2.foreign|O-1.signed|O-3.foreign');
  for (const lost of ['O-2', 'O-3']) server.answers[`GET /api-v1/open/order/${lost}`] = opensNothing;
  await openOrders({ kind: 'orders' });
  const shown = await until(() => element('li a', 'Wallbox one'));
  await press(await removalOf('O-2'));
  expect(document.activeElement).toBe(shown);
  await press(await removalOf('O-3'));
  expect(document.activeElement).toBe(shown);
  await press(element('button', 'Clear from this browser'));
  expect(document.activeElement).toBe(element('a', 'See all chargers'));
});

test('focus moves to the link to the shop when the only order is removed, and only then', async () => {
  await openOrders({ kind: 'orders' });
  expect(document.activeElement).toBe(document.body);
  localStorage.setItem('shop-orders', 'O-2.foreign');
  server.answers['GET /api-v1/open/order/O-2'] = opensNothing;
  await openOrders({ kind: 'orders' });
  await press(await removalOf('O-2'));
  expect(document.activeElement).toBe(element('a', 'See all chargers'));
});

test('focus moves to the heading when an order is removed while the others load', async () => {
  localStorage.setItem('shop-orders', 'O-2.foreign|O-1.signed');
  server.answers['GET /api-v1/open/order/O-2'] = opensNothing;
  const order = server.answers['GET /api-v1/open/order/O-1'];
  const { promise, resolve } = Promise.withResolvers();
  server.answers['GET /api-v1/open/order/O-1'] = promise;
  await openOrders({ kind: 'orders' });
  await press(await removalOf('O-2'));
  expect(document.activeElement).toBe(element('h1', 'Your orders'));
  resolve(order);
  await until(() => element('li a', 'Wallbox one'));
});

test.each([
  ['is too old', tooOld, 'Send me a fresh link'],
  ['opens nothing', opensNothing, 'Remove'],
])('loading an order again whose link %s leads to what helps', async (_, answer, helps) => {
  localStorage.setItem('shop-orders', 'O-1.signed');
  server.answers['GET /api-v1/open/order/O-1'] = away;
  await openOrders({ kind: 'orders' });
  const again = await until(() => element('li button', 'Try again'));
  again.focus();
  server.answers['GET /api-v1/open/order/O-1'] = answer;
  await press(again);
  const button = await until(() => element('li button', helps));
  expect(document.activeElement).toBe(button);
});

test('a known notice in the address is shown, and any other is ignored', async () => {
  const opened = { kind: 'order', order: orderView({ reference: 'O-1' }), sig: 'signed' } as const;
  await openOrders({ ...opened, notice: 'out_of_stock' });
  expect(element('[role=alert]').textContent).toBe('There is not enough left in stock. Nothing was charged.');
  await openOrders({ ...opened, notice: '__proto__' });
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('paying is offered while it helps, and cancelling while it is possible, with a confirmation [ORDER-20]', async () => {
  const show = (changes: Parameters<typeof orderView>[0]): Promise<void> =>
    openOrders({ kind: 'order', order: orderView(changes), sig: 'signed', notice: '' });
  await show({ can_pay: true, can_cancel: true });
  expect(element('button', 'Pay ₹33,449').closest('form')?.getAttribute('action')).toBe('/order/O-1/pay?sig=to-pay');
  expect(element('details summary').textContent).toBe('Cancel this order');
  expect(element<HTMLDetailsElement>('details').open).toBe(false);
  expect(element('details button').closest('form')?.getAttribute('action')).toBe('/order/O-1/cancel?sig=to-cancel');
  element<HTMLDetailsElement>('details').open = true;
  await press(element('details a', 'Keep the order'));
  expect(element<HTMLDetailsElement>('details').open).toBe(false);
  expect(document.activeElement?.textContent).toBe('Cancel this order');
  await show({ state: 'paid', paid_at: '2026-11-20T05:14:00Z', refunded: 449, refundable: 33_449, can_cancel: true });
  expect(element('details form').textContent).toContain('₹33,449 goes back the way you paid.');
  await show({ state: 'released', reason: 'payment_failed', can_pay: true });
  expect(element('button', 'Try again: pay ₹33,449').closest('form')?.textContent).toContain(
    'We then keep it for 15 minutes while you pay.',
  );
  // A second order of the same thing is not what helps.
  expect(text()).not.toContain('Order again');
  await show({ state: 'released', reason: 'payment_failed', can_pay: false });
  expect(element('a', 'Order again').getAttribute('href')).toBe('/product-order-detail/demo-wb-74');
  expect(document.querySelector('main form')).toBeNull();
  expect(text()).not.toContain('Order installation');
  const sent = { state: 'dispatched', paid_at: '2026-11-20T05:14:00Z' } as const;
  await show({ ...sent, invoice_numbers: ['EV/2026/000001'], installation_id: 'demo-inst' });
  expect(element('a', 'Order installation').getAttribute('href')).toBe('/product-order-detail/demo-inst');
  expect(text()).toContain('Installation is not included.');
  expect(document.querySelector('main form')).toBeNull();
  expect(element('a', 'Tax invoice (PDF)').getAttribute('href')).toBe('/api-v1/open/order/O-1/invoice.pdf?sig=to-read');
});

test('an order with its installation names both documents, and says when somebody comes to install', async () => {
  const show = (changes: Parameters<typeof orderView>[0]): Promise<void> =>
    openOrders({ kind: 'order', order: orderView(changes), sig: 'signed', notice: '' });
  const numbers = { invoice_numbers: ['SH29/1', 'SH29/2'], credit_note_numbers: ['CN29/1', 'CN29/2'] };
  const installed = { ...numbers, installation_price: 6999, paid_at: '2026-11-20T05:14:00Z' };
  await show({ ...installed, state: 'paid' });
  expect(element('a', 'Tax invoices (PDF)').textContent).toBe(
    'Tax invoices (PDF)Charger\u00A0SH29/1, installation\u00A0SH29/2',
  );
  expect(element('a', 'Credit notes (PDF)').textContent).toBe('Credit notes (PDF)CN29/1, CN29/2');
  expect(text()).toContain('After that we call you to fix a day for the installation.');
  await show({ ...installed, state: 'delivered', delivered_at: '2026-11-25T05:14:00Z' });
  expect(text()).toContain('Not installed yet? We’ll call you to fix a day. The invoices stay here.');
  await show({ state: 'delivered', service: true, delivered_at: '2026-11-25T05:14:00Z' });
  expect(element('h1').textContent).toBe('Done.');
});

test('an expired link offers a new one by e-mail, and says when it is on its way', async () => {
  await openOrders({ kind: 'order-link', action: '/order/O-1/link?sig=old' });
  expect(text()).toContain('This link is too old');
  const form = element('button', 'Send me a fresh link').closest('form');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/order/O-1/link?sig=old']);
  await openOrders({ kind: 'order-link', action: '' });
  expect(text()).toContain('A fresh link is on its way');
  expect(document.querySelector('main form')).toBeNull();
});
