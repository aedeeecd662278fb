import { MAX_UNITS_OF_CHARGE } from '@bijli/contract/charge-estimate';
import type { Tx } from '#db/database.ts';
import { oneTimeIdTag, newReference } from '#kernel/ids.ts';
import type { Business } from '#modules/accounts/index.ts';
import { isFreeStatus, type ConnectorForStart } from '#modules/availability/index.ts';
import { refuse as refuseLedger } from '#modules/ledger/ledger.refusals.ts';
import { refuse as refuseNetwork } from '#modules/network/network.refusals.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import { purchaseOf } from '../session-purchase.ts';
import { refuse } from '../sessions.refusals.ts';
import * as store from '../sessions.store.ts';

/**
 * The slider's maximum may exceed the free balance through rounding. An excess up to this is dropped silently, more is
 * refused.
 */
const ROUNDING_WH = 20;

export interface StartRequest {
  driverId: number;
  chargePointId: string;
  connector: number;
  boughtWh: number;
  /** Battery percentage at which to stop. Missing: only the units count. */
  targetSoc?: number | undefined;
}

/**
 * Refuses a connector that cannot start a session now. Returns its price. `isOwn`: the driver's car is still plugged in
 * after its session, or the connector is reserved for the driver. Then the charge point decides whether it starts
 * another.
 */
export function checkConnector(
  connector: ConnectorForStart | undefined,
  isOwn: boolean,
): ConnectorForStart & { pricePaisePerKwh: number } {
  if (!connector) return refuseNetwork('connector_unknown');
  if (!connector.isOnline) return refuse('charger_offline');
  const { status } = connector;
  const isOffered = isFreeStatus(status) || (isOwn && (status === 'Finishing' || status === 'Reserved'));
  if (!isOffered) return refuse('connector_busy');
  const { pricePaisePerKwh } = connector;
  return pricePaisePerKwh === undefined ? refuse('price_unknown') : { ...connector, pricePaisePerKwh };
}

/** Converts units (kWh with two decimals) to Wh. */
export function whFromUnits(units: number): number {
  return Math.round(units * 100) * 10;
}

/**
 * Inserts the session and holds its price, both or neither. The driver must be locked, so that two taps cannot both
 * pass the check for a running session.
 */
export async function createSession(
  tx: Tx,
  wallet: Wallet,
  request: StartRequest,
  connector: ConnectorForStart & { pricePaisePerKwh: number },
  terms: {
    vehicleId: number | undefined;
    payer: Business | undefined;
    requestedCard: string | undefined;
    runningPerDriver: number;
    now: Date;
  },
): Promise<store.BoughtSession> {
  const { driverId, boughtWh: maxWh } = request;
  const { pricePaisePerKwh } = connector;
  if (!(maxWh > 0 && maxWh <= MAX_UNITS_OF_CHARGE * 1000)) refuse('units_invalid');
  const purchase = purchaseOf({
    driverId,
    vehicleId: terms.vehicleId,
    payer: terms.payer,
    pricePaisePerKwh,
    minWh: maxWh - ROUNDING_WH,
    maxWh,
    freePaise: (await wallet.readBalance(tx, driverId)).freePaise,
    openSessions: (await store.listOpenOfDriver(tx, driverId)).length,
    maxOpenSessions: terms.runningPerDriver,
    isLate: false,
  });
  if (purchase === 'balance_short') return refuseLedger(purchase);
  if (typeof purchase === 'string') return refuse(purchase);
  const session = await store.insertBoughtSession(tx, {
    ...purchase,
    bookingId: newReference('B'),
    stationId: connector.stationId,
    chargePointId: request.chargePointId,
    connector: request.connector,
    oneTimeTag: oneTimeIdTag(),
    requestedCard: terms.requestedCard ?? null,
    state: 'held',
    targetSoc: request.targetSoc ?? null,
    ratedW: connector.ratedW,
    createdAt: terms.now,
  });
  await wallet.holdFunds(tx, { driverId, reference: session.bookingId, amountPaise: purchase.holdPaise });
  return session;
}
