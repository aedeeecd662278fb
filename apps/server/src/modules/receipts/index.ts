import type { ReceiptsReply } from '@bijli/contract/receipts';
import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { JobQueues } from '#jobs/job-queues.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { Messages } from '#kernel/messages/en.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import type { Accounts, DeletionRequest } from '#modules/accounts/index.ts';
import type { SessionHistory } from '#modules/sessions/history/index.ts';
import { sessionEvent, sessionInvoicePdf } from '#modules/sessions/index.ts';
import type { MailSender } from '#modules/storefront/index.ts';
import { RECEIPT_LINK_TTL_MS, receiptLinks } from './receipt-links.ts';
import { refuse } from './receipts.refusals.ts';
import * as store from './receipts.store.ts';

export { receiptsData } from './personal-data.store.ts';

/** Maximum of links that one driver gets in a day, because the address may be another person's. */
const MAX_LINKS_A_DAY = 5;
/** For this time after the end of a session no second receipt is sent. */
const KEEP_RECEIPTS_MS = 90 * DAY_MS;
/** The queue of receipts to send. The key is the session's `bookingId`. */
export const RECEIPTS_JOB = 'receipts';

export interface ReceiptsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  events: Events;
  jobs: Pick<JobQueues, 'add'>;
  accounts: Pick<Accounts, 'getDriver'>;
  history: SessionHistory;
  mail: MailSender;
  /** Signs links. */
  secret: string;
  publicUrl: string;
}

export type Receipts = ReturnType<typeof createReceipts>;

/** Receipts of sessions by e-mail, to an address that its owner has confirmed. */
export function createReceipts({
  database,
  clock,
  log,
  events,
  jobs,
  accounts,
  history,
  mail,
  ...options
}: ReceiptsOptions) {
  const { publicUrl } = options;
  const links = receiptLinks(options.secret);
  const host = new URL(publicUrl).hostname;

  events.on(sessionEvent, async (tx, { kind, driverId, bookingId }) => {
    if (kind !== 'ended' && kind !== 'corrected') return;
    const settings = await store.findReceiptSettings(tx, driverId);
    if (!settings?.isOn || settings.confirmedEmail === '') return;
    if (await store.saveReceipt(tx, bookingId, driverId)) await jobs.add(tx, RECEIPTS_JOB, bookingId);
  });

  /** The address and language for receipts. Undefined if the driver wants none or has not confirmed the address. */
  async function recipientOf(driverId: number) {
    const settings = await store.findReceiptSettings(database, driverId);
    if (!settings?.isOn) return undefined;
    const driver = await accounts.getDriver(driverId);
    return settings.confirmedEmail === driver.email ? { driver, messages: messagesFor(settings.language) } : undefined;
  }

  function stateOf(settings: store.ReceiptSettings | undefined, email: string): ReceiptsReply['state'] {
    if (email !== '' && settings?.confirmedEmail === email) return 'confirmed';
    const sentAt = settings?.linkTo === email ? settings.linkSentAt : null;
    return sentAt && clock.now().getTime() - sentAt.getTime() < RECEIPT_LINK_TTL_MS ? 'link_sent' : 'unconfirmed';
  }

  async function readSettings(driverId: number): Promise<Omit<ReceiptsReply, 'success'>> {
    const [{ email }, settings] = await Promise.all([
      accounts.getDriver(driverId),
      store.findReceiptSettings(database, driverId),
    ]);
    return { email, state: stateOf(settings, email), on: settings?.isOn ?? false };
  }

  /** Sends the link, counted before it is sent. If it could not be sent, the driver may request it again at once. */
  async function sendLink(driverId: number, messages: Messages): Promise<void> {
    const { email } = await accounts.getDriver(driverId);
    if (email === '') refuse('receipt_email_missing');
    const now = clock.now();
    await database.transaction(async (tx) => {
      const { linksSince, links: sent } = await store.lockReceiptSettings(tx, driverId, messages.language);
      const isToday = linksSince !== null && now.getTime() - linksSince.getTime() < DAY_MS;
      if (isToday && sent >= MAX_LINKS_A_DAY) refuse('receipt_link_limit', { max: MAX_LINKS_A_DAY });
      const counted = isToday ? { links: sent + 1 } : { links: 1, linksSince: now };
      await store.changeReceiptSettings(tx, driverId, { ...counted, linkTo: email, linkSentAt: now });
    });
    const link = `${publicUrl}/profile?confirm=${links.tokenFor(driverId, email, now)}`;
    const { subject, text } = messages.receipts.link;
    try {
      await mail.send({ to: email, subject: subject(), text: text({ link }), attachments: [] });
    } catch (error) {
      log.warn({ event: 'mail.link_not_sent', error }, 'a link to confirm an address could not be sent');
      await store.changeReceiptSettings(database, driverId, { linkSentAt: null });
      refuse('mail_failed');
    }
  }

  /** Sends a receipt to the confirmed address. Returns false if none is confirmed, or if there is no invoice. */
  async function mailReceipt({ bookingId, driverId }: store.Receipt): Promise<boolean> {
    const recipient = await recipientOf(driverId);
    const session = recipient && (await history.findOfDriver(driverId, bookingId));
    if (!session || (await history.listTaxDocuments(bookingId)).length === 0) return false;
    const { driver, messages } = recipient;
    const receiptMessages = messages.receipts.receipt;
    const [file, place] = await Promise.all([
      sessionInvoicePdf(history, driver, bookingId, messages),
      history.describeConnector(session),
    ]);
    const facts = {
      station: place.stationName,
      energy: `${(session.energyWh / 1000).toFixed(2)} kWh`,
      link: `${publicUrl}/payment-details?id=${bookingId}`,
    };
    await mail.send({
      id: `${bookingId}@${host}`,
      to: driver.email,
      subject: receiptMessages.subject(facts),
      text: receiptMessages.text(facts),
      attachments: [file],
    });
    return true;
  }

  return {
    /** The state of a driver's receipts. */
    readSettings,

    /**
     * Turns receipts on or off. If the address is not confirmed, turning them on sends the link, unless one was just
     * sent.
     */
    async changeReceipts(driverId: number, isOn: boolean, messages: Messages): Promise<Omit<ReceiptsReply, 'success'>> {
      const { language } = messages;
      await database.transaction(async (tx) => {
        await store.lockReceiptSettings(tx, driverId, language);
        await store.changeReceiptSettings(tx, driverId, { isOn, language });
      });
      const { state } = await readSettings(driverId);
      if (isOn && state === 'unconfirmed') await sendLink(driverId, messages);
      return readSettings(driverId);
    },

    /** Throws receipt_email_missing, receipt_link_limit, mail_failed. */
    sendLink,

    /** Confirms the address that a link was signed for. Throws receipt_link_wrong, receipt_link_expired. */
    async confirmAddress(driverId: number, token: string, { language }: Messages): Promise<void> {
      const { email } = await accounts.getDriver(driverId);
      links.check(token, driverId, email, clock.now());
      await database.transaction(async (tx) => {
        await store.lockReceiptSettings(tx, driverId, language);
        await store.changeReceiptSettings(tx, driverId, { confirmedEmail: email });
      });
    },

    /** Sends the receipt of a session, unless it was sent or is no longer wanted. A second try has the same id. */
    async send(bookingId: string): Promise<void> {
      const receipt = await store.findReceipt(database, bookingId);
      if (!receipt || receipt.sentAt) return;
      if (await mailReceipt(receipt)) await store.changeReceipt(database, bookingId, { sentAt: clock.now() });
    },

    /** Purges receipts a while after their session, sent or not. */
    purgeExpired: (): Promise<void> =>
      store.purgeReceipts(database, new Date(clock.now().getTime() - KEEP_RECEIPTS_MS)),

    /** Erases everything about a driver, in the transaction that erases the account. */
    eraseDriver: (tx: Tx, { driverId }: DeletionRequest): Promise<void> => store.deleteOfDriver(tx, driverId),
  };
}
