import { describe, expect, test } from 'vitest';
import { orderPriceOf } from './order-price.ts';

describe('what an order costs', () => {
  const wallbox = { pricePaise: 4_000_000, discountPaise: 3_299_900, category: 'ac' };

  test('is the discount price where there is one, and the shipping that the buyer wrote', () => {
    expect(orderPriceOf(wallbox, 45_000, 0)).toEqual({
      pricePaise: 3_299_900,
      shippingPaise: 45_000,
      totalPaise: 3_344_900,
    });
    expect(orderPriceOf({ ...wallbox, discountPaise: null }, 0, 0).totalPaise).toBe(4_000_000);
  });

  test('holds to the least shipping, and ships nothing for a service', () => {
    expect(orderPriceOf(wallbox, 100, 25_000).shippingPaise).toBe(25_000);
    expect(orderPriceOf({ ...wallbox, category: 'service' }, 45_000, 25_000).totalPaise).toBe(3_299_900);
  });
});
