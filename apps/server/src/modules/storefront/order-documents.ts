import type { Tx } from '#db/database.ts';
import type { Messages } from '#kernel/messages/en.ts';
import {
  invoicesOf,
  taxDocumentFile,
  taxInvoicePdf,
  type Invoice,
  type TaxDocumentFile,
} from '#modules/invoices/index.ts';

/** An order's tax documents as files. */
export function orderDocuments(tx: Tx) {
  const fileOf = async (invoice: Invoice, messages: Messages): Promise<TaxDocumentFile> =>
    taxDocumentFile(invoice.number, await taxInvoicePdf(invoice, messages));
  return {
    async all(reference: string, messages: Messages): Promise<TaxDocumentFile[]> {
      const documents = await invoicesOf(tx, reference);
      return Promise.all(documents.map((document) => fileOf(document, messages)));
    },

    async one(reference: string, kind: string, messages: Messages): Promise<TaxDocumentFile | undefined> {
      const invoice = (await invoicesOf(tx, reference)).find((document) => document.kind === kind);
      return invoice && fileOf(invoice, messages);
    },
  };
}
