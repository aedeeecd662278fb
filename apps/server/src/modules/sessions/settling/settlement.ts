import { taxedDifference, type TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import {
  CHARGING_TAX_CODE,
  listInvoicesOf,
  issueInvoice,
  getSupplierOfDocument,
  type Supplier,
} from '#modules/invoices/index.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import { bestPowerW } from '../metering/best-power.ts';
import { asStarted, type StartedSession } from '../metering/delivered-so-far.ts';
import { billableWh, energyOf, type Metered } from '../metering/energy.ts';
import { readingOf } from '../metering/samples.ts';
import { sessionPriceOf } from '../session-price.ts';
import { nextState } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import type { DisputeCause } from '../sessions.tables.ts';
import { saveDispute, withdrawDispute } from './disputes.store.ts';
import { supplyOfSession } from './supply.ts';

export interface Ending {
  /** The register at the end, in Wh. Missing if we end the session without StopTransaction. */
  registerWh: number | undefined;
  /** The charge point's time of the end, or ours. */
  endedAt: Date;
  /** OCPP 1.6 stop reason. */
  reason: string;
  isProvisional: boolean;
  now: Date;
}

/** The energy that is billed, and the supplier that bills it. */
interface Billed {
  energyWh: number;
  supplier: Supplier;
}

/**
 * Ends a session and its money in the caller's transaction: metered energy, price, capture of the hold, tax invoice.
 * The driver pays for what was bought plus a small overrun. What the meter claims beyond that is disputed energy, which
 * waits for a person. If a session was closed without StopTransaction and it comes now, further tax documents correct
 * the bill, and nothing is overwritten. Without energy there is no invoice, and the whole hold is released.
 * `backPaise`: what a correction returns to the wallet. For a session that nobody pays for there is no supplier, no
 * money moves, and nothing is disputed.
 */
export async function settleSession(
  tx: Tx,
  wallet: Wallet,
  row: store.Session,
  { ratedW, supplier }: { ratedW: number; supplier: Supplier | undefined },
  ending: Ending,
): Promise<{ ended: store.Session; backPaise: number }> {
  const session = asStarted(row);
  const samples = await store.listSamples(tx, session.transactionId);
  const metered = meteredBy(session, samples, ratedW, ending);
  const energyWh = billableWh(metered.energyWh, session.boughtWh);
  let [backPaise, disputedWh] = [0, 0];
  if (store.isBought(session) && supplier) {
    const beyondWh = metered.energyWh - energyWh;
    backPaise = await bill(tx, wallet, session, { energyWh, supplier }, ending);
    disputedWh = beyondWh + metered.doubtedWh;
    await dispute(tx, session, { ...metered, beyondWh }, ending);
  }
  const withSoc = samples.filter((sample) => sample.soc !== null);
  const ended = await store.changeSession(tx, session.bookingId, {
    state: nextState(session.state, 'stopped'),
    energyWh,
    disputedWh,
    isMeterSuspect: metered.isSuspect,
    socStart: withSoc[0]?.soc ?? session.socStart,
    lastSoc: withSoc.at(-1)?.soc ?? session.lastSoc,
    powerW: 0,
    bestPowerW: bestPowerW(registerReadings(session, samples), ratedW) ?? null,
    endedAt: ending.endedAt,
    endReason: ending.reason,
    isProvisional: ending.isProvisional,
  });
  return { ended, backPaise };
}

function meteredBy(
  { meterStartWh, startedAt, restartedAt }: StartedSession,
  samples: store.MeteredSample[],
  ratedW: number,
  { registerWh, endedAt, now: receivedAt, reason }: Ending,
): Metered {
  const stop = registerWh === undefined ? undefined : { registerWh, at: endedAt, receivedAt, reason };
  const start = { at: startedAt, registerWh: meterStartWh };
  return energyOf(start, samples.map(readingOf), { ratedW, restartedAt }, stop);
}

/** The register readings since the transaction's start. */
function registerReadings({ startedAt, meterStartWh }: StartedSession, samples: store.MeteredSample[]) {
  const readings = samples.flatMap(({ sampledAt: at, registerWh }) =>
    registerWh === null || at < startedAt ? [] : [{ at, registerWh }],
  );
  return [{ at: startedAt, registerWh: meterStartWh }, ...readings];
}

/** Stores energy that nobody is billed for, or withdraws it if a correction has explained it. */
async function dispute(
  tx: Tx,
  { bookingId, chargePointId, connector, transactionId, startedAt }: StartedSession,
  { beyondWh, doubtedWh, isSuspect }: Metered & { beyondWh: number },
  { endedAt, now }: Ending,
): Promise<void> {
  const transaction = { bookingId, chargePointId, connector, transactionId, beganAt: startedAt, endedAt, notedAt: now };
  const note = (cause: DisputeCause, energyWh: number, isDisputed: boolean) =>
    isDisputed ? saveDispute(tx, { ...transaction, cause, energyWh }) : withdrawDispute(tx, transactionId, cause, now);
  await note('beyond_bound', beyondWh, beyondWh > 0);
  await note('suspect_meter', doubtedWh, isSuspect);
}

/** Returns the paise that went back to the wallet. */
async function bill(
  tx: Tx,
  wallet: Wallet,
  session: store.BoughtSession,
  billed: Billed,
  ending: Ending,
): Promise<number> {
  if (session.state === 'completed') return correct(tx, wallet, session, billed, ending);
  await capture(tx, wallet, session, billed, ending);
  return 0;
}

async function capture(
  tx: Tx,
  wallet: Wallet,
  session: store.BoughtSession,
  { energyWh, supplier }: Billed,
  { now }: Ending,
): Promise<void> {
  const { bookingId: reference } = session;
  const price = billedPriceOf(session, { energyWh, supplier });
  await wallet.captureHold(tx, reference, price);
  if (energyWh === 0) return;
  await issueInvoice(tx, {
    series: 'EV',
    supplier,
    kind: 'invoice',
    reference,
    taxCode: CHARGING_TAX_CODE,
    energyWh,
    amount: price,
    at: now,
  });
}

/** The billed price with the taxes of its place of supply. */
function billedPriceOf(session: store.BoughtSession, { energyWh, supplier }: Billed): TaxedAmount {
  return sessionPriceOf(session, energyWh, supplyOfSession(session, supplier.state).kind);
}

async function correct(
  tx: Tx,
  wallet: Wallet,
  session: store.BoughtSession,
  { energyWh, supplier }: Billed,
  { now }: Ending,
): Promise<number> {
  const { bookingId: reference, driverId, energyWh: invoicedWh } = session;
  if (energyWh === invoicedWh) return 0;
  const issued = await listInvoicesOf(tx, reference);
  // A correction is issued by the supplier of the first invoice, even if another is registered now, so the place of
  // supply stays too.
  const issuer = issued[0] ? await getSupplierOfDocument(tx, issued[0]) : supplier;
  const costOf = (wh: number) => billedPriceOf(session, { energyWh: wh, supplier: issuer });
  const difference = taxedDifference(costOf(invoicedWh), costOf(energyWh));
  const isMore = energyWh > invoicedWh;
  const key = String(issued.length);
  const direction = isMore ? 'up' : 'down';
  const backPaise = await wallet.adjustCapture(tx, { driverId, reference, key, direction, difference });
  // A session that was closed with no known energy has no invoice to supplement.
  const kindOfMore = issued.length === 0 ? 'invoice' : 'supplement';
  await issueInvoice(tx, {
    series: isMore ? 'EV' : 'EC',
    supplier: issuer,
    kind: isMore ? kindOfMore : 'credit_note',
    reference,
    taxCode: CHARGING_TAX_CODE,
    energyWh: Math.abs(energyWh - invoicedWh),
    amount: difference,
    at: now,
  });
  return backPaise;
}
