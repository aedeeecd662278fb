import type { Invoice, TaxDocument } from '@bijli/contract/charging';
import { rupees } from '@bijli/contract/money';
import type { Messages } from '#kernel/messages/en.ts';
import type { Supplier, Invoice as TaxDocumentRow } from '#modules/invoices/index.ts';
import type { ChargingVehicle } from '../charging-vehicles.ts';
import { sessionPriceOf } from '../session-price.ts';
import type { BoughtSession } from '../sessions.store.ts';
import { billedSession } from './billed-session.ts';
import type { SessionHistory } from './index.ts';

/** A stop that we caused shows our reason, which says more than the charge point's "Remote". */
export function endReasonText({ endReason, stopCause }: BoughtSession, messages: Messages): string | undefined {
  const ours = endReason === 'Remote' && stopCause ? messages.endReasons[stopCause] : undefined;
  return ours ?? messages.endReasons[endReason ?? ''];
}

function taxDocumentOf(document: TaxDocumentRow): TaxDocument {
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

function partyOf({ name, address, gstin, state }: Supplier) {
  return { name, address, gstin, state };
}

function vehicleOnInvoice({ name, modelName, registrationNumber }: ChargingVehicle): Invoice['vehicle'] {
  return {
    vehicle_name: name,
    ...(name !== modelName && { model_name: modelName }),
    vehicle_registration_number: registrationNumber,
  };
}

/**
 * A session as the invoice screen shows it, found by booking id, payment id (the same) or invoice number.
 * Throws `charge_unknown`, also for other drivers' sessions.
 */
export async function paymentDetails(
  history: SessionHistory,
  driverId: number,
  paymentId: string,
  messages: Messages,
): Promise<Invoice> {
  const { session, connector, vehicle, tax } = await billedSession(history, driverId, paymentId);
  const { bookingId } = session;
  // Each tax document shows its own taxes.
  const price = sessionPriceOf(session, session.energyWh);
  return {
    invoice_number: tax?.documents[0].number ?? bookingId,
    booking_id: bookingId,
    charger_name: connector.chargePointName,
    connector_name: messages.connector(connector.connector),
    connector_type: connector.connectorType,
    vehicle: vehicle ? vehicleOnInvoice(vehicle) : null,
    soc_start: session.socStart,
    soc_end: session.lastSoc,
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
    stop_reason: endReasonText(session, messages),
    ...(session.isProvisional && { provisional: true }),
    ...(session.endedAt && { released: rupees(Math.max(0, session.holdPaise - price.totalPaise)) }),
    ...(session.disputedWh > 0 && { units_not_billed: session.disputedWh / 1000 }),
    ...(session.isMeterSuspect && { meter_suspect: true as const }),
    ...(tax && {
      tax: {
        supplier: partyOf(tax.supplier),
        ...(tax.recipient && { recipient: tax.recipient }),
        place_of_supply: tax.placeOfSupply,
        gst_percent: session.gstBasisPoints / 100,
        documents: tax.documents.map(taxDocumentOf),
      },
    }),
  };
}
