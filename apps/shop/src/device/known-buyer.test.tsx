import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, until } from '@bijli/ui/testing/page';
import { detail, openOrderPage, openShop, product } from '#testing/shop.tsx';

const CHECKOUT = 'POST /api-v1/open/order/checkout';
const PROFILE = 'GET /api-v1/user/get-profile';
const PROFILE_OF_ASHA = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile_country_code: '+91',
  mobile_number: '9845012207',
  vehicle: null,
  balance: { balance: 0 },
};
const DELIVERED = { city: 'Bengaluru', pincode: '560038', address: '14, 3rd Cross' };

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  server = await serveAnswers({
    'GET /api/product/all': [],
    [PROFILE]: { success: true, profile: PROFILE_OF_ASHA },
    [CHECKOUT]: { payment_url: '/order/O-7KQ2MX9W4T/pay?sig=s' },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const field = (name: string) => element<HTMLInputElement>(`dialog [name=${name}]`).value;
const fields = () =>
  Object.fromEntries(['name', 'email', 'mobile', 'city', 'pincode', 'address'].map((name) => [name, field(name)]));
const order = async () => {
  await openShop(detail(product('wall')));
  await press(element('button', 'Order Now'));
  await until(() => field('name'));
};

test('the form is filled in for the signed-in driver and with the last order’s address; emptied fields stay empty', async () => {
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha Rao', email: 'asha@example.com' }));
  await order();
  expect(element('a[href="/profile"]').getAttribute('aria-label')).toBe('Your account, Asha Rao');
  const own = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9845012207' };
  await until(() => expect(fields()).toEqual({ ...own, city: '', pincode: '', address: '' }));
  for (const [name, value] of Object.entries(DELIVERED)) await fill(element(`dialog [name=${name}]`), value);
  await press(element('dialog button', 'Place Order'));
  await until(() => element('[role=alertdialog]'));
  await clear();
  await order();
  await until(() => expect(fields()).toEqual({ ...own, ...DELIVERED }));
  await fill(element('dialog [name=address]'), '');
  await press(element('dialog footer button', 'Cancel'));
  await press(element('button', 'Order Now'));
  await until(() => expect(fields()).toEqual({ ...own, ...DELIVERED, address: '' }));
});

test('the GSTIN of the driver’s profile is filled in, and is visible while its part is folded', async () => {
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha Rao' }));
  const profile = { ...PROFILE_OF_ASHA, gstin: '29AAPFU0939F1ZR' };
  server.answers[PROFILE] = { success: true, profile };
  await order();
  await until(() => expect(field('gstin')).toBe('29AAPFU0939F1ZR'));
  expect(element('dialog summary').textContent).toContain('GSTIN 29AAPFU0939F1ZR');
});

test('a signed-in driver sees nothing of an order that somebody else has placed in the same browser', async () => {
  await order();
  const stranger = { name: 'Ravi', email: 'ravi@example.com', mobile: '9811111111', ...DELIVERED };
  for (const [name, value] of Object.entries(stranger)) await fill(element(`dialog [name=${name}]`), value);
  await press(element('dialog button', 'Place Order'));
  await until(() => element('[role=alertdialog]'));
  await clear();
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha Rao', email: 'asha@example.com' }));
  await order();
  const own = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9845012207' };
  await until(() => expect(fields()).toEqual({ ...own, city: '', pincode: '', address: '' }));
});

test('for an unknown visitor the form is empty, and nothing is requested', async () => {
  await order();
  expect(new Set(Object.values(fields()))).toEqual(new Set(['']));
  expect(element('a[href="/profile"]').getAttribute('aria-label')).toBe('Your account');
  expect(server.asked.map(({ call }) => call)).not.toContain(PROFILE);
});

test('what is typed outlives a reload and another product, until it is ordered or cleared', async () => {
  await openShop(detail(product('wall')));
  await press(element('button', 'Order Now'));
  await until(() => element('dialog [name=name]'));
  await fill(element('dialog [name=name]'), 'Asha Rao');
  await fill(element('dialog [name=address]'), '14, 3rd Cross');
  await clear();
  await openShop(detail(product('other')));
  await press(element('button', 'Order Now'));
  await until(() => expect([field('name'), field('address')]).toEqual(['Asha Rao', '14, 3rd Cross']));
  const rest = { email: 'asha@example.com', mobile: '9845012207', city: 'Bengaluru', pincode: '560038' };
  for (const [name, value] of Object.entries(rest)) await fill(element(`dialog [name=${name}]`), value);
  expect(sessionStorage.length).toBe(1);
  await press(element('dialog button', 'Place Order'));
  await until(() => element('[role=alertdialog]'));
  expect(sessionStorage.length).toBe(0);
});

test('the form’s own page is filled in too, and its order belongs to the driver who is signed in', async () => {
  await openOrderPage();
  expect(document.querySelector('[name=driver]')).toBeNull();
  await clear();
  localStorage.setItem('user', JSON.stringify({ token: 'of-asha', name: 'Asha Rao', email: 'asha@example.com' }));
  localStorage.setItem('shop-buyer', JSON.stringify({ mobile: '9845012207', ...DELIVERED }));
  await openOrderPage();
  const valueOf = (name: string) => element<HTMLInputElement>(`form [name=${name}]`).value;
  await until(() => expect([valueOf('mobile'), valueOf('address')]).toEqual(['9845012207', '14, 3rd Cross']));
  expect([valueOf('name'), valueOf('quantity'), valueOf('driver')]).toEqual(['Asha Rao', '1', 'of-asha']);
  await clear();
  // What came back wrong stays as it was typed.
  await openOrderPage({ problems: { name: 'missing' } });
  expect(valueOf('name')).toBe('');
});
