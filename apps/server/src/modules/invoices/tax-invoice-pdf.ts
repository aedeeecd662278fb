import { stateWithCode } from '@bijli/contract/state-codes';
import type { Invoice } from './invoices.store.ts';
import { createPdfPage } from './pdf-page.ts';

const TITLE: Record<string, string> = {
  invoice: 'Tax invoice',
  supplement: 'Supplementary invoice',
  credit_note: 'Credit note',
};

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const inr = (paise: number): string => `₹${money.format(paise / 100)}`;

/** A sale's tax document as a PDF of one page, with what rules 46 and 53 of the CGST rules ask for. Throws for a document of a session. */
export function taxInvoicePdf(invoice: Invoice, { compress = true }: { compress?: boolean } = {}): Promise<Buffer> {
  const { details, number } = invoice;
  if (!details) throw new Error(`The document ${number} is of no sale.`);
  const { supplier, recipient, placeOfSupply, against, againstOn, gstRate } = details;
  const title = TITLE[invoice.kind] ?? 'Tax document';
  const page = createPdfPage(`${title} ${number}`, { compress });

  page.title(title);
  page.lines(`Number ${number}`, `Date ${invoice.issuedOn}`, `Order ${invoice.reference}`);
  if (against !== undefined) page.lines(`Against invoice ${against}${againstOn ? ` of ${againstOn}` : ''}`);
  page.space();
  page.note('Supplier');
  page.lines(supplier.name, supplier.address, stateWithCode(supplier.state), `GSTIN ${supplier.gstin}`);
  page.space();
  page.note('Recipient and place of delivery');
  const town = `${recipient.city} ${recipient.pincode}`;
  page.lines(recipient.name, recipient.address, town, stateWithCode(recipient.state));
  page.lines(`Place of supply: ${stateWithCode(placeOfSupply)}`);
  page.space();
  page.rule();
  page.row(details.description, '1 unit');
  page.row(`HSN/SAC ${invoice.taxCode}`, '');
  page.rule();
  page.row('Taxable value', inr(invoice.taxablePaise));
  if (placeOfSupply === supplier.state) {
    page.row(`CGST ${gstRate / 2} %`, inr(invoice.cgstPaise));
    page.row(`SGST ${gstRate / 2} %`, inr(invoice.sgstPaise));
  } else page.row(`IGST ${gstRate} %`, inr(invoice.igstPaise));
  page.rule();
  page.total('Total', inr(invoice.totalPaise));
  page.space();
  page.note('Tax is not payable on reverse charge. Issued electronically; no signature is needed.');
  return page.file();
}
