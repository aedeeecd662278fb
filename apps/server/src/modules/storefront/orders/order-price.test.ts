import { describe, expect, test } from 'vitest';
import { orderPriceOf } from './order-price.ts';

describe('what an order costs', () => {
  const wallbox = { pricePaise: 4_000_000, discountPaise: 3_299_900, category: 'ac' };

  test('is the discount price if there is one, and the shipping that the buyer entered', () => {
    expect(orderPriceOf(wallbox, { quantity: 1, shippingPaise: 45_000 }, 0)).toEqual({
      pricePaise: 3_299_900,
      quantity: 1,
      installationPaise: 0,
      shippingPaise: 45_000,
      totalPaise: 3_344_900,
    });
    expect(orderPriceOf({ ...wallbox, discountPaise: null }, { quantity: 1, shippingPaise: 0 }, 0).totalPaise).toBe(
      4_000_000,
    );
  });

  test('has at least the minimum shipping, and a service has none', () => {
    expect(orderPriceOf(wallbox, { quantity: 1, shippingPaise: 100 }, 25_000).shippingPaise).toBe(25_000);
    expect(
      orderPriceOf({ ...wallbox, category: 'service' }, { quantity: 1, shippingPaise: 45_000 }, 25_000).totalPaise,
    ).toBe(3_299_900);
  });

  test.each([2, 3, 7, 10])('is the price of each of %s units, and one shipping', (quantity) => {
    expect(orderPriceOf(wallbox, { quantity, shippingPaise: 45_000 }, 0)).toEqual({
      pricePaise: 3_299_900,
      quantity,
      installationPaise: 0,
      shippingPaise: 45_000,
      totalPaise: quantity * 3_299_900 + 45_000,
    });
  });

  test('has an installation of each unit, which is not shipped', () => {
    const installation = { pricePaise: 799_900, discountPaise: 699_900 };
    expect(orderPriceOf(wallbox, { quantity: 2, shippingPaise: 45_000, installation }, 0)).toEqual({
      pricePaise: 3_299_900,
      quantity: 2,
      installationPaise: 699_900,
      shippingPaise: 45_000,
      totalPaise: 2 * (3_299_900 + 699_900) + 45_000,
    });
  });
});
