import type { Tx } from '#db/database.ts';
import type { Messages } from '#kernel/messages/en.ts';
import {
  listInvoicesOf,
  taxDocumentFile,
  taxInvoicesPdf,
  type Invoice,
  type TaxDocumentFile,
} from '#modules/invoices/index.ts';

/** The tax documents of an order as PDF files. */
export function createOrderDocuments(tx: Tx) {
  const fileOf = async (documents: [Invoice, ...Invoice[]], messages: Messages): Promise<TaxDocumentFile> =>
    taxDocumentFile(
      documents.map(({ number }) => number),
      await taxInvoicesPdf(documents, messages),
    );
  return {
    async listFiles(reference: string, messages: Messages): Promise<TaxDocumentFile[]> {
      const documents = await listInvoicesOf(tx, reference);
      return Promise.all(documents.map((document) => fileOf([document], messages)));
    },

    /** All documents of a kind in one file, a page each. */
    async findFile(reference: string, kind: string, messages: Messages): Promise<TaxDocumentFile | undefined> {
      const [first, ...more] = (await listInvoicesOf(tx, reference)).filter((document) => document.kind === kind);
      return first && fileOf([first, ...more], messages);
    },
  };
}
