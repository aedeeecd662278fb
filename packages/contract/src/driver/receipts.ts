import * as z from 'zod/mini';
import { done, ownCall } from '../endpoint.ts';

const receiptsReply = z.object({
  success: z.literal(true),
  /** The e-mail address of the profile. Empty until the driver gives one. */
  email: z.string(),
  /** Receipts are sent to a confirmed address only. */
  state: z.enum(['unconfirmed', 'link_sent', 'confirmed']),
  /** True if the driver wants receipts. */
  on: z.boolean(),
});
export type ReceiptsReply = z.infer<typeof receiptsReply>;

export const receipts = {
  getReceipts: ownCall('GET', '/api-v1/user/receipts', {
    area: 'accounts',
    limit: 'read',
    summary: 'Whether receipts of charges go to the driver by e-mail, and whether the address is confirmed.',
    reply: receiptsReply,
  }),
  setReceipts: ownCall('POST', '/api-v1/user/receipts', {
    area: 'accounts',
    limit: 'write',
    summary:
      'Turns receipts by e-mail on or off. On with an address that is not confirmed, a link to confirm it is sent, refused as by `/receipts/link`.',
    body: z.object({ on: z.boolean() }),
    reply: receiptsReply,
  }),
  sendReceiptLink: ownCall('POST', '/api-v1/user/receipts/link', {
    area: 'accounts',
    limit: 'write',
    summary:
      'Sends a link that confirms the driver’s e-mail address. Refused with `receipt_email_missing`, beyond five a day with `receipt_link_limit`, and with `mail_failed`.',
    body: z.object({}),
    reply: done,
  }),
  confirmReceiptAddress: ownCall('POST', '/api-v1/user/receipts/confirm', {
    area: 'accounts',
    limit: 'write',
    summary:
      'Confirms the address whose link the driver has opened. Refused with `receipt_link_wrong`, also once the address is another one, and with `receipt_link_expired` after two days.',
    body: z.object({ token: z.string() }),
    reply: done,
  }),
};
