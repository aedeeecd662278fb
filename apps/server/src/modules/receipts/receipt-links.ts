import { createHmac } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { isSameText } from '#kernel/ids.ts';
import { refuse } from './receipts.refusals.ts';

/** Long enough for a mailbox that is read once a day. */
export const RECEIPT_LINK_TTL_MS = 2 * DAY_MS;
const TOKEN = /^([0-9a-z]{1,8})\.([\w-]{32})$/;

/** Signed tokens of links that confirm an address. Each is valid for one driver, one address and a limited time. */
export function receiptLinks(secret: string) {
  const macOf = (driverId: number, email: string, end: string): string =>
    createHmac('sha256', secret).update(`receipt-address|${driverId}|${end}|${email}`).digest('base64url').slice(0, 32);
  return {
    tokenFor(driverId: number, email: string, now: Date): string {
      const end = Math.floor((now.getTime() + RECEIPT_LINK_TTL_MS) / 1000).toString(36);
      return `${end}.${macOf(driverId, email, end)}`;
    },

    /** Throws receipt_link_wrong, receipt_link_expired. */
    check(token: string, driverId: number, email: string, now: Date): void {
      const [, end = '', mac = ''] = TOKEN.exec(token) ?? [];
      if (!isSameText(mac, macOf(driverId, email, end))) refuse('receipt_link_wrong');
      if (Number.parseInt(end, 36) * SECOND_MS <= now.getTime()) refuse('receipt_link_expired');
    },
  };
}
