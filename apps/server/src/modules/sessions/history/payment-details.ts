import { chargePrice } from '@bijli/contract/charge-estimate';
import type { Invoice, TaxDocument } from '@bijli/contract/charging';
import { rupees } from '@bijli/contract/money';
import { stateOfGstin } from '@bijli/contract/state-codes';
import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Messages } from '#kernel/messages/en.ts';
import type { Invoice as TaxDocumentRow } from '#modules/invoices/index.ts';
import { refuse } from '../sessions.failures.ts';
import type { Session } from '../sessions.store.ts';
import { supplyOf } from '../supply.ts';
import type { SessionHistory } from './index.ts';

/** With both halves of the tax, which a client of the specification sums up; each document has the taxes that it bears. */
function chargedPriceOf(session: Session): TaxedAmount {
  return chargePrice(session.energyWh, session.pricePaisePerKwh, session.gstBasisPoints);
}

/** What a session costs so far or in the end, GST included. */
export function totalOf(session: Session): number {
  return chargedPriceOf(session).totalPaise;
}

/** Our own cause says more than the charge point's "Remote". */
export function whyEnded({ endReason, stopCause }: Session, messages: Messages): string | undefined {
  const ours = endReason === 'Remote' && stopCause ? messages.endReasons[stopCause] : undefined;
  return ours ?? messages.endReasons[endReason ?? ''];
}

function onPaper(document: TaxDocumentRow): TaxDocument {
  return {
    kind: document.kind,
    number: document.number,
    issued_on: document.issuedOn,
    tax_code: document.taxCode,
    units: (document.energyWh ?? 0) / 1000,
    amount: rupees(document.taxablePaise),
    cgst: rupees(document.cgstPaise),
    sgst: rupees(document.sgstPaise),
    ...(document.igstPaise > 0 && { igst: rupees(document.igstPaise) }),
    total_amount: rupees(document.totalPaise),
  };
}

/** The business that a session is invoiced to. */
function recipientOf({ payerGstin: gstin, payerName, payerAddress }: Session) {
  if (gstin === null) return undefined;
  return { name: payerName ?? '', address: payerAddress ?? '', gstin, state: stateOfGstin(gstin) };
}

/**
 * A session as the invoice screen shows it, found by booking id, payment id (the same) or invoice number.
 * Throws `charge_unknown`, also for other drivers' charges.
 */
export async function paymentDetails(
  history: SessionHistory,
  driverId: number,
  paymentId: string,
  messages: Messages,
): Promise<Invoice> {
  const bookingId = (await history.bookingOfInvoice(paymentId)) ?? paymentId;
  const session = (await history.findOfDriver(driverId, bookingId)) ?? refuse('charge_unknown');
  const [connector, vehicle, documents] = await Promise.all([
    history.connectorOf(session),
    history.vehicleOf(session),
    history.taxDocumentsOf(bookingId),
  ]);
  const price = chargedPriceOf(session);
  const [first] = documents;
  const supplier = first && (await history.supplierOf(first));
  const recipient = recipientOf(session);
  return {
    invoice_number: first?.number ?? bookingId,
    booking_id: bookingId,
    charger_name: connector.chargePointName,
    connector_name: messages.connector(connector.connector),
    connector_type: connector.connectorType,
    vehicle: vehicle ? { vehicle_name: vehicle.name } : null,
    soc_start: session.socStart,
    soc_end: session.socNow,
    units_consumed: session.energyWh / 1000,
    start_date_time: session.startedAt?.toISOString() ?? null,
    end_date_time: session.endedAt?.toISOString() ?? null,
    amount: rupees(price.taxablePaise),
    sgst: rupees(price.sgstPaise),
    cgst: rupees(price.cgstPaise),
    total_amount: rupees(price.totalPaise),
    property_id: session.stationId,
    property_name: connector.stationName,
    property: {
      property_name: connector.stationName,
      address: connector.address,
      city: connector.city,
      state: connector.state,
      pincode: connector.pincode,
      country: connector.country,
    },
    status: session.state,
    price_per_unit: rupees(session.pricePaisePerKwh),
    stop_reason: whyEnded(session, messages),
    ...(session.provisional && { provisional: true }),
    ...(session.endedAt && { released: rupees(Math.max(0, session.holdPaise - price.totalPaise)) }),
    ...(session.disputedWh > 0 && { units_not_billed: session.disputedWh / 1000 }),
    ...(session.meterSuspect && { meter_suspect: true as const }),
    ...(first &&
      supplier && {
        tax: {
          supplier: { name: supplier.name, address: supplier.address, gstin: supplier.gstin, state: supplier.state },
          ...(recipient && { recipient }),
          // Before there was a supplier for each State, the one served every State as its own.
          place_of_supply:
            first.supplierId === null ? connector.state || supplier.state : supplyOf(session, supplier.state).state,
          gst_percent: session.gstBasisPoints / 100,
          documents: documents.map(onPaper),
        },
      }),
  };
}
