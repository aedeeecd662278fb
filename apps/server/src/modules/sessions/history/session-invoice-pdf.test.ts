import { afterAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#kernel/durations.ts';
import { en, type Messages } from '#kernel/messages/en.ts';
import { hi } from '#kernel/messages/hi.ts';
import { dayFormat } from '#kernel/messages/times.ts';
import { AWAY, businessSessions, HOME } from '#testing/business-sessions.ts';
import { pdfText } from '#testing/pdf-text.ts';
import type { Begun } from '#testing/sessions-fixture.ts';
import { SESSION_RULES } from '../index.ts';
import type { Session } from '../sessions.store.ts';
import { sessionInvoicePdf } from './session-invoice-pdf.ts';

const fixture = await businessSessions();
const { sessions, begunFor, stopsAt } = fixture;
afterAll(() => fixture.close());

async function paper({ driverId, bookingId }: Begun, messages: Messages = en, history = fixture.history) {
  const payer = { id: driverId, name: 'Asha Rao', email: 'asha@example.com' };
  const { name, content } = await sessionInvoicePdf(history, payer, bookingId, messages, { isCompressed: false });
  const pages = /\/Count (\d+)/.exec(content.toString('latin1'))?.[1];
  // Amounts are written in two fonts, so in two pieces.
  return { name, pages, text: pdfText(content).replaceAll('₹\n', '₹') };
}

/** A day of `YYYY-MM-DD`. */
const inWords = (day = '') => dayFormat(en.locale)(new Date(day));

describe('the tax invoice of a session as a PDF', () => {
  test('for a driver has the facts of the charge, and CGST and SGST [TAX-25]', async () => {
    const session = await begunFor();
    await stopsAt(session, 2003);
    const { name, pages, text } = await paper(session);
    const [document] = await fixture.history.listTaxDocuments(session.bookingId);
    expect(name).toBe(`${document?.number.replaceAll('/', '-')}.pdf`);
    expect(pages).toBe('1');
    for (const line of [
      'Tax invoice\n₹17.75\nCharging of an electric vehicle · 1.003 kWh',
      `Number ${document?.number}`,
      `Date ${inWords(document?.issuedOn)}`,
      `Booking id ${session.bookingId}`,
      'Station: Test Station, 1 Test Road, Bengaluru, Karnataka 560001',
      'Bijli Charging',
      'GSTIN 29AAAAA0000A1Z5',
      'Asha Rao',
      'asha@example.com',
      'Place of supply: Karnataka (29)',
      'Charging of an electric vehicle\n1.003 kWh',
      'Price per kWh before tax\n₹15.00',
      'HSN/SAC 998714',
      'Taxable value\n₹15.05',
      'CGST 9 %\n₹1.35',
      'SGST 9 %\n₹1.35',
      'Total\n₹17.75',
      'Paid from the prepaid wallet.',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).not.toContain('IGST');
    const { startedAt } = (await fixture.history.findOfDriver(session.driverId, session.bookingId)) ?? {};
    const india = new Date((startedAt?.getTime() ?? 0) + 5.5 * HOUR_MS);
    const two = (number: number) => String(number).padStart(2, '0');
    expect(text).toContain(
      `Start: ${two(india.getUTCDate())} Nov 2026 ${two(india.getUTCHours() % 12 || 12)}:${two(india.getUTCMinutes())} `,
    );
  });

  test('for a business in the same State names only the business [TAX-25]', async () => {
    const session = await begunFor(HOME);
    await stopsAt(session, 2003);
    const { text } = await paper(session);
    for (const line of ['Rao Logistics', '4 Depot Road, Bengaluru', 'Karnataka (29)', 'GSTIN 29AAPFU0939F1ZR'])
      expect(text).toContain(`${line}\n`);
    expect(text).toContain('CGST 9 %\n₹1.35\n');
    expect(text).not.toContain('Asha Rao');
  });

  test('for a business in another State has IGST only [TAX-26]', async () => {
    const session = await begunFor(AWAY);
    await stopsAt(session, 2003);
    const { text } = await paper(session);
    for (const line of [
      'Pawar & Sons',
      'GSTIN 27AAPFU0939F1ZV',
      'Place of supply: Maharashtra (27)',
      'IGST 18 %\n₹2.70',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).not.toContain('SGST');
  });

  test('from before there were suppliers for each State has all tax as IGST if it was used in another State', async () => {
    const session = await begunFor();
    await stopsAt(session, 2003);
    const { history } = fixture;
    const before = {
      ...history,
      describeConnector: async (one: Session) => ({ ...(await history.describeConnector(one)), state: 'Kerala' }),
      listTaxDocuments: async (bookingId: string) =>
        (await history.listTaxDocuments(bookingId)).map((document) => ({ ...document, supplierId: null })),
    };
    const { text } = await paper(session, en, before);
    expect(text).toContain('Place of supply: Kerala (32)\n');
    expect(text).toContain('IGST 18 %\n₹2.70\n');
  });

  test('has a page for a credit note, which names the invoice that it corrects [TAX-28]', async () => {
    const session = await begunFor(AWAY);
    fixture.clock.advance(HOUR_MS);
    await fixture.metered(sessions, session, 2003);
    fixture.clock.advance(SESSION_RULES.noSampleMs);
    await sessions.checkSessions();
    await stopsAt(session, 1500);
    const [first] = await fixture.history.listTaxDocuments(session.bookingId);
    const { name, pages, text } = await paper(session);
    expect([name, pages]).toEqual([`${first?.number.replaceAll('/', '-')}.pdf`, '2']);
    expect(text).toContain('Credit note\n');
    expect(text).toContain(`Against invoice ${first?.number} of ${inWords(first?.issuedOn)}\n`);
    expect(text).toContain('Taken off the price of the charge.\n');
  });

  test('is in Hindi for a driver who uses Hindi', async () => {
    const session = await begunFor();
    await stopsAt(session, 2003);
    const { text } = await paper(session, hi);
    expect(text).not.toContain('Tax invoice');
    expect(text).not.toContain('?');
    // Glyphs come in the order in which they are drawn, so the letters are compared and not the words.
    for (const letter of 'टकसनवइलगड') expect(text).toContain(letter);
    expect(text).toContain('CGST 9 %\n₹1.35\n');
  });

  test('is refused for a session without a document, and for another driver’s session', async () => {
    const session = await begunFor();
    await expect(paper(session)).rejects.toMatchObject({ code: 'invoice_not_issued' });
    await stopsAt(session, 2003);
    const other = await begunFor();
    await expect(paper({ ...session, driverId: other.driverId })).rejects.toMatchObject({ code: 'charge_unknown' });
    const [document] = await fixture.history.listTaxDocuments(session.bookingId);
    const byNumber = { ...session, bookingId: document?.number ?? expect.unreachable() };
    expect((await paper(byNumber)).text).toContain(`Booking id ${session.bookingId}\n`);
    await stopsAt(other, 2003);
  });
});
