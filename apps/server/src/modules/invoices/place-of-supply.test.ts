import { expect, test } from 'vitest';
import { placeOfSupply, type TaxableSupply } from './place-of-supply.ts';

const MH = '27AAPFU0939F1ZV';
const KA = '29AAPFU0939F1ZR';
const CASES: [
  TaxableSupply['of'],
  string,
  Omit<TaxableSupply, 'of' | 'supplierState'>,
  string,
  'CGST + SGST' | 'IGST',
  string,
][] = [
  ['charging', 'a guest, or a driver without an address', {}, 'Maharashtra', 'CGST + SGST', '12(2)(b)(ii)'],
  ['charging', 'a driver at home', { payerState: 'Maharashtra' }, 'Maharashtra', 'CGST + SGST', '12(2)(b)(i)'],
  ['charging', 'a driver from elsewhere', { payerState: 'Karnataka' }, 'Karnataka', 'IGST', '12(2)(b)(i)'],
  ['charging', 'a business at home', { payerGstin: MH }, 'Maharashtra', 'CGST + SGST', '12(2)(a)'],
  ['charging', 'a business from elsewhere', { payerGstin: KA }, 'Karnataka', 'IGST', '12(2)(a)'],
  [
    'charging',
    'a business whose driver has an address here',
    { payerGstin: KA, payerState: 'Maharashtra' },
    'Karnataka',
    'IGST',
    '12(2)(a)',
  ],
  ['goods', 'a buyer in the State', { siteState: 'Maharashtra' }, 'Maharashtra', 'CGST + SGST', '10(1)(ca)'],
  ['goods', 'a buyer in another State', { siteState: 'Goa' }, 'Goa', 'IGST', '10(1)(ca)'],
  ['goods', 'a buyer at a pincode of no known State', {}, 'Maharashtra', 'CGST + SGST', '10(1)(ca)'],
  ['goods', 'a business that has them sent elsewhere', { payerGstin: MH, siteState: 'Goa' }, 'Goa', 'IGST', '10(1)(a)'],
  [
    'goods',
    'a business from elsewhere, sent here',
    { payerGstin: KA, siteState: 'Maharashtra' },
    'Maharashtra',
    'CGST + SGST',
    '10(1)(a)',
  ],
  ['goods', 'a business at a pincode of no known State', { payerGstin: KA }, 'Maharashtra', 'CGST + SGST', '10(1)(ca)'],
  ['installed_goods', 'a buyer in another State', { siteState: 'Goa' }, 'Goa', 'IGST', '10(1)(d)'],
  [
    'installed_goods',
    'a business from elsewhere',
    { payerGstin: KA, siteState: 'Maharashtra' },
    'Maharashtra',
    'CGST + SGST',
    '10(1)(d)',
  ],
  ['installation', 'a buyer in the State', { siteState: 'Maharashtra' }, 'Maharashtra', 'CGST + SGST', '12(3)(a)'],
  ['installation', 'a business from elsewhere', { payerGstin: KA, siteState: 'Goa' }, 'Goa', 'IGST', '12(3)(a)'],
  ['installation', 'a buyer at a pincode of no known State', {}, 'Maharashtra', 'CGST + SGST', '12(3)(a)'],
];

test.each(CASES)('%s for %s is supplied in its place, with its tax', (of, _payer, facts, state, tax, section) => {
  const kind = tax === 'IGST' ? 'inter_state' : 'intra_state';
  expect(placeOfSupply({ of, supplierState: 'Maharashtra', ...facts })).toEqual({ state, kind, section });
});

test('a GSTIN with an unknown State gives no place', () => {
  const charging = { of: 'charging', supplierState: 'Maharashtra', payerGstin: '98AAPFU0939F1ZV' } as const;
  expect(() => placeOfSupply(charging)).toThrow('98AAPFU0939F1ZV');
});

test('without a supplier there is no place', () => {
  const charging = { of: 'charging', supplierState: '' } as const;
  expect(() => placeOfSupply(charging)).toThrow('The place of supply of charging cannot be told.');
});
