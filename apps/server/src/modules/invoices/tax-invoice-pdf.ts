import { stateWithCode } from '@bijli/contract/state-codes';
import type { Messages } from '#kernel/messages/en.ts';
import type { Invoice } from './invoices.store.ts';
import { taxSheetsPdf, type PdfOptions } from './tax-sheet.ts';

/** Tax documents of a sale as a PDF, a page each. Throws for a document of a session. */
export function taxInvoicesPdf(
  [first, ...more]: [Invoice, ...Invoice[]],
  messages: Messages,
  options?: PdfOptions,
): Promise<Buffer> {
  return taxSheetsPdf([sheetOf(first, messages), ...more.map((one) => sheetOf(one, messages))], messages, options);
}

function sheetOf(invoice: Invoice, messages: Messages) {
  const { details, number } = invoice;
  if (!details) throw new Error(`The document ${number} does not belong to a sale.`);
  const { supplier, recipient, placeOfSupply, against, againstOn, gstRate, quantity = 1 } = details;
  const { taxDocuments: words } = messages;
  const { name, address, city, pincode, state, gstin } = recipient;
  const registered = gstin === undefined ? [] : [`GSTIN ${gstin}`];
  return {
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
}
