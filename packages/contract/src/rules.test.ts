import { describe, expect, test } from 'vitest';
import { distanceKm } from './geo.ts';
import { paiseOf } from './money.ts';
import { orderProblems, orderTotal } from './order-rules.ts';
import { isRegistrationNumber, normalizeRegistrationNumber } from './registration-number.ts';
import { laterDelivery, matchingProducts } from './shop-rules.ts';
import { minutesLeft } from './time.ts';

describe('distances', () => {
  test('are great circles on a sphere of 6371 km [CONST-4]', () => {
    const delhi = { latitude: 28.6139, longitude: 77.209 };
    const mumbai = { latitude: 19.076, longitude: 72.8777 };
    expect(distanceKm(delhi, mumbai).toFixed(1)).toBe('1148.1');
    const bengaluru = { latitude: 12.9716, longitude: 77.5946 };
    expect(distanceKm(bengaluru, { latitude: 12.9352, longitude: 77.6245 }).toFixed(1)).toBe('5.2');
  });
});

describe('an order', () => {
  const fields = {
    quantity: '1',
    installation: '',
    name: 'अ',
    email: 'a@b.in',
    mobile: '9845012207',
    city: '7',
    pincode: '560038',
    shipping: '0',
    address: 'ம 14, 12',
    gstin: '',
    state: '',
  };
  test('whose name, city or address has no letter or digit is reported as incomplete', () => {
    expect(orderProblems(fields)).toEqual({});
    expect(orderProblems({ ...fields, name: '\u200D\uFE0F', city: '--', address: '🚗' })).toEqual({
      name: 'missing',
      city: 'missing',
      address: 'missing',
    });
  });

  test.each(['x', '12', '- a, b 1 -'])('whose address is only %s cannot be sent from the form', (address) => {
    expect(orderProblems({ ...fields, address })).toEqual({ address: 'invalid' });
  });

  test.each(['1', '2', '9', '10'])(
    'of %s units can be sent, and costs that many times the price [ORDER-19]',
    (quantity) => {
      expect(orderProblems({ ...fields, quantity })).toEqual({});
      expect(orderTotal(32_999, '450', quantity)).toBe(Number(quantity) * 32_999 + 450);
    },
  );

  test.each(['0', '11', '1.5', '-1', '1e1', 'two'])('of %s units cannot be sent [ORDER-19]', (quantity) => {
    expect(orderProblems({ ...fields, quantity })).toEqual({ quantity: 'invalid' });
  });
});

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

describe('time left', () => {
  test.each([
    [0, 197],
    [20, 157],
    [50, 97],
    [80, 37],
    [90, 17],
    [95, 8],
    [100, 0],
  ])('at %i percent is %i minutes [CONST-8] [CHARGE-11]', (soc, minutes) => {
    expect(minutesLeft(soc)).toBe(minutes);
  });
});

describe('registration numbers', () => {
  test.each(['MH12AB1234', 'MH121234', 'MH12123', 'MH12ABCD123'])('%s is accepted [VEHICLE-6]', (number) => {
    expect(isRegistrationNumber(number)).toBe(true);
  });

  test.each([
    'mh12ab1234',
    'MH 12 AB 1234',
    'MH-12-AB-1234',
    'MH12ABCDE1234',
    'MH12AB12',
    'MH12AB12345',
    'DL1CAB1234',
    '22BH1234AA',
  ])('%s is refused [VEHICLE-7]', (number) => {
    expect(isRegistrationNumber(number)).toBe(false);
  });

  test('are normalized while they are typed', () => {
    expect(normalizeRegistrationNumber('mh-12 ab 1234')).toBe('MH12AB1234');
  });
});

describe('rupees', () => {
  test('are whole paise or nothing', () => {
    expect(paiseOf(500)).toBe(50_000);
    expect(paiseOf(0.29)).toBe(29);
    expect(paiseOf(1.005)).toBeUndefined();
    expect(paiseOf(Number.NaN)).toBeUndefined();
    expect(paiseOf(Number.POSITIVE_INFINITY)).toBeUndefined();
  });
});
