import { api } from '@bijli/contract/api';
import type { Http } from '#http/calls/serve.ts';
import type { Receipts } from './index.ts';

export function receiptsRoutes({ serve }: Http, receipts: Receipts): void {
  serve(api.getReceipts, ({ driverId }) => receipts.readSettings(driverId));

  serve(api.setReceipts, ({ body, driverId, messages }) => receipts.changeReceipts(driverId, body.on, messages));

  serve(api.sendReceiptLink, async ({ driverId, messages }) => {
    await receipts.sendLink(driverId, messages);
    return { message: messages.done.receiptLinkSent() };
  });

  serve(api.confirmReceiptAddress, async ({ body, driverId, messages }) => {
    await receipts.confirmAddress(driverId, body.token, messages);
    return { message: messages.done.receiptAddressConfirmed() };
  });
}
