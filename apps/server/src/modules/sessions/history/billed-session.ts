import { stateOfGstin } from '@bijli/contract/state-codes';
import type { Invoice, Supplier } from '#modules/invoices/index.ts';
import type { ConnectorDescription } from '#modules/network/index.ts';
import type { ChargingVehicle } from '../charging-vehicles.ts';
import { refuse } from '../sessions.refusals.ts';
import type { BoughtSession } from '../sessions.store.ts';
import { supplyOfSession } from '../settling/supply.ts';
import { displayTimes } from './display-times.ts';
import type { SessionHistory } from './index.ts';

/** A session with the details of its invoice, for the screen and for the PDF. */
interface BilledSession {
  session: BoughtSession;
  connector: ConnectorDescription;
  vehicle: ChargingVehicle | undefined;
  /** Undefined until an invoice is issued. */
  tax: SessionTax | undefined;
}

export interface SessionTax {
  /** The invoice and its later credit notes, oldest first. */
  documents: [Invoice, ...Invoice[]];
  supplier: Supplier;
  /** The business that the session is invoiced to. Undefined for a driver who charged privately. */
  recipient: { name: string; address: string; gstin: string; state: string } | undefined;
  /** Name of the State. */
  placeOfSupply: string;
}

/** Finds a driver's own session by booking id, payment id (the same) or invoice number. Throws `charge_unknown`. */
export async function billedSession(
  history: SessionHistory,
  driverId: number,
  paymentId: string,
): Promise<BilledSession> {
  const bookingId = (await history.findBookingIdOfInvoice(paymentId)) ?? paymentId;
  const found = (await history.findOfDriver(driverId, bookingId)) ?? refuse('charge_unknown');
  const session = { ...found, ...displayTimes(found) };
  const [connector, vehicle, [first, ...others]] = await Promise.all([
    history.describeConnector(session),
    history.findVehicleOf(session),
    history.listTaxDocuments(bookingId),
  ]);
  if (!first) return { session, connector, vehicle, tax: undefined };
  const supplier = await history.getSupplierOf(first);
  // Before each State had its own supplier, one supplier treated every State as its own.
  const placeOfSupply =
    first.supplierId === null ? connector.state || supplier.state : supplyOfSession(session, supplier.state).state;
  const tax = {
    documents: [first, ...others] as SessionTax['documents'],
    supplier,
    recipient: recipientOf(session),
    placeOfSupply,
  };
  return { session, connector, vehicle, tax };
}

function recipientOf({ payerGstin: gstin, payerName, payerAddress }: BoughtSession): SessionTax['recipient'] {
  if (gstin === null) return undefined;
  return { name: payerName ?? '', address: payerAddress ?? '', gstin, state: stateOfGstin(gstin) };
}
