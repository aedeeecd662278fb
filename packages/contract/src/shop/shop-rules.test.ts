import { describe, expect, test } from 'vitest';
import { laterDelivery, matchingProducts } from './shop-rules.ts';

describe('related products', () => {
  const one = (id: string, category: string, connector: string[], kw = 0) => ({
    id,
    category,
    connector,
    product_name: id,
    sku: id,
    description: '',
    price: 1,
    max_output: kw,
    quantaty: 1,
    images: [],
    color_variant: [],
    specification: [],
  });
  const [wallbox, lev] = [one('wallbox', 'ac', ['2'], 7.4), one('lev', 'ac', ['6'], 3)];
  const [large, fast] = [one('large', 'ac', ['2'], 22), one('fast', 'dc', ['CCS2'], 60)];
  const [cable, visit] = [one('cable', 'accessory', ['2']), one('visit', 'service', [])];
  const all = [wallbox, lev, large, fast, cable, visit];
  test.each([
    [wallbox, ['cable', 'visit']],
    [lev, ['visit']],
    // Installed by a quote.
    [large, ['cable']],
    [fast, []],
    [cable, ['wallbox', 'large']],
    [visit, ['wallbox', 'lev']],
  ])('are cables and fittings, or the chargers that they are for, and never competing products', (product, ids) => {
    expect(matchingProducts(product, all).map(({ id }) => id)).toEqual(ids);
  });

  test('are no cables for a charger with a cable of its own', () => {
    const tethered = { ...wallbox, id: 'tethered', specification: ['Cable: 5 m tethered Type 2'] };
    expect(matchingProducts(tethered, all).map(({ id }) => id)).toEqual(['visit']);
    expect(matchingProducts(cable, [tethered, large]).map(({ id }) => id)).toEqual(['large']);
  });
});

describe('the delivery of a product to a pincode', () => {
  const days = (from: number, to: number) => ({ days_from: from, days_to: to });

  test.each([
    [days(3, 7), days(1, 9), days(3, 9)],
    [days(3, 7), null, days(3, 7)],
    [undefined, days(1, 9), days(1, 9)],
    [undefined, null, null],
  ])('%j and %j are %j', (ofProduct, ofPincode, both) => {
    expect(laterDelivery(ofProduct, ofPincode)).toEqual(both);
  });
});
