import { expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { addSupplier, invoicesCheck } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { STATION } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { sessionsFixture, type Begun } from '#testing/sessions-fixture.ts';
import { MUMBAI, SUPPLIER } from '#testing/supplier.ts';
import { sessionsCheck } from '../index.ts';

/** Of each State. */
const [CHARGE_POINTS, CONNECTORS] = [10, 10];
const EACH = CHARGE_POINTS * CONNECTORS;

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** A station of a State whose charge points are called by its code. */
function stationIn(state: string, code: string): typeof STATION {
  const [fast] = STATION.chargers;
  const [connector] = fast?.connectors ?? [];
  if (!fast || !connector) throw new Error('The test station has no fast charge point.');
  const chargers = upTo(CHARGE_POINTS).map((number) => ({
    ...fast,
    id: `${code}-${number}`,
    connectors: upTo(CONNECTORS).map((index) => ({ ...connector, number: index })),
  }));
  return { ...STATION, id: `station-${code.toLowerCase()}`, state, chargers };
}

test('200 sessions that end at one moment in two States have one invoice each from their State’s supplier, in two series without a gap [TAX-15, TAX-21]', async () => {
  const fixture = await sessionsFixture({
    stations: [STATION, stationIn(SUPPLIER.state, 'KA'), stationIn(MUMBAI.state, 'MH')],
  });
  await addSupplier(fixture.database, MUMBAI, fixture.clock.now());
  const sessions = fixture.server();
  atEnd(async () => {
    await sessions.close();
    await fixture.close();
  });

  /** A session of 5 units of a driver of its own. */
  async function begun(chargePointId: string, connector: number, mobile: number): Promise<Begun> {
    const driverId = await fixture.driver(String(mobile), 50_000);
    const { bookingId, start } = await fixture.asked(sessions, driverId, { chargePointId, connector });
    return { driverId, bookingId, chargePointId, ...(await sessions.started(start)) };
  }
  const places = upTo(CHARGE_POINTS).flatMap((number) => upTo(CONNECTORS).map((connector) => ({ number, connector })));
  for (const { id } of upTo(CHARGE_POINTS).flatMap((number) => [{ id: `KA-${number}` }, { id: `MH-${number}` }]))
    await fixture.online(id, CONNECTORS);
  /** One State after the other, so that both series are drawn from at once. */
  const all = await Promise.all(
    places.flatMap(({ number, connector }, index) => [
      begun(`KA-${number}`, connector, 9_500_000_000 + index),
      begun(`MH-${number}`, connector, 9_600_000_000 + index),
    ]),
  );
  fixture.clock.advance(30 * MINUTE_MS);
  await Promise.all(all.map((one) => fixture.stopped(sessions, one, 2000)));

  const { rows } = await fixture.database.$client.query<{ number: string; reference: string; gstin: string }>(
    `select number, reference, gstin from invoices join suppliers on suppliers.id = supplier_id order by number`,
  );
  const series = (name: string): string[] =>
    upTo(EACH).map((serial) => `${name}/2627/${String(serial).padStart(6, '0')}`);
  expect(rows.map(({ number }) => number)).toEqual([...series('EV27'), ...series('EV29')]);
  for (const [code, gstin] of [
    ['KA', SUPPLIER.gstin],
    ['MH', MUMBAI.gstin],
  ] as const) {
    const here = all.filter(({ chargePointId }) => chargePointId?.startsWith(code)).map(({ bookingId }) => bookingId);
    const billed = rows.filter((row) => row.gstin === gstin).map(({ reference }) => reference);
    expect(billed.toSorted(), code).toEqual(here.toSorted());
  }
  expect(await listLedgerProblems(fixture.database, [walletCheck, sessionsCheck, invoicesCheck])).toEqual([]);
});
