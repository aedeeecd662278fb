import type { Tx } from '#db/database.ts';
import { invoicesOf, taxInvoicePdf, type Invoice } from '#modules/invoices/index.ts';
import type { Mail } from './mail-sender.ts';

type Paper = Mail['attachments'][number];

/** An order's tax documents as files. */
export function orderPapers(tx: Tx) {
  const paperOf = async (invoice: Invoice): Promise<Paper> => ({
    name: `${invoice.number.replaceAll('/', '-')}.pdf`,
    type: 'application/pdf',
    content: await taxInvoicePdf(invoice),
  });
  return {
    async all(reference: string): Promise<Paper[]> {
      return Promise.all((await invoicesOf(tx, reference)).map(paperOf));
    },

    async one(reference: string, kind: string): Promise<Paper | undefined> {
      const invoice = (await invoicesOf(tx, reference)).find((paper) => paper.kind === kind);
      return invoice && paperOf(invoice);
    },
  };
}
