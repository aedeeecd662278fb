import { stateWithCode } from '@bijli/contract/state-codes';
import type { Messages } from '#kernel/messages/en.ts';
import type { Invoice } from './invoices.store.ts';
import { taxSheetsPdf, type PdfOptions } from './tax-sheet.ts';

/** A sale's tax document as a PDF of one page. Throws for a document of a session. */
export function taxInvoicePdf(invoice: Invoice, messages: Messages, options?: PdfOptions): Promise<Buffer> {
  const { details, number } = invoice;
  if (!details) throw new Error(`The document ${number} is of no sale.`);
  const { supplier, recipient, placeOfSupply, against, againstOn, gstRate, quantity = 1 } = details;
  const { taxDocuments: words } = messages;
  const { name, address, city, pincode, state, gstin } = recipient;
  const registered = gstin === undefined ? [] : [`GSTIN ${gstin}`];
  const sheet = {
    document: invoice,
    about: [words.order(invoice)],
    against: against === undefined ? undefined : { number: against, issuedOn: againstOn },
    supplier,
    recipient: {
      title: words.recipient(),
      lines: [name, address, `${city} ${pincode}`, stateWithCode(state), ...registered],
    },
    placeOfSupply,
    gstRate,
    item: [[details.description, words.quantity({ quantity })] satisfies [string, string]],
    notes: [],
  };
  return taxSheetsPdf([sheet], messages, options);
}
