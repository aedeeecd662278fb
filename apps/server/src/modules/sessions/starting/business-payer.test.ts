import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#kernel/durations.ts';
import { en } from '#kernel/messages/en.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { AWAY, businessSessions, HOME } from '#testing/business-sessions.ts';
import type { Begun } from '#testing/sessions-fixture.ts';
import { paymentDetails } from '../history/payment-details.ts';
import { SESSION_RULES, sessionsCheck } from '../index.ts';

const fixture = await businessSessions();
const { sessions, begunFor, stopsAt } = fixture;
afterAll(() => fixture.close());
afterEach(async () => expect(await listLedgerProblems(fixture.database, [walletCheck, sessionsCheck])).toEqual([]));

/** A sample, and then nothing for so long that the session is closed on what is known. */
async function fallsSilentAt(session: Begun, registerWh: number): Promise<void> {
  fixture.clock.advance(HOUR_MS);
  await fixture.metered(sessions, session, registerWh);
  fixture.clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
}

const taxesOf = async ({ bookingId }: Begun) =>
  (await fixture.history.listTaxDocuments(bookingId)).map(
    ({ kind, taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise }) => [
      kind,
      { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise },
    ],
  );
const shown = ({ driverId, bookingId }: Begun) => paymentDetails(fixture.history, driverId, bookingId, en);
const freeOf = async ({ driverId }: Begun) => (await fixture.wallet.readBalance(fixture.database, driverId)).freePaise;

/** What came onto each account of the company for a session. */
async function earnedOf({ bookingId }: Begun): Promise<Record<string, number>> {
  const { rows } = await fixture.database.$client.query<{ kind: string; paise: number }>(
    `select a.kind, sum(e.amount_paise)::int as paise from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.reference = $1 and a.driver_id is null group by a.kind order by a.kind`,
    [bookingId],
  );
  return Object.fromEntries(rows.map(({ kind, paise }) => [kind, paise]));
}

describe('the invoice of a session', () => {
  // 1.003 units are ₹15.05, of which 9 % is 135.45 paise; 18 % would be 270.9.
  const INSIDE = { taxablePaise: 1505, cgstPaise: 135, sgstPaise: 135, igstPaise: 0, totalPaise: 1775 };
  const OUTSIDE = { taxablePaise: 1505, cgstPaise: 0, sgstPaise: 0, igstPaise: 270, totalPaise: 1775 };

  test('of a driver who charges privately names no business and has CGST and SGST [TAX-25]', async () => {
    const session = await begunFor(undefined);
    await stopsAt(session, 2003);
    expect(await taxesOf(session)).toEqual([['invoice', INSIDE]]);
    expect(await earnedOf(session)).toEqual({ cgst: 135, revenue: 1505, sgst: 135 });
    const { tax } = await shown(session);
    expect(tax).toMatchObject({ place_of_supply: 'Karnataka', documents: [{ cgst: 1.35, sgst: 1.35 }] });
    expect(tax).not.toHaveProperty('recipient');
    expect(tax?.documents[0]).not.toHaveProperty('igst');
  });

  test('of a business in the same State has its name, address and GSTIN, and CGST and SGST [TAX-25]', async () => {
    const session = await begunFor(HOME);
    await stopsAt(session, 2003);
    expect(await taxesOf(session)).toEqual([['invoice', INSIDE]]);
    expect(await earnedOf(session)).toEqual({ cgst: 135, revenue: 1505, sgst: 135 });
    const { tax } = await shown(session);
    expect(tax).toMatchObject({
      recipient: {
        name: 'Rao Logistics',
        address: '4 Depot Road, Bengaluru',
        gstin: '29AAPFU0939F1ZR',
        state: 'Karnataka',
      },
      place_of_supply: 'Karnataka',
      documents: [{ cgst: 1.35, sgst: 1.35, total_amount: 17.75 }],
    });
    expect(tax?.documents[0]).not.toHaveProperty('igst');
  });

  test('of a business in another State has only IGST, on paper and in the ledger, and its State as place of supply [TAX-26]', async () => {
    const session = await begunFor(AWAY);
    await stopsAt(session, 2003);
    expect(await taxesOf(session)).toEqual([['invoice', OUTSIDE]]);
    expect(await earnedOf(session)).toEqual({ igst: 270, revenue: 1505 });
    const invoice = await shown(session);
    expect(invoice.tax).toMatchObject({
      supplier: { state: 'Karnataka' },
      recipient: { name: 'Pawar & Sons', gstin: '27AAPFU0939F1ZV', state: 'Maharashtra' },
      place_of_supply: 'Maharashtra',
      gst_percent: 18,
      documents: [{ amount: 15.05, cgst: 0, sgst: 0, igst: 2.7, total_amount: 17.75 }],
    });
    // What a client of the specification shows summed up as IGST.
    expect([invoice.amount, invoice.sgst + invoice.cgst, invoice.total_amount]).toEqual([15.05, 2.7, 17.75]);
  });
});

test.each([
  ['within what was bought', 4001],
  ['beyond what was bought and its 2 %', 9000],
])(
  'a session that ends %s costs the same, and its hold and capture are equal, in whatever State its payer is registered [TAX-27]',
  async (_, registerWh) => {
    const paid = [];
    for (const business of [undefined, HOME, AWAY]) {
      // Hardly more than the 8850 paise that 5 units are held with.
      const session = await begunFor(business, 8_900);
      const { holdPaise } =
        (await fixture.history.findOfDriver(session.driverId, session.bookingId)) ?? expect.unreachable();
      await stopsAt(session, registerWh);
      const { uncollected = 0 } = await earnedOf(session);
      paid.push([holdPaise, await freeOf(session), uncollected, (await shown(session)).total_amount]);
    }
    expect(paid[1]).toEqual(paid[0]);
    expect(paid[2]).toEqual(paid[0]);
  },
);

describe('a correction', () => {
  test.each([
    ['supplement', 3003],
    ['credit_note', 1500],
  ] as const)(
    'by a %s keeps payer and place of the first document, whoever is the driver’s payer by then [TAX-28]',
    async (kind, registerWh) => {
      const session = await begunFor(AWAY);
      fixture.businesses.set(session.driverId, HOME);
      await fallsSilentAt(session, 2003);
      const before = await freeOf(session);
      await stopsAt(session, registerWh);
      const [first, second] = await fixture.history.listTaxDocuments(session.bookingId);
      expect([first?.kind, second?.kind]).toEqual(['invoice', kind]);
      expect(second).toMatchObject({ cgstPaise: 0, sgstPaise: 0, supplierId: first?.supplierId });
      const sign = kind === 'credit_note' ? -1 : 1;
      const change = sign * (second?.totalPaise ?? 0);
      expect((await freeOf(session)) - before).toBe(-change);
      const { total_amount: total, tax } = await shown(session);
      expect(Math.round(total * 100)).toBe(1775 + change);
      expect(tax).toMatchObject({ place_of_supply: 'Maharashtra', recipient: { gstin: AWAY.gstin } });
      const igst = (await earnedOf(session))['igst'];
      expect(igst).toBe(270 + sign * (second?.igstPaise ?? 0));
    },
  );

  test('of a session that was closed without any report is its first invoice, to the business of its start [TAX-28]', async () => {
    const session = await begunFor(AWAY);
    fixture.businesses.delete(session.driverId);
    fixture.clock.advance(SESSION_RULES.noSampleMs);
    await sessions.checkSessions();
    expect(await taxesOf(session)).toEqual([]);
    await stopsAt(session, 2003);
    expect(await taxesOf(session)).toMatchObject([['invoice', { igstPaise: 270, cgstPaise: 0 }]]);
    expect((await shown(session)).tax?.recipient?.name).toBe('Pawar & Sons');
  });
});
