import { describe, expect, test } from 'vitest';
import { en } from '#kernel/messages/en.ts';
import { pdfText } from '#testing/pdf-text.ts';
import type { Invoice } from './invoices.store.ts';
import { taxInvoicesPdf } from './tax-invoice-pdf.ts';

const invoice: Invoice = {
  number: 'SH/2627/000042',
  series: 'SH',
  financialYear: '2627',
  serial: 42,
  reference: 'O-7KQ2MX9W4T',
  kind: 'invoice',
  issuedOn: '2026-11-20',
  issuedAt: new Date('2026-11-20T10:00:00Z'),
  taxCode: '8504',
  supplierId: null,
  energyWh: null,
  taxablePaise: 3_142_762,
  cgstPaise: 78_569,
  sgstPaise: 78_569,
  igstPaise: 0,
  totalPaise: 3_299_900,
  details: {
    supplier: { name: 'Bijli Charging', address: 'Plot 1, Bengaluru', gstin: '29AAAAA0000A1Z5', state: 'Karnataka' },
    recipient: { name: 'Asha Rao', address: '14, 3rd Cross', city: 'Mysuru', pincode: '570001', state: 'Karnataka' },
    placeOfSupply: 'Karnataka',
    description: 'Wallbox 7, Neem',
    gstRate: 5,
  },
};
const details = invoice.details ?? expect.unreachable();

const textOf = async (document: Invoice): Promise<string> => {
  // Amounts are written in two fonts, so in two pieces.
  return pdfText(await taxInvoicesPdf([document], en, { isCompressed: false })).replaceAll('₹\n', '₹');
};

describe('a tax invoice', () => {
  test('has what rule 46 demands, and CGST and SGST within the State [TAX-6]', async () => {
    const text = await textOf(invoice);
    for (const line of [
      'Tax invoice\n₹32,999.00\nWallbox 7, Neem · 1 unit',
      'Number SH/2627/000042',
      'Date 20 Nov 2026',
      'Bijli Charging',
      'Plot 1, Bengaluru',
      'GSTIN 29AAAAA0000A1Z5',
      'Asha Rao',
      '14, 3rd Cross',
      'Mysuru 570001',
      'Place of supply: Karnataka (29)',
      'Wallbox 7, Neem',
      '1 unit',
      'HSN/SAC 8504',
      'Taxable value\n₹31,427.62',
      'CGST 2.5 %\n₹785.69',
      'SGST 2.5 %\n₹785.69',
      'Total\n₹32,999.00',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toContain('IGST');
  });

  test('has IGST for another State, also if the rate is 0 [TAX-7]', async () => {
    const away = { ...details, placeOfSupply: 'Kerala', recipient: { ...details.recipient, state: 'Kerala' } };
    const taxes = { cgstPaise: 0, sgstPaise: 0, igstPaise: 157_138 };
    const text = await textOf({ ...invoice, ...taxes, details: away });
    expect(text).toContain('Place of supply: Kerala (32)\n');
    expect(text).toContain('IGST 5 %\n₹1,571.38\n');
    expect(text).not.toContain('SGST');
    const free = await textOf({ ...invoice, ...taxes, igstPaise: 0, details: { ...away, gstRate: 0 } });
    expect(free).toContain('IGST 0 %\n₹0.00\n');
    expect(free).not.toContain('SGST');
  });

  test('names a buyer who writes in Hindi, in letters that the file contains', async () => {
    const recipient = { ...details.recipient, name: 'श्रीमती आशा राव', address: '१४, गांधी मार्ग (MG Road)' };
    const file = await taxInvoicesPdf([{ ...invoice, details: { ...details, recipient } }], en, {
      isCompressed: false,
    });
    const text = pdfText(file);
    expect(text).not.toContain('?');
    // Glyphs come in the order in which they are drawn, so the letters are compared and not the words.
    for (const letter of 'शरमतआवगधग१४') expect(text).toContain(letter);
    expect(text).toContain('MG Road');
    expect(file.toString('latin1')).toMatch(/\/FontFile2/);
  });

  test('that is cancelled gets a credit note which names it and its date [TAX-8]', async () => {
    const note = { ...invoice, number: 'CN/2627/000001', kind: 'credit_note', issuedOn: '2026-12-01' };
    const against = { against: invoice.number, againstOn: invoice.issuedOn };
    const text = await textOf({ ...note, details: { ...details, ...against } });
    expect(text).toContain('Credit note\n');
    expect(text).toContain('Date 01 Dec 2026\n');
    expect(text).toContain('Against invoice SH/2627/000042 of 20 Nov 2026\n');
  });

  test('with the longest name and address stays on one page', async () => {
    const recipient = { ...details.recipient, name: 'N'.repeat(80), address: 'Lane '.repeat(80), city: 'C'.repeat(80) };
    const file = await taxInvoicesPdf(
      [{ ...invoice, details: { ...details, recipient, description: 'W '.repeat(60) } }],
      en,
    );
    expect(file.toString('latin1')).toContain('/Count 1');
  });
});
