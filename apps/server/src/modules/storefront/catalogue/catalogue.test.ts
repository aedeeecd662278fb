import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProductFilter } from '@bijli/contract/storefront';
import { openDatabase, type Database } from '#db/database.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { returnUnits, takeUnits } from './catalogue.store.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';

const ROWS = [
  PRODUCT_ROW,
  {
    ...PRODUCT_ROW,
    sku: 'WB-11',
    name: 'Wallbox 11',
    max_output: 11,
    price: 60_000,
    discount_price: null,
    specification: ['Input: 3-phase 415 V AC'],
  },
  {
    ...PRODUCT_ROW,
    sku: 'PORTABLE',
    name: 'Travel charger',
    specification: ['Input: 1-phase 230 V AC'],
    max_output: 3.3,
    connectors: ['M'],
    price: 9_000,
    discount_price: 8_000,
  },
  {
    ...PRODUCT_ROW,
    sku: 'DC-60',
    name: 'Highway 60',
    category: 'dc',
    max_output: 60,
    connectors: ['CCS2'],
    price: 900_000,
    discount_price: null,
    stock: 0,
  },
  {
    ...PRODUCT_ROW,
    sku: 'INSTALL',
    name: 'Installation',
    category: 'service',
    max_output: null,
    connectors: [],
    price: 40_000,
  },
];
let database: Database;
let catalogue: Catalogue;

beforeAll(async () => {
  database = await testDatabase();
  catalogue = createCatalogue(database);
});
beforeEach(() => insertProducts(database, ...ROWS));

const found = async (filter: ProductFilter, fits?: string[]): Promise<string[]> =>
  (await catalogue.list(filter, { fits })).products.map(({ sku }) => sku);

test.each<[string, ProductFilter, string[]]>([
  ['nothing, in the order of the file', {}, ['WB-7', 'WB-11', 'PORTABLE', 'DC-60', 'INSTALL']],
  ['a word of the name, in any case', { q: 'WALLbox' }, ['WB-7', 'WB-11']],
  ['every word, wherever it stands', { q: 'wallbox wb-11' }, ['WB-11']],
  ['a supply of one phase, however it is written', { q: '1 phase' }, ['PORTABLE']],
  ['a supply of one phase in words', { q: 'Single-Phase charger' }, ['PORTABLE']],
  ['a supply of three phases', { q: 'wallbox 3-phase' }, ['WB-11']],
  ['a supply in Hindi', { q: 'सिंगल फेज' }, ['PORTABLE']],
  ['the supply of most homes', { phases: '1' }, ['PORTABLE']],
  ['a supply of three phases in a category', { phases: '3', category: 'ac' }, ['WB-11']],
  ['a supply that there is not', { phases: 'x' }, []],
  ['signs that mean something in SQL', { q: "%' or '1'='1" }, []],
  ['a category [SHOP-2]', { category: 'dc' }, ['DC-60']],
  ['two categories', { category: 'dc|service' }, ['DC-60', 'INSTALL']],
  ['a connector', { connector: '2' }, ['WB-7', 'WB-11']],
  ['one of two connectors', { connector: 'CCS2|M' }, ['PORTABLE', 'DC-60']],
  ['a class of power, its upper edge in it', { power: '11' }, ['WB-7', 'WB-11']],
  ['two classes of power', { power: '4|60' }, ['PORTABLE', 'DC-60']],
  ['a least price, as it is sold', { price_min: '32999' }, ['WB-7', 'WB-11', 'DC-60', 'INSTALL']],
  ['a most price, as it is sold', { price_max: '32998' }, ['PORTABLE']],
  [
    'a price in words, which narrows nothing',
    { price_max: 'cheap' },
    ['WB-7', 'WB-11', 'PORTABLE', 'DC-60', 'INSTALL'],
  ],
  ['what is in stock', { in_stock: '1' }, ['WB-7', 'WB-11', 'PORTABLE', 'INSTALL']],
  ['all at once', { category: 'ac', connector: '2', power: '11', price_max: '50000', in_stock: '1' }, ['WB-7']],
  ['price, upwards', { sort: 'price_up' }, ['PORTABLE', 'WB-7', 'INSTALL', 'WB-11', 'DC-60']],
  ['price, downwards', { sort: 'price_down' }, ['DC-60', 'WB-11', 'WB-7', 'INSTALL', 'PORTABLE']],
  ['power, upwards, what has none at the end', { sort: 'power_up' }, ['PORTABLE', 'WB-7', 'WB-11', 'DC-60', 'INSTALL']],
  [
    'power, downwards, what has none at the end',
    { sort: 'power_down' },
    ['DC-60', 'WB-11', 'WB-7', 'PORTABLE', 'INSTALL'],
  ],
  ['an order nobody knows', { sort: 'random' }, ['WB-7', 'WB-11', 'PORTABLE', 'DC-60', 'INSTALL']],
])('the catalogue is filtered and sorted by %s', async (_by, filter, expected) => {
  expect(await found(filter)).toEqual(expected);
});

test('for a car only products with its inlet that deliver power are left, and for an unknown inlet none', async () => {
  expect(await found({}, ['2', 'Type 2'])).toEqual(['WB-7', 'WB-11']);
  expect(await found({ connector: 'CCS2' }, ['2'])).toEqual([]);
  expect(await found({}, [])).toEqual([]);
});

describe('the stock that is shown', () => {
  const stockOf = async (from: Catalogue): Promise<(number | undefined)[]> => [
    (await from.findProductAnswer('wb-7'))?.product.quantaty,
    (await from.list({})).products.find(({ id }) => id === 'wb-7')?.quantaty,
  ];

  test('follows a change at once, also on another server of the same database', async () => {
    const elsewhere = openDatabase(databaseUrl(database), testLog, 2);
    try {
      const other = createCatalogue(elsewhere);
      expect([await stockOf(catalogue), await stockOf(other)]).toEqual([
        [5, 5],
        [5, 5],
      ]);
      await takeUnits(database, 'wb-7');
      expect([await stockOf(catalogue), await stockOf(other)]).toEqual([
        [4, 4],
        [4, 4],
      ]);
      await returnUnits(elsewhere, 'wb-7');
      expect([await stockOf(catalogue), await stockOf(other)]).toEqual([
        [5, 5],
        [5, 5],
      ]);
    } finally {
      await elsewhere.$client.end();
    }
  });

  test('is cached while nothing changes', async () => {
    const { body } = await catalogue.list({ sort: 'price_up' });
    expect((await catalogue.list({ sort: 'price_up' })).body).toBe(body);
    expect((await catalogue.findProductAnswer('wb-11'))?.body).toBe((await catalogue.findProductAnswer('wb-11'))?.body);
  });

  test('is right for every reader among many writers', async () => {
    let max = 5;
    const readers = Array.from(
      { length: 20 },
      async () => (await catalogue.findProductAnswer('wb-7'))?.product.quantaty ?? -1,
    );
    for (let unit = 0; unit < 5; unit += 1) {
      await takeUnits(database, 'wb-7');
      max -= 1;
      expect((await catalogue.findProductAnswer('wb-7'))?.product.quantaty).toBe(max);
    }
    expect((await Promise.all(readers)).every((stock) => stock >= 0 && stock <= 5)).toBe(true);
    expect(await takeUnits(database, 'wb-7')).toBeUndefined();
  });
});

test.each(['nothing', '../wb-7', "wb-7'", 'WB-7', ''])('there is no product %j', async (id) => {
  expect(await catalogue.findProductAnswer(id)).toBeUndefined();
});
