import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { taxIncludedIn } from '@bijli/contract/taxed-amount';
import { createSmtpSender } from '#adapters/mail/smtp.ts';
import type { Database } from '#db/database.ts';
import { TestClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import type { ShortMessage } from '#modules/accounts/index.ts';
import { getHomeSupplier } from '#modules/invoices/index.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { registeredTexts } from '#testing/registered-texts.ts';
import { INSTALLATION_ROW, PRODUCT_ROW, insertOrderOf, insertProducts } from '#testing/shop-fixture.ts';
import { partOf, smtpServer, type SmtpServer } from '#testing/smtp-server.ts';
import { insertBuyerMessage, type NewOrderRow } from '../orders/orders.store.ts';
import { createOrderDocuments } from '../sales/order-documents.ts';
import { issueSaleInvoice } from '../sales/sale-documents.ts';
import { buyerMessages, type BuyerMessageKind } from '../storefront.tables.ts';
import { createBuyerMessages } from './buyer-messages.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
let database: Database;
let smtp: SmtpServer;
let texts: ShortMessage[] = [];
let smsFails = false;
let messages: ReturnType<typeof createBuyerMessages>;

beforeAll(async () => {
  database = await testDatabase();
  await insertProducts(database, PRODUCT_ROW);
  smtp = await smtpServer();
  const documents = createOrderDocuments(database);
  messages = createBuyerMessages({
    database,
    clock,
    log: testLog,
    mail: createSmtpSender({ url: smtp.url, from: 'Bijli <orders@bijli.example>' }),
    sms: {
      async send(message) {
        if (smsFails) throw new Error('the provider is away');
        texts.push(message);
      },
    },
    linkTo: ({ reference }) => `https://bijli.example/order/${reference}?sig=abc`,
    reviewLinkTo: ({ reference }) => `https://bijli.example/order/${reference}/review?sig=def`,
    documents: (order) => documents.listFiles(order.reference, messagesFor(order.language)),
  });
});

beforeEach(async () => {
  await database.delete(buyerMessages);
  smtp.mails.length = 0;
  smtp.refusing = false;
  smtp.refused = 0;
  smsFails = false;
  texts = [];
});

let orders = 0;

async function insertDueMessage(
  kind: BuyerMessageKind,
  { amountPaise = 3_299_900, ...more }: Partial<NewOrderRow> & { amountPaise?: number } = {},
): Promise<{ id: number; reference: string }> {
  orders += 1;
  const order = await insertOrderOf(database, `O-${orders}`, { state: 'paid', paidAt: clock.now(), ...more });
  const price = taxIncludedIn(order.totalPaise, 500, 'intra_state');
  await issueSaleInvoice(database, order, { supplier: await getHomeSupplier(database), price, at: clock.now() });
  await insertBuyerMessage(database, { orderId: order.id, kind, amountPaise, dueAt: clock.now() });
  return order;
}

const row = async (orderId: number) =>
  (await database.select().from(buyerMessages).where(eq(buyerMessages.orderId, orderId)))[0];

async function sendAfter(minutes: number): Promise<void> {
  clock.advance(minutes * MINUTE_MS);
  await messages.sendDue();
}

test('a buyer is told once that the order is paid, by SMS and by e-mail with the invoice', async () => {
  const { id, reference } = await insertDueMessage('paid');
  await Promise.all([messages.sendDue(), messages.sendDue()]);
  await sendAfter(60);
  expect(smtp.mails).toHaveLength(1);
  const [{ to = '', text = '' } = {}] = smtp.mails;
  expect(to).toBe('asha@example.com');
  expect(text).toContain(`Subject: Order ${reference}: thank you`);
  expect(text).toContain('From: Bijli <orders@bijli.example>');
  expect(text).toMatch(/filename="?SH29-2627-\d{6}\.pdf/);
  expect(partOf(text, 'application/pdf').subarray(0, 5).toString()).toBe('%PDF-');
  expect(texts).toMatchObject([{ to: '9876543210', text: expect.stringContaining(`/order/${reference}?sig=abc`) }]);
  expect(await row(id)).toMatchObject({ dueAt: null, tries: 1 });
});

test.each(['en', 'hi'] as const)(
  'an SMS in %s is its registered text, with values no longer than DLT allows',
  async (language) => {
    const registered = registeredTexts(language, 'bijli.example');
    const long = {
      productName: 'A charger whose name is longer than thirty signs',
      carrier: 'C'.repeat(40),
      docket: '7',
    };
    for (const kind of ['paid', 'released', 'dispatched', 'cancelled', 'refunded'] as const) {
      texts = [];
      await insertDueMessage(kind, {
        ...long,
        language,
        ...(kind === 'released' && { state: 'released', paidAt: null }),
      });
      await messages.sendDue();
      const [sent] = texts;
      const { text, values, template }: Pick<ShortMessage, 'text' | 'values' | 'template'> =
        sent ?? expect.fail('none left');
      expect(template).toBe(`order_${kind}`);
      const filled = registered[template].replaceAll(/##(\w+)##/g, (_, name: string) => values[name] ?? `no ${name}`);
      expect(filled).toBe(text);
      for (const [name, value] of Object.entries(values)) {
        if (name !== 'link') expect([...value].length, name).toBeLessThanOrEqual(30);
      }
    }
  },
);

test.each([
  ['en', 'It should reach you in 3 to 5 days.'],
  ['hi', 'यह 3 से 5 दिन में आप तक पहुँच जाना चाहिए।'],
] as const)(
  'in %s a buyer who has paid reads when it arrives, if the order form said so',
  async (language, sentence) => {
    await insertDueMessage('paid', { language });
    await insertDueMessage('paid', { language, deliveryDaysFrom: 3, deliveryDaysTo: 5 });
    await messages.sendDue();
    const said = smtp.mails.map(({ text }) => `${text} ${partOf(text, 'text/plain')}`.replaceAll(/=?\r?\n/g, ''));
    expect(said.filter((text) => text.includes(sentence))).toHaveLength(1);
    expect(said.filter((text) => /should reach|पहुँच जाना/.test(text))).toHaveLength(1);
  },
);

test('a buyer of a visit is told of the call to agree on a day, and of no parcel', async () => {
  await insertProducts(database, { ...PRODUCT_ROW, sku: 'VISIT', category: 'service', connectors: [] });
  await insertDueMessage('paid', { productId: 'visit', deliveryDaysFrom: 4, deliveryDaysTo: 10 });
  await messages.sendDue();
  const said = smtp.mails.map(({ text }) => text.replaceAll(/\s*=?\r?\n/g, ' ')).join();
  expect(said).toContain('We will call you to fix a day for the visit. We should come in 4 to 10 days.');
  expect(said).not.toContain('leaves us');
});

test('a buyer of a charger with its installation reads of both documents, of the call, and of no installation in the parcel', async () => {
  const installed = {
    installationId: 'inst',
    installationName: 'Home installation',
    installationHsn: '9987',
    installationGstRate: 18,
    installationPaise: 699_900,
    totalPaise: 3_999_800,
  };
  await insertProducts(database, PRODUCT_ROW, INSTALLATION_ROW);
  const saidOf = async (kind: BuyerMessageKind): Promise<string> => {
    smtp.mails.length = 0;
    await insertDueMessage(kind, { ...installed, carrier: 'Surface', docket: '7204' });
    await messages.sendDue();
    return smtp.mails.map(({ text }) => text.replaceAll(/=?\r?\n/g, '')).join();
  };
  const paid = await saidOf('paid');
  expect(paid).toContain('One tax invoice for the charger and one for its installation are attached.');
  expect(paid).toContain('Once it has arrived, we call you to fix a day for the installation.');
  expect(await saidOf('dispatched')).toContain('Wallbox 7 has left us');
  expect(await saidOf('delivered')).toMatch(/Wallbox 7 has arrived. We will call you .* with its invoices:/);
  expect(await saidOf('cancelled')).toContain('One credit note for the charger and one for its installation');
});

test('a buyer of a visit that is done is not told that it has arrived', async () => {
  await insertProducts(database, PRODUCT_ROW, INSTALLATION_ROW);
  await insertDueMessage('delivered', { productId: 'inst', productName: 'Home installation', state: 'delivered' });
  await messages.sendDue();
  const said = smtp.mails.map(({ text }) => text.replaceAll(/=?\r?\n/g, '')).join();
  expect(said).toMatch(/Order O-\d+ is done: how was it/);
  expect(said).toContain('Home installation is done.');
  expect(said).not.toContain('has arrived');
});

test('a buyer whose units are partly refunded reads how many and how much, with the credit note', async () => {
  const some = { quantity: 3, refundedUnits: 2, totalPaise: 9_899_700, amountPaise: 6_599_800 };
  await insertDueMessage('units_refunded', some);
  await messages.sendDue();
  const said = smtp.mails.map(({ text }) => text.replaceAll(/=?\r?\n/g, ' ')).join();
  expect(said).toContain('a part of your money goes back');
  expect(said).toContain('application/pdf');
  expect(texts).toEqual([]);
  expect(said).toMatch(/65,998\.00 for 2 \S+ Wallbox 7/);
});

test('a buyer who has received the order is asked for a review, only by e-mail', async () => {
  await insertDueMessage('delivered', { state: 'delivered' });
  await messages.sendDue();
  const said = smtp.mails.map(({ text }) => text.replaceAll(/=?\r?\n/g, ''));
  expect(said[0]).toMatch(/Your review: https:\/\/bijli\.example\/order\/O-\d+\/review\?sig=/);
  expect(texts).toEqual([]);
});

test('a buyer who uses Hindi gets messages in Hindi', async () => {
  const hindi = { language: 'hi', localName: 'वॉलबॉक्स 7', quantity: 2, totalPaise: 6_599_800 } as const;
  await insertDueMessage('dispatched', { ...hindi, carrier: 'Surface', docket: '7204' });
  await messages.sendDue();
  expect(texts[0]?.text).toMatch(/\p{Script=Devanagari}.*Surface.*7204/u);
  expect(smtp.mails[0]?.text).toMatch(/Subject: =\?UTF-8\?/);
  expect(partOf(smtp.mails[0]?.text ?? '', 'text/plain').toString()).toContain('2 × वॉलबॉक्स 7');
});

test('a message that the mail server does not accept is tried again at growing intervals, and then given up', async () => {
  const { id } = await insertDueMessage('dispatched');
  smtp.refusing = true;
  await messages.sendDue();
  expect(smtp.refused).toBe(1);
  await sendAfter(0.9);
  expect(smtp.refused).toBe(1);
  for (const [tries, minutes] of [0.2, 5, 30, 120, 720].entries()) {
    await sendAfter(minutes);
    expect(smtp.refused).toBe(tries + 2);
  }
  expect(await row(id)).toMatchObject({ dueAt: null, mailedAt: null, tries: 6 });
  smtp.refusing = false;
  await sendAfter(10_000);
  expect([smtp.mails.length, texts.length]).toEqual([0, 0]);
});

test('a buyer whose payment could not be used reads the refunded amount, not the order’s price', async () => {
  await insertDueMessage('refunded', { amountPaise: 3_299_800 });
  await messages.sendDue();
  expect(texts[0]?.text).toContain('₹32,998.00 ');
  expect(smtp.mails[0]?.text).toMatch(/Order O-\d+: your money goes back/);
});

test.each(['en', 'hi'] as const)(
  'nothing that a stranger wrote is sent before there is a payment, in %s',
  async (language) => {
    const stranger = { state: 'released', paidAt: null, language, buyerName: 'Win at evil.example' } as const;
    await insertDueMessage('released', stranger);
    await messages.sendDue();
    const [{ text = '' } = {}] = smtp.mails;
    const said = [text, partOf(text, 'text/plain').toString(), texts[0]?.text].join('\n');
    expect(said).toMatch(/(Order|ऑर्डर) O-\d+/);
    expect(said).not.toContain('evil.example');
  },
);

test('an order that was paid in the end is not called unpaid', async () => {
  const paid = await insertDueMessage('released', { state: 'paid' });
  const open = await insertDueMessage('released', { state: 'released', paidAt: null });
  await messages.sendDue();
  expect(smtp.mails.map(({ text }) => /Order (O-\d+) was not paid/.exec(text)?.[1])).toEqual([open.reference]);
  expect(texts).toHaveLength(1);
  expect(await row(paid.id)).toMatchObject({ dueAt: null, mailedAt: null });
});

test('an e-mail that was sent is not sent again because the SMS failed', async () => {
  const { id } = await insertDueMessage('paid');
  smsFails = true;
  await messages.sendDue();
  await sendAfter(2);
  smsFails = false;
  await sendAfter(6);
  expect([smtp.mails.length, texts.length]).toEqual([1, 1]);
  expect(await row(id)).toMatchObject({ dueAt: null, tries: 3 });
});

test('one message that cannot be sent delays no other', async () => {
  await insertDueMessage('paid', { email: 'not an address' });
  await insertDueMessage('paid');
  await messages.sendDue();
  expect(smtp.mails.map(({ to }) => to)).toContain('asha@example.com');
  expect(texts.length).toBeGreaterThan(0);
});
