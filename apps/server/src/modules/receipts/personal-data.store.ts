import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { receipts, receiptSettings } from './receipts.tables.ts';

/** A driver's receipt settings and sent receipts, for the export of personal data. */
export async function receiptsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  return {
    receipt_settings: await tx
      .select({
        is_on: receiptSettings.isOn,
        language: receiptSettings.language,
        link_to: receiptSettings.linkTo,
        link_sent_at: receiptSettings.linkSentAt,
        confirmed_email: receiptSettings.confirmedEmail,
      })
      .from(receiptSettings)
      .where(eq(receiptSettings.driverId, driverId)),
    receipts: await tx
      .select({ booking_id: receipts.bookingId, sent_at: receipts.sentAt })
      .from(receipts)
      .where(eq(receipts.driverId, driverId))
      .orderBy(desc(receipts.sentAt))
      .limit(limit),
  };
}
