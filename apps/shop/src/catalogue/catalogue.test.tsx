import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { catalogue, detail, openShop, product } from '#testing/shop.tsx';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  server = await serveAnswers({ 'GET /api/product/all': [], 'GET /api-v1/product/cars': { cars: [] } });
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  localStorage.clear();
});

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main ul > li')];
const cardOf = (name: string): HTMLElement => {
  const found = cards().find((card) => card.textContent?.includes(name));
  if (!found) throw new Error(`No card names ${name}`);
  return found;
};

test('the page opens with its hero, above the filters of the catalogue [SHOP-1]', async () => {
  await openShop(catalogue([product('wall')]));
  expect(document.querySelector('main > :first-child h1')?.textContent).toBe('From your wall to the highway.');
});

test('a demo says so once, beside the logo and on no card', async () => {
  const badges = () => [...document.querySelectorAll('span')].filter((each) => each.textContent === 'DEMO');
  await openShop(catalogue([product('wall', { demo: true })]));
  expect(badges().map((each) => each.previousElementSibling?.getAttribute('href'))).toEqual(['/products']);
  await openShop(catalogue([product('wall', { demo: true })]), { demo: false });
  expect(badges()).toEqual([]);
});

test('All Products and AC Chargers filter the catalogue, and the count follows [SHOP-2, SHOP-3]', async () => {
  const [wall, fast] = [product('wall'), product('fast', { category: 'dc' })];
  await openShop(catalogue([wall, fast]));
  expect(text()).toContain('Showing 2 products');
  server.answers['GET /api/product/all'] = [wall];
  await press(element('button', 'AC Chargers'));
  await until(() => expect(text()).toContain('Showing 1 products'));
  expect(server.asked.find(({ search }) => search.includes('category'))?.search).toBe('?category=ac');
  expect(location.search).toBe('?category=ac');
  expect(text()).not.toContain('Wallbox fast');
  server.answers['GET /api/product/all'] = [wall, fast];
  await press(element('button', 'All Products'));
  await until(() => expect(text()).toContain('Showing 2 products'));
  expect(location.search).toBe('');
});

test('the chip for homes asks for products with one phase, and keeps the category', async () => {
  server.answers['GET /api/product/all'] = [product('wall')];
  await openShop(catalogue([product('wall')]));
  await press(element('button', 'AC Chargers'));
  await until(() => expect(location.search).toBe('?category=ac'));
  await press(element('button', 'Home, single phase'));
  await until(() => expect(location.search).toBe('?category=ac&phases=1'));
  await until(() => expect(element('button', 'Home, single phase').getAttribute('aria-pressed')).toBe('true'));
  await press(element('button', 'Home, single phase'));
  await until(() => expect(location.search).toBe('?category=ac'));
});

test('a card shows SALE only with a discount, and how many are in stock [SHOP-5, SHOP-6]', async () => {
  await openShop(
    catalogue([
      product('cheap', { discount_price: 99000, quantaty: 24 }),
      product('last', { quantaty: 1 }),
      product('plain', { quantaty: 0 }),
    ]),
  );
  expect(cardOf('last').textContent).toContain('1 in stock');
  expect(cardOf('cheap').textContent).toContain('SALE');
  expect(cardOf('cheap').textContent).toContain('24 in stock');
  expect(cardOf('plain').textContent).not.toContain('SALE');
  expect(cardOf('plain').textContent).toContain('Out of stock');
});

test('a card shows the first picture, or a placeholder where there is none [SHOP-7]', async () => {
  await openShop(catalogue([product('two', { images: ['/a.png', '/b.png'] }), product('none', { images: [] })]));
  expect([...cardOf('two').querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/a.png']);
  expect(cardOf('none').querySelector('img')).toBeNull();
  expect(cardOf('none').querySelector('[role=img]')?.getAttribute('aria-label')).toBe('No picture');
});

test('a card names the product, its kW and each connector as Type [SHOP-8, SHOP-10]', async () => {
  await openShop(catalogue([product('both', { max_output: 3.3, connector: ['M', '6', 'CCS2'] })]));
  const card = cardOf('Wallbox both');
  expect(card.querySelector('h2')?.textContent).toBe('Wallbox both');
  expect(card.textContent).toContain('3.3\u202FkW');
  const spans = [...card.querySelectorAll('span')].map(({ textContent }) => textContent);
  expect(spans.filter((messages) => messages.startsWith('Type'))).toEqual(['Type M', 'Type 6', 'Type CCS2']);
});

test('a price has Indian grouping without decimals, struck through beside the discount [SHOP-9, SHOP-11, SCOPE-11]', async () => {
  await openShop(catalogue([product('cheap', { discount_price: 99000 }), product('plain')]));
  expect(cardOf('cheap').querySelector('s')?.textContent).toContain('₹1,25,000');
  expect(cardOf('cheap').querySelector('b')?.textContent).toBe('₹99,000');
  expect(cardOf('plain').querySelector('s')).toBeNull();
  expect(cardOf('plain').textContent).toContain('₹1,25,000');
  expect(cardOf('plain').textContent).not.toContain('.00');
});

test('a card leads to its product, whose page is loaded with a spinner before it [SHOP-13, PRODUCT-1, PRODUCT-2]', async () => {
  let answer: (said: unknown) => void = () => undefined;
  server.answers['GET /api-v1/product/details/wall'] = new Promise((resolve) => {
    answer = resolve;
  });
  server.answers['GET /api-v1/product/suits/wall'] = { suits: [] };
  await openShop(catalogue([product('wall')]));
  await press(element('a', 'Wallbox wall'));
  expect(location.pathname).toBe('/product-order-detail/wall');
  expect(document.querySelector('[role=status][aria-label="Loading the product"]')).not.toBeNull();
  answer(product('wall', { description: 'Fresh from the server.' }));
  await until(() => expect(element('h1', 'Wallbox wall')).toBeTruthy());
  expect(text()).toContain('Fresh from the server.');
});

test('an empty result is announced, with a hint [SHOP-14]', async () => {
  await openShop(catalogue([]));
  expect(text()).toContain('Showing 0 products');
  expect(text()).toContain('No products found');
  expect(text()).toContain('Try adjusting your filters');
});

test.each([
  ['is answered with a failure', false],
  ['cannot be fetched at all', true],
])('a catalogue that %s is logged, and loading ends with nothing found [SHOP-15]', async (_, isAway) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server.answers['GET /api/product/all'] = { status: 500, body: '' };
  await openShop(detail(product('wall')));
  if (isAway) vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await press(element('nav a', 'Chargers'));
  await until(() => expect(text()).toContain('No products found'));
  expect(text()).toContain('We couldn’t reach the shop.');
  expect(text()).not.toContain('Try adjusting your filters');
  expect(element('a', 'Try again').getAttribute('href')).toBe('/products');
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
  expect(log.mock.calls.flat().join(' ')).toContain(isAway ? 'Failed to fetch' : '/api/product/all');
});

test('a product that cannot be fetched is not called unknown, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.answers['GET /api-v1/product/details/wall'] = { status: 503, body: '' };
  await openShop(catalogue([product('wall')]));
  await press(element('a', 'Wallbox wall'));
  await until(() => expect(text()).toContain('We couldn’t reach the shop.'));
  server.answers['GET /api-v1/product/details/wall'] = product('wall');
  await press(element('a', 'Try again'));
  await until(() => expect(element('h1', 'Wallbox wall')).toBeTruthy());
  server.answers['GET /api-v1/product/details/gone'] = { status: 404, body: '' };
  await openShop(catalogue([product('gone')]));
  await press(element('a', 'Wallbox gone'));
  await until(() => expect(text()).toContain('We may no longer sell it.'));
});

test('fetched cards appear one after the other, 100 ms apart; those of the document appear at once [SHOP-16]', async () => {
  const three = ['a', 'b', 'c'].map((id) => product(id));
  server.answers['GET /api/product/all'] = three;
  await openShop(catalogue(three));
  expect(cards().map((card) => card.style.animationDelay)).toEqual(['', '', '']);
  await press(element('button', 'AC Chargers'));
  await until(() => expect(cards().map((card) => card.style.animationDelay)).toEqual(['0ms', '100ms', '200ms']));
  expect(cards().map((card) => /enter/.test(card.className))).toEqual([true, true, true]);
});

test('the dealer’s catalogue is fetched from its own host, without the app’s token, and its 401 signs nobody out [SHOP-4, API-31, API-32]', async () => {
  // Signed in as in the app.
  const driver = { token: 'of-a-driver', name: 'Asha', email: 'asha@example.com' };
  localStorage.setItem('user', JSON.stringify(driver));
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const asked: { url: string | undefined; authorization: string | undefined }[] = [];
  const dealer = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') return void response.end();
    asked.push({ url: request.url, authorization: request.headers.authorization });
    const headers = { 'content-type': 'application/json' };
    response.writeHead(request.url === '/api/product/all?q=gone' ? 401 : 200, headers);
    response.end(JSON.stringify([product('dealers'), product('second')]));
  });
  await new Promise<void>((resolve) => dealer.listen(0, '127.0.0.1', resolve));
  const dealerUrl = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}`;
  await openShop(catalogue([]), { dealerUrl });
  await press(element('button', 'AC Chargers'));
  await until(() => expect(cards().map((card) => card.querySelector('h2')?.textContent)).toHaveLength(2));
  expect(cardOf('dealers').tagName).toBe('LI');
  expect(asked.map(({ url }) => url)).toContain('/api/product/all?category=ac');
  vi.spyOn(console, 'error').mockReturnValue();
  history.replaceState(null, '', '/products?q=gone');
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
  await until(() => expect(text()).toContain('No products found'));
  expect(asked.map(({ url }) => url)).toContain('/api/product/all?q=gone');
  expect([leave.mock.calls, JSON.parse(localStorage.getItem('user') ?? 'null')]).toEqual([[], driver]);
  expect(asked.every(({ authorization }) => authorization === undefined)).toBe(true);
  expect(server.asked.map(({ call }) => call)).not.toContain('GET /api/product/all');
  await new Promise((resolve) => {
    dealer.close(resolve);
    dealer.closeAllConnections();
  });
});

test('the comparison names connectors plainly, leaves out what no charger has, and says once what a dash is', async () => {
  const [one, two] = [
    product('a', { connector: ['2'], specification: ['Cable: 5 m', 'Authentication: RFID'] }),
    product('b', { connector: ['CCS2', 'GB/T'], specification: ['Cable: 7 m'] }),
  ];
  await openShop({ kind: 'compare', products: [one, two] });
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
  expect(rows.find((row) => row.startsWith('Connector'))).toBe('ConnectorType 2CCS2GB/T');
  expect(rows.find((row) => row.startsWith('Authentication'))).toBe('AuthenticationRFID–');
  expect(rows.some((row) => row.startsWith('Made for'))).toBe(false);
  expect(element('a', 'Ask us').getAttribute('href')).toBe('#help');
  await openShop({ kind: 'compare', products: [one, { ...one, id: 'c' }] });
  expect(text()).not.toContain('–:');
});

test('three chargers can be compared, and the choice outlives the page', async () => {
  await openShop(catalogue(['a', 'b'].map((id) => product(id))));
  await press(element('[aria-label="Compare Wallbox a"]'));
  await press(element('[aria-label="Compare Wallbox b"]'));
  expect(element<HTMLAnchorElement>('aside a').getAttribute('href')).toBe('/compare?ids=a|b');
  await openShop(catalogue(['a', 'b'].map((id) => product(id))));
  expect(text()).toContain('2 of 3 chosen');
  expect(element<HTMLInputElement>('[aria-label="Compare Wallbox a"]').checked).toBe(true);
});

test('another page has its own title, and keyboard focus starts at its top', async () => {
  server.answers['GET /api-v1/product/details/wall'] = product('wall');
  await openShop(catalogue([product('wall')]));
  expect(document.title).toBe('Chargers · Bijli');
  await press(element('a', 'Wallbox wall'));
  await until(() => expect(document.title).toBe('Wallbox wall · Bijli'));
  expect(document.activeElement?.id).toBe('content');
});

test('a visitor who goes back sees the list at once, without waiting for the server', async () => {
  server.answers['GET /api-v1/product/details/wall'] = product('wall');
  await openShop(catalogue([product('wall'), product('other')]));
  await press(element('a', 'Wallbox wall'));
  await until(() => expect(element('h1', 'Wallbox wall')).toBeTruthy());
  server.answers['GET /api/product/all'] = new Promise(() => undefined);
  history.replaceState(null, '', '/products');
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
  expect(text()).toContain('Showing 2 products');
});

test('a visitor who goes back without a connection keeps seeing the list', async () => {
  server.answers['GET /api-v1/product/details/wall'] = product('wall');
  await openShop(catalogue([product('wall'), product('other')]));
  await press(element('a', 'Wallbox wall'));
  await until(() => expect(element('h1', 'Wallbox wall')).toBeTruthy());
  const log = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  history.replaceState(null, '', '/products');
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
  await until(() => expect(log.mock.calls.length).toBeGreaterThan(2));
  await act(async () => {});
  expect(text()).toContain('Showing 2 products');
});

test('the link to the other language keeps that language for addresses that are typed later', async () => {
  await openShop(catalogue([]));
  const link = element('a[hreflang=hi]', 'हिन्दी');
  link.addEventListener('click', (event) => event.preventDefault());
  await press(link);
  expect(document.cookie).toContain('language=hi');
});

test('a link within the same page requests nothing', async () => {
  await openShop(catalogue([product('wall')]));
  history.replaceState(null, '', '/products#help');
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
  expect(text()).toContain('Showing 1 products');
  expect(server.asked).toEqual([]);
});

test('Enter in the search keeps the chosen category', async () => {
  server.answers['GET /api/product/all'] = [product('wall')];
  await openShop(catalogue([product('wall')]));
  await press(element('button', 'AC Chargers'));
  await until(() => expect(location.search).toBe('?category=ac'));
  const [enter] = document.querySelectorAll<HTMLButtonElement>('form button');
  element<HTMLInputElement>('input[type=search]').value = 'home';
  await press(enter as HTMLButtonElement);
  await until(() => expect(location.search).toBe('?category=ac&q=home'));
});
