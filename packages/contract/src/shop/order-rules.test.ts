import { describe, expect, test } from 'vitest';
import { enteredTotal, orderProblems, orderTotalPaise } from './order-rules.ts';

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

  test.each(['जयपुर', 'கோவை 7'])('whose address is %s is long enough, because vowel signs count', (address) => {
    expect(orderProblems({ ...fields, address })).toEqual({});
  });

  test('for a State that does not have the pincode is reported at the State', () => {
    expect(orderProblems({ ...fields, state: 'Karnataka' })).toEqual({});
    expect(orderProblems({ ...fields, state: 'Kerala' })).toEqual({ state: 'invalid' });
    expect(orderProblems({ ...fields, state: 'Kerala', pincode: '56' })).toEqual({ pincode: 'invalid' });
  });

  test.each(['1', '2', '9', '10'])(
    'of %s units can be sent, and costs that many times the price [ORDER-19]',
    (quantity) => {
      expect(orderProblems({ ...fields, quantity })).toEqual({});
      expect(enteredTotal(32_999, { quantity, shipping: '450' })).toBe(Number(quantity) * 32_999 + 450);
    },
  );

  test.each(['0', '11', '1.5', '-1', '1e1', 'two'])('of %s units cannot be sent [ORDER-19]', (quantity) => {
    expect(orderProblems({ ...fields, quantity })).toEqual({ quantity: 'invalid' });
  });
});

test('the total of an order is exact to the paisa, in paise and in the rupees of a form', () => {
  expect(orderTotalPaise(3_299_929, 3, 45_010)).toBe(9_944_797);
  expect(enteredTotal(32_999.29, { quantity: '3', shipping: '450.1' })).toBe(99_447.97);
  expect(enteredTotal(32_999.29, { quantity: '', shipping: '' })).toBe(32_999.29);
});
