import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShopPage } from '@bijli/contract/shop-page';
import { serveAnswers } from '@bijli/contract/testing/answers';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { catalogue, detail, openShop, product } from '#testing/shop.tsx';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  server = await serveAnswers({ 'GET /api/product/all': [] });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('an unknown product is shown as not found, and logged [PRODUCT-3]', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await openShop(catalogue([product('gone')]));
  await press(element('a', 'Wallbox gone'));
  await until(() => expect(text()).toContain('Product not found'));
  expect(log.mock.calls.flat().join(' ')).toContain('/api-v1/product/details/gone answers 404');
});

test('a product that cannot be fetched is shown as not found too, and logged [PRODUCT-3]', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await openShop(catalogue([product('far')]));
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await press(element('a', 'Wallbox far'));
  await until(() => expect(text()).toContain('Product not foundWe couldn’t reach the shop.'));
  expect(log.mock.calls.flat().map(String)).toContain('TypeError: Failed to fetch');
});

test('who adds a charger to the comparison can go there at once', async () => {
  localStorage.setItem('shop-compare', 'other');
  await openShop(detail(product('fast')));
  expect(document.querySelector('a[href^="/compare?"]')).toBeNull();
  await press(element('button', 'Add to comparison'));
  expect(element('a', 'Compare (2)').getAttribute('href')).toBe('/compare?ids=other|fast');
  await press(element('button', 'In the comparison'));
  expect(document.querySelector('a[href^="/compare?"]')).toBeNull();
});

test('a thumbnail becomes the main picture; a single picture has no thumbnails [PRODUCT-4]', async () => {
  const pictures = (): (string | null)[] =>
    [...document.querySelectorAll('main form img')].map((image) => image.getAttribute('src'));
  await openShop(detail(product('two', { images: ['/front.png', '/side.png'] })));
  expect(pictures()).toEqual(['/front.png', '/front.png', '/side.png']);
  await press(element('[aria-label="Picture 2"]'));
  expect(pictures()).toEqual(['/side.png', '/front.png', '/side.png']);
  await openShop(detail(product('one', { images: ['/front.png'] })));
  expect(pictures()).toEqual(['/front.png']);
});

test('name, SKU, category, kW and price are shown, the price struck through if there is a discount [PRODUCT-5, PRODUCT-6]', async () => {
  await openShop(detail(product('cheap', { discount_price: 99000 })));
  expect(element('h1').textContent).toBe('Wallbox cheap');
  expect(text()).toContain('SKU SKU-cheap · AC charger');
  expect(element('dd', '7.4').textContent).toBe('7.4\u202FkW');
  expect(element('s').textContent).toContain('₹1,25,000');
  expect(element('b', '₹99,000')).toBeTruthy();
  await openShop(detail(product('plain')));
  expect(document.querySelector('s')).toBeNull();
  expect(element('b', '₹1,25,000')).toBeTruthy();
});

test('a product in stock can be ordered; one out of stock says so on a disabled button [PRODUCT-7, PRODUCT-9, PRODUCT-10]', async () => {
  await openShop(detail(product('some', { quantaty: 24 })));
  expect(text()).toContain('In Stock (24 units)');
  await press(element('button', 'Order Now'));
  await until(() => expect(element('dialog h2').textContent).toBe('Complete Your Order'));
  await openShop(detail(product('last', { quantaty: 1 })));
  expect(text()).toContain('In Stock (1 units)');
  expect(element<HTMLButtonElement>('button', 'Order Now').disabled).toBe(false);
  await openShop(detail(product('none', { quantaty: 0 })));
  expect(element('p', 'Out of Stock').textContent).toBe('Out of Stock');
  expect(text()).not.toContain('Order Now');
  const button = element<HTMLButtonElement>('button', 'Out of Stock');
  expect(button.disabled).toBe(true);
  await press(button);
  expect(document.querySelector('dialog')).toBeNull();
});

test('colours are offered only if there are any, and the chosen one is named [PRODUCT-8]', async () => {
  await openShop(detail(product('one', { color_variant: ['White', 'Neem'] })));
  expect([...document.querySelectorAll<HTMLInputElement>('input[name=colour]')].map(({ value }) => value)).toEqual([
    'White',
    'Neem',
  ]);
  await press(element('input[value=Neem]'));
  expect(element('legend').textContent).toBe('Colour Neem');
  await openShop(detail(product('two')));
  expect(document.querySelector('input[name=colour]')).toBeNull();
});

test('the description is under its heading, the specification line by line [PRODUCT-11, PRODUCT-12, API-29]', async () => {
  server.answers['GET /api-v1/product/details/wall'] = product('wall', {
    description: 'First.\n\nSecond.',
    specification: ['Cable: 5 m', 'IP55'],
  });
  await openShop(catalogue([product('wall', { description: '', specification: [] })]));
  await press(element('a', 'Wallbox wall'));
  await until(() => expect(element('h2', 'Description')).toBeTruthy());
  const section = (title: string): HTMLElement => element('section', title);
  expect([...section('Description').querySelectorAll('p')].map((one) => one.textContent)).toEqual([
    'First.',
    'Second.',
  ]);
  expect([...section('Specifications').querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    'Cable5 m',
    'IP55',
  ]);
});

test('products that were viewed before are shown beside the next one', async () => {
  server.answers['GET /api-v1/product/details/first'] = product('first');
  await openShop(detail(product('first')));
  await openShop(detail(product('second')));
  await until(() => expect(element('section', 'Recently viewed').textContent).toContain('Wallbox first'));
});

test('they have their room before they are fetched, and one that is no longer sold gives it up', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  server.answers['GET /api-v1/product/details/first'] = promise;
  await openShop(detail(product('first')));
  await openShop(detail(product('second')));
  const places = () => element('section', 'Recently viewed').querySelectorAll('li');
  await until(() => expect(places()).toHaveLength(1));
  expect(places()[0]?.querySelector('a')?.hasAttribute('href')).toBe(false);
  resolve({ status: 404, body: '' });
  await until(() => expect(document.body.textContent).not.toContain('Recently viewed'));
});

test('key figures are read from the specification, and missing ones are left out', async () => {
  const figures = (): string[] => [...document.querySelectorAll('dl > div')].map((one) => one.textContent ?? '');
  const specification = [
    'Input: 1-phase 230 V AC ±10 %, 50 Hz, 32 A',
    'Output: 230 V AC, 32 A',
    'Cable: 5 m tethered Type 2',
    'Ingress protection: IP55 (typical)',
  ];
  await openShop(detail(product('wall', { specification })));
  expect(figures()).toEqual([
    'Maximum output7.4\u202FkW',
    'ConnectorType 2',
    'Cable5\u202Fm',
    'Current32\u202FA',
    'ProtectionIP55',
    'Supply, 1-phase230\u202FV',
  ]);
  const fast = ['Output: 200-1000 V DC, up to 250 A per connector', 'Connectors: 2 x CCS2 (60+60 / 120)'];
  await openShop(detail(product('fast', { max_output: 120, connector: ['CCS2'], specification: fast })));
  expect(figures()).toEqual(['Maximum output120\u202FkW', 'Connectors2\u202FCCS2', 'Per connector250\u202FA']);
  await openShop(detail(product('visit', { max_output: 0, connector: [], specification: ['Includes: a visit'] })));
  expect(figures()).toEqual([]);
});

test('the page says who installs a charger: for homes at a price, for others by a quote, nobody if it has a plug', async () => {
  const visit = product('visit', { product_name: 'Home visit', category: 'service', service: true, price: 6999 });
  await openShop({ ...detail(product('wall')), goesWith: [visit] } as ShopPage);
  expect(element('label', 'Add installation ₹6,999').textContent).toContain('wherever we deliver');
  await openShop({ ...detail(product('late')), goesWith: [{ ...visit, quantaty: 0 }] } as ShopPage);
  expect(text()).not.toContain('Add installation');
  await openShop({ ...detail(product('big', { max_output: 22 })), goesWith: [visit] } as ShopPage);
  expect(text()).toContain('Installation is not included');
  expect(element('a', 'Get a quote').getAttribute('href')).toBe('#help');
  await openShop(detail(product('plug', { specification: ['Input: 1-phase 230 V AC, 16 A plug'] })));
  expect(text()).toContain('No installation needed');
  await openShop(detail(product('cable', { category: 'accessory' })));
  expect(text()).not.toMatch(/installation/i);
});

test('with the installation ticked, the bar above the order button and the offer show the price of both', async () => {
  const visit = product('visit', { category: 'service', service: true, price: 6999 });
  const bar = (): string => element('[role=group][aria-label="Order this product"] p').textContent ?? '';
  await openShop({ ...detail(product('wall', { discount_price: 99000 })), goesWith: [visit] } as ShopPage);
  expect(bar()).toBe('₹99,000Before: ₹1,25,000');
  await press(element('input[name=installation]'));
  expect(bar()).toBe('₹1,05,999with installation');
  expect(text().match(/₹1,05,999/g)).toHaveLength(2);
  await press(element('input[name=installation]'));
  expect(bar()).toBe('₹99,000Before: ₹1,25,000');
});

test('the page says which connection a charger needs, as far as its specification says so', async () => {
  const connection = (): string => element('li', 'Electricity connection').textContent ?? '';
  const input = 'Input: 3-phase 415 V AC ±10 %, 50 Hz';
  await openShop(detail(product('told', { specification: [input, 'Sanctioned load needed: about 8 kW'] })));
  expect(connection()).toContain('3-phase, 415\u202FV. You need a sanctioned load of about 8\u202FkW.');
  await openShop(detail(product('ac', { max_output: 22, specification: [input] })));
  expect(connection()).toContain('Keep 22\u202FkW of your sanctioned load free for it.');
  await openShop(detail(product('dc', { category: 'dc', max_output: 60, specification: [input] })));
  expect(connection()).toContain('Keep more than 60\u202FkW of your sanctioned load');
  await openShop(detail(product('plug', { specification: ['Input: 1-phase 230 V AC, 16 A plug'] })));
  expect(connection()).toContain('1-phase, 230\u202FV. A 16\u202FA socket is enough.');
  await openShop(detail(product('untold')));
  expect(text()).not.toContain('Electricity connection');
});

test('a signed-in driver reads whether it fits their car and how fast, others which inlet it fits', async () => {
  await openShop(detail(product('wall')));
  expect(text()).toContain('For vehicles with a Type 2 inlet');
  await openShop(detail(product('socket', { connector: ['M'] })));
  expect(text()).toContain('For vehicles that charge from a 15\u202FA socket');
  expect(server.asked.map(({ call }) => call)).not.toContain('GET /api-v1/user/vehicles');
  const vehicle = (vehicle_name: string, more: Partial<OwnVehicle> = {}): OwnVehicle => {
    const same = {
      vehicle_id: 'model',
      vehicle_image: 'suv',
      vehicle_registration_number: 'KA01AB1234',
      default: 0,
    } as const;
    return { id: vehicle_name, vehicle_name, ...same, ...more };
  };
  const scooter = vehicle('Rizta', { connector_types: ['15A socket'] });
  const nexon = vehicle('Nexon', { battery_capacity: 45, ac_max_power: 7.2, connector_types: ['Type 2', 'CCS2'] });
  const unknown = vehicle('No idea');
  server.answers['GET /api-v1/user/vehicles'] = { success: true, vehicles: [unknown, scooter, nexon] };
  localStorage.setItem('user', JSON.stringify({ token: 't' }));
  await openShop(detail(product('home')));
  await until(() => expect(text()).toContain('Fits your Nexon'));
  expect(text()).toContain('Charges at 7.2\u202FkW: 5\u202Fh 35\u202Fmin from 10% to 90%, estimated.');
  await openShop(detail(product('fast', { category: 'dc', connector: ['CCS2'] })));
  await until(() => expect(text()).toContain('Fits your Nexon'));
  expect(text()).not.toContain('estimated.');
  await openShop(detail(product('old', { connector: ['GB/T'] })));
  await until(() => expect(text()).toContain('Does not fit your Rizta'));
  expect(text()).toContain('Your vehicle needs 15A socket.');
  const tiago = vehicle('Tiago', { default: 1, connector_types: ['Type 2', 'CCS2'] });
  server.answers['GET /api-v1/user/vehicles'] = { success: true, vehicles: [scooter, nexon, tiago] };
  await openShop(detail(product('second')));
  await until(() => expect(text()).toContain('Fits your Tiago'));
});

test('a product that is sold out links to similar ones in stock', async () => {
  await openShop(detail(product('none', { quantaty: 0, category: 'dc' })));
  expect(element('a', 'See chargers in stock').getAttribute('href')).toBe('/products?category=dc&in_stock=1');
});

test('warranty and delivery are shown only if they are known, and delivery once the pincode is complete', async () => {
  await openShop(detail(product('plain')));
  expect(text()).not.toMatch(/warranty|Delivery/);
  await openShop(detail(product('days', { delivery_days: { days_from: 4, days_to: 10 } })));
  expect(element('li', 'Delivery').textContent).toBe('Delivery4 to 10 days after payment');
  await openShop(detail(product('none', { quantaty: 0, delivery_days: { days_from: 4, days_to: 10 } })));
  expect(text()).not.toContain('Delivery');
  await openShop(detail(product('kept', { warranty_months: 24 })));
  expect(text()).toContain('2-year warranty');
  expect(text()).not.toContain('Delivery');
  server.answers['GET /api-v1/open/delivery/560038'] = { delivery: { days_from: 3, days_to: 5 } };
  server.answers['GET /api-v1/open/delivery/110001'] = { delivery: null };
  await openShop(detail(product('sent', { warranty_months: 18, delivery_by_pincode: true })));
  expect(text()).toContain('18-month warranty');
  const typed = element<HTMLInputElement>('input[name=pincode]');
  await fill(typed, '56003');
  expect(text()).toContain('Enter your pincode');
  await fill(typed, '560038');
  await until(() => expect(text()).toContain('3 to 5 days after payment'));
  await fill(typed, '110001');
  await until(() => expect(text()).toContain('Not known for this pincode.'));
  await fill(typed, '560038');
  await press(element('button', 'Order Now'));
  await until(() => expect(element('dialog').textContent).toContain('Delivery: 3 to 5 days after payment'));
  expect(element<HTMLInputElement>('dialog [name=pincode]').value).toBe('560038');
});

test('buyers’ reviews are shown with average and count only if there are any', async () => {
  await openShop(detail(product('new')));
  expect(text()).not.toContain('Buyers’ reviews');
  const one = {
    rate: 5,
    comment: 'Quiet.',
    name: 'Meera S.',
    city: 'Pune',
    language: 'en',
    date: '2026-10-02T05:00:00Z',
  };
  const reviews = { average: 4.4, count: 18, latest: [one, { ...one, comment: '', name: 'Arjun P.' }] };
  await openShop(detail(product('known', { reviews })));
  const said = element('section', 'Buyers’ reviews').textContent ?? '';
  for (const part of ['4.4', '18 reviews', 'Quiet.', 'Meera S.', 'Pune · Oct 2026', 'Bought here'])
    expect(said).toContain(part);
});
