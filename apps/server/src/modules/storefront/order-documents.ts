import type { Tx } from '#db/database.ts';
import { invoicesOf, taxInvoicePdf, type Invoice } from '#modules/invoices/index.ts';
import type { Mail } from './mail-sender.ts';

type Attachment = Mail['attachments'][number];

/** An order's tax documents as files. */
export function orderDocuments(tx: Tx) {
  const attachmentOf = async (invoice: Invoice): Promise<Attachment> => ({
    name: `${invoice.number.replaceAll('/', '-')}.pdf`,
    type: 'application/pdf',
    content: await taxInvoicePdf(invoice),
  });
  return {
    async all(reference: string): Promise<Attachment[]> {
      return Promise.all((await invoicesOf(tx, reference)).map(attachmentOf));
    },

    async one(reference: string, kind: string): Promise<Attachment | undefined> {
      const invoice = (await invoicesOf(tx, reference)).find((document) => document.kind === kind);
      return invoice && attachmentOf(invoice);
    },
  };
}
