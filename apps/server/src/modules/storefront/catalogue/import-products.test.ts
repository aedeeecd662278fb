import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { testDatabase } from '#testing/database.ts';
import { PRODUCT_ROW, insertOrderOf } from '#testing/shop-fixture.ts';
import { changeOrder, findOrder } from '../orders/orders.store.ts';
import { takeUnits } from './catalogue.store.ts';
import { createCatalogue } from './catalogue.ts';
import { changeProduct, lockProducts } from './import-products.store.ts';
import { importProducts } from './import-products.ts';
import { parseProductImport } from './product-row.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});

const summary = (total: number, more: object) => ({ total, added: 0, changed: 0, unchanged: 0, refused: [], ...more });
const stockOf = async (id: string): Promise<number | undefined> =>
  (await createCatalogue(database).findProductAnswer(id))?.product.quantaty;
const skus = async (): Promise<string[]> =>
  (await createCatalogue(database).list({})).products.map(({ sku }) => sku).toSorted();

describe('a file of products', () => {
  test('is imported, and a second import changes nothing', async () => {
    const rows = [PRODUCT_ROW, { ...PRODUCT_ROW, sku: 'WB-11', max_output: 11 }];
    const before = await skus();
    expect(await importProducts(database, rows, { isDryRun: true })).toEqual(summary(2, { added: 2 }));
    expect(await skus()).toEqual(before);
    expect(await importProducts(database, rows)).toEqual(summary(2, { added: 2 }));
    expect(await importProducts(database, rows)).toEqual(summary(2, { unchanged: 2 }));
    const [first, ...others] = rows;
    const changed = [{ ...first, stock: 4 }, ...others];
    expect(await importProducts(database, changed)).toEqual(summary(2, { changed: 1, unchanged: 1 }));
    const detail = await createCatalogue(database).findProductAnswer('wb-7');
    expect(detail?.product).toMatchObject({ quantaty: 4, price: 40_000, discount_price: 32_999, max_output: 7.4 });
  });

  test('with one wrong row leaves everything as it was', async () => {
    const before = await skus();
    const rows = [
      { ...PRODUCT_ROW, sku: 'NEW-1' },
      { ...PRODUCT_ROW, sku: 'NEW-2', price: 'free' },
    ];
    expect(await importProducts(database, rows)).toEqual(
      summary(2, { added: 1, refused: [{ row: 2, sku: 'NEW-2', problem: 'price: a number is expected' }] }),
    );
    expect(await skus()).toEqual(before);
  });

  test('may have each SKU once, in capitals or not', async () => {
    const rows = [
      { ...PRODUCT_ROW, sku: 'TWICE-1' },
      { ...PRODUCT_ROW, sku: 'twice-1' },
    ];
    const { refused } = await importProducts(database, rows);
    expect(refused).toEqual([{ row: 2, sku: 'twice-1', problem: 'sku: this SKU stands in the file twice' }]);
  });

  test('has all the texts of a product in Hindi, or none', async () => {
    const row = { ...PRODUCT_ROW, sku: 'HINDI-1' };
    const texts = { name_hi: 'वॉलबॉक्स 7', use_hi: 'घर के लिए', description_hi: 'रात भर में चार्ज।' };
    const whole = { ...texts, colours_hi: 'सफ़ेद|नीम', specification_hi: ['केबल: 5 मी'] };
    const problem = 'name_hi: a text and a list in Hindi are expected for each in English';
    for (const part of [{ name_hi: 'वॉलबॉक्स 7' }, { ...whole, colours_hi: 'सफ़ेद' }, { ...whole, use_hi: '' }])
      expect((await importProducts(database, [{ ...row, ...part }])).refused).toMatchObject([{ problem }]);
    expect((await importProducts(database, [{ ...row, ...whole, name_hi: '<b>' }])).refused).toHaveLength(1);
    expect(await importProducts(database, [{ ...row, ...whole }])).toEqual(summary(1, { added: 1 }));
    expect(await importProducts(database, [{ ...row, ...whole }])).toEqual(summary(1, { unchanged: 1 }));
    const catalogue = createCatalogue(database);
    expect((await catalogue.findProductAnswer('hindi-1', 'hi'))?.product.translation).toEqual({
      language: 'hi',
      product_name: 'वॉलबॉक्स 7',
      use: 'घर के लिए',
      description: 'रात भर में चार्ज।',
      colours: ['सफ़ेद', 'नीम'],
      specification: ['केबल: 5 मी'],
    });
    expect((await catalogue.findProductAnswer('hindi-1'))?.product).not.toHaveProperty('translation');
    const found = await catalogue.list({ q: 'घर वॉलबॉक्स' }, { language: 'hi' });
    expect(found.products.map(({ sku }) => sku)).toEqual(['HINDI-1']);
    expect(await importProducts(database, [row])).toEqual(summary(1, { changed: 1 }));
    expect((await catalogue.findProductAnswer('hindi-1', 'hi'))?.product).not.toHaveProperty('translation');
  });

  test('with a SKU in other capitals changes the product', async () => {
    expect(await importProducts(database, [{ ...PRODUCT_ROW, sku: 'Case-1' }])).toEqual(summary(1, { added: 1 }));
    expect(await importProducts(database, [{ ...PRODUCT_ROW, sku: 'CASE-1' }])).toEqual(summary(1, { changed: 1 }));
    expect((await createCatalogue(database).findProductAnswer('case-1'))?.product.sku).toBe('CASE-1');
  });

  test('without stock leaves the units as they are, but must have them for a new product', async () => {
    const { stock: _, ...row } = { ...PRODUCT_ROW, sku: 'KEEPS-1' };
    expect((await importProducts(database, [{ ...PRODUCT_ROW, sku: 'KEEPS-2' }, row])).refused).toEqual([
      { row: 2, sku: 'KEEPS-1', problem: 'stock: a number is expected for a new product' },
    ]);
    expect(await stockOf('keeps-2')).toBeUndefined();
    await importProducts(database, [{ ...row, stock: 5 }]);
    await takeUnits(database, 'keeps-1');
    expect(await importProducts(database, [{ ...row, price: 50_000 }])).toEqual(summary(1, { changed: 1 }));
    expect(await importProducts(database, [{ ...row, price: '50000', stock: '' }])).toEqual(
      summary(1, { unchanged: 1 }),
    );
    expect(await stockOf('keeps-1')).toBe(4);
  });

  test('with counted stock includes units of unpaid orders, which are sold once', async () => {
    const row = { ...PRODUCT_ROW, sku: 'SHELF-1' };
    await importProducts(database, [row]);
    for (const reference of ['O-KEPT-1', 'O-KEPT-2']) {
      await takeUnits(database, 'shelf-1');
      await insertOrderOf(database, reference, { productId: 'shelf-1' });
    }
    await insertOrderOf(database, 'O-GONE', { productId: 'shelf-1', state: 'released' });
    expect(await importProducts(database, [{ ...row, stock: 7 }])).toEqual(summary(1, { changed: 1 }));
    expect(await stockOf('shelf-1')).toBe(5);
    expect(await importProducts(database, [{ ...row, stock: 7 }])).toEqual(summary(1, { unchanged: 1 }));
    await importProducts(database, [{ ...row, stock: 1 }]);
    expect(await stockOf('shelf-1')).toBe(0);
  });

  test('does not keep an order of its products from changing twice in one transaction meanwhile', async () => {
    const row = { ...PRODUCT_ROW, sku: 'MEANWHILE-1' };
    await importProducts(database, [row]);
    const { id } = await insertOrderOf(database, 'O-MEANWHILE', { productId: 'meanwhile-1' });
    const changed = { ...parseProductImport({ ...row, price: 50_000 }), position: 0, stock: 5 };
    await database.transaction(async (importing) => {
      const old = (await lockProducts(importing, [changed.id])).get(changed.id);
      if (old) await changeProduct(importing, old, changed);
      await database.transaction(async (refunding) => {
        await refunding.execute(sql`set local lock_timeout = '500ms'`);
        await changeOrder(refunding, id, { state: 'cancelled' });
        // The row is this transaction's own by now, so that PostgreSQL makes sure anew that its product exists.
        await changeOrder(refunding, id, { reason: 'refunded' });
      });
    });
    expect((await findOrder(database, 'O-MEANWHILE'))?.reason).toBe('refunded');
    expect((await createCatalogue(database).findProductAnswer('meanwhile-1'))?.product.price).toBe(50_000);
  });

  test('from a spreadsheet means the same as in JSON', async () => {
    const csv =
      '\uFEFFsku,name,use,description,category,price,discount_price,max_output,stock,images,connectors,colours,specification,hsn,gst_rate,demo\n' +
      'CSV-1,"Wallbox, 7 kW",,"Two\nlines",ac,40000.50,,7.4,3,/media/a.svg|/media/b.svg,2,White | Neem,"Cable: 5 m|IP 55",8504,5,yes\n';
    const [fromCsv] = parse(csv, { columns: true, bom: true, skip_empty_lines: true, trim: true }) as unknown[];
    const json = {
      sku: 'CSV-1',
      name: 'Wallbox, 7 kW',
      description: 'Two\nlines',
      category: 'ac',
      price: 40_000.5,
      max_output: 7.4,
      stock: 3,
      images: ['/media/a.svg', '/media/b.svg'],
      connectors: ['2'],
      colours: ['White', 'Neem'],
      specification: ['Cable: 5 m', 'IP 55'],
      hsn: '8504',
      gst_rate: 5,
      demo: true,
    };
    expect(await importProducts(database, [fromCsv])).toEqual(summary(1, { added: 1 }));
    expect(await importProducts(database, [json])).toEqual(summary(1, { unchanged: 1 }));
  });
});

test.each([
  ['sku', { sku: 'a b' }, 'sku: 2 to 40 letters, digits and hyphens are expected'],
  ['sku', { sku: undefined }, 'sku: it is missing'],
  ['name', { name: ' ' }, 'name: it is empty'],
  ['name', { name: '<b>Wallbox</b>' }, 'texts: no < and >'],
  ['use', { use: 'u'.repeat(161) }, 'use: at most 160 characters'],
  ['category', { category: 'solar' }, 'category: ac, dc, accessory or service is expected'],
  ['price', { price: 0, discount_price: null }, 'price: must be above 0'],
  ['price', { price: Number.NaN }, 'price: a number is expected'],
  ['price', { price: '1e9' }, 'price: a number is expected'],
  ['discount_price', { discount_price: 40_000 }, 'discount_price: must be above 0 and below the price'],
  ['max_output', { max_output: -1 }, 'max_output: must be above 0 and at most 1000 kW'],
  ['stock', { stock: 1.5 }, 'stock: must be a whole number from 0'],
  ['stock', { stock: -1 }, 'stock: must be a whole number from 0'],
  ['images', { images: ['javascript:alert(1)'] }, 'images: a path is expected'],
  ['hsn', { hsn: '85' }, 'hsn: 4 to 8 digits are expected'],
  ['gst_rate', { gst_rate: 50 }, 'gst_rate: must be a whole percentage'],
  ['demo', { demo: 'perhaps' }, 'demo: yes or no is expected'],
  ['colour', { colour: 'White' }, 'the row: there is no column colour'],
])('a wrong %s is named', async (_column, wrong, problem) => {
  const { refused } = await importProducts(database, [{ ...PRODUCT_ROW, sku: 'WRONG-1', ...wrong }]);
  expect(refused.map((row) => row.problem)).toEqual([problem]);
});

test('takes the word off connectors that are written Type 2, because the shop puts it before each', () => {
  const { connectors } = parseProductImport({ ...PRODUCT_ROW, connectors: ['Type 2', 'CCS2'] });
  expect(connectors).toEqual(['2', 'CCS2']);
});

test('has all mistakes of a row named at once', async () => {
  const { refused } = await importProducts(database, [{ ...PRODUCT_ROW, stock: -1, gst_rate: 2.5 }, 'no row']);
  expect(refused).toEqual([
    { row: 1, sku: 'WB-7', problem: 'stock: must be a whole number from 0; gst_rate: must be a whole percentage' },
    { row: 2, sku: '', problem: 'the row: columns are expected' },
  ]);
});
