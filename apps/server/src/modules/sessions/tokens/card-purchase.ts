import { MAX_UNITS_OF_CHARGE } from '@bijli/contract/charge-estimate';
import type { Tx } from '#db/database.ts';
import type { Business } from '#modules/accounts/index.ts';
import type { ConnectorForStart } from '#modules/availability/index.ts';
import { findSupplierIn } from '#modules/invoices/index.ts';
import { isReportedLate, reportedStartAt, type StartReport, type StartStatus } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import type { CardRejected } from '../session-events.ts';
import { purchaseOf, type Purchase, type PurchaseProblem } from '../session-purchase.ts';
import * as store from '../sessions.store.ts';

/**
 * What a start with a driver's card needs to know of the driver and the connector. It is read before the transaction
 * begins.
 */
export interface CardTerms {
  driverId: number;
  vehicleId: number | undefined;
  payer: Business | undefined;
  /** With the price at the time of the start, or today's if that is unknown. */
  offer: ConnectorForStart | undefined;
  isSold: boolean;
}

export interface CardRejection {
  /** Reason for the operator's log. */
  problem: string;
  status?: StartStatus;
  /** Reason for the driver's notification. */
  reason?: CardRejected['reason'];
}

const NO_BALANCE: CardRejection = {
  problem: 'the wallet has too little',
  status: 'Blocked',
  reason: 'balance_too_low',
};

const REJECTIONS: Record<PurchaseProblem, CardRejection> = {
  charge_running: { problem: 'the driver charges elsewhere', status: 'ConcurrentTx', reason: 'charge_running' },
  balance_too_low: NO_BALANCE,
  balance_short: NO_BALANCE,
};

export async function cardTermsOf(
  { database, availability, vehicles, accounts }: SessionContext,
  driverId: number,
  report: StartReport,
): Promise<CardTerms> {
  const { chargePointId, connector } = report;
  const [then, vehicle, payer] = await Promise.all([
    availability.findConnectorForStart(chargePointId, connector, reportedStartAt(report)),
    vehicles.findDefaultOfDriver(driverId),
    accounts.findBusinessOfDriver(driverId),
  ]);
  // An import has overwritten the earlier price.
  const isForgotten = then !== undefined && then.pricePaisePerKwh === undefined;
  const offer = isForgotten ? await availability.findConnectorForStart(chargePointId, connector) : then;
  const isSold = offer !== undefined && (await findSupplierIn(database, offer.state)) !== undefined;
  return { driverId, vehicleId: vehicle?.id, payer, offer, isSold };
}

/**
 * The purchase for a start with a card: as much energy as the balance pays for, up to the maximum of the app. A start
 * that is reported late has delivered its energy already, so it takes the remaining balance, even if that is less than
 * a start needs, or another session of the driver runs. The driver must be locked.
 */
export async function purchaseOnCard(
  tx: Tx,
  { wallet, rules }: Pick<SessionContext, 'wallet' | 'rules'>,
  { driverId, vehicleId, payer, offer, isSold }: CardTerms,
  report: StartReport,
): Promise<Purchase | CardRejection> {
  const isLate = isReportedLate(report);
  if (!offer?.isOnline && !isLate) return { problem: 'the station is out of use' };
  const pricePaisePerKwh = offer?.pricePaisePerKwh;
  if (pricePaisePerKwh === undefined || !isSold) return { problem: 'nothing is sold there' };
  const purchase = purchaseOf({
    driverId,
    vehicleId,
    payer,
    pricePaisePerKwh,
    minWh: 0,
    maxWh: MAX_UNITS_OF_CHARGE * 1000,
    freePaise: (await wallet.readBalance(tx, driverId)).freePaise,
    openSessions: (await store.listOpenOfDriver(tx, driverId)).length,
    maxOpenSessions: rules.runningPerDriver,
    isLate,
  });
  return typeof purchase === 'string' ? REJECTIONS[purchase] : purchase;
}
