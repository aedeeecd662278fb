import { chargePrice, type ChargePrice } from '@bijli/contract/charge-estimate';
import type { Invoice } from '@bijli/contract/charging';
import { rupees } from '@bijli/contract/money';
import { refuse } from '#kernel/failure.ts';
import type { Words } from '#kernel/words/en.ts';
import type { Session } from './charging.store.ts';
import type { Charging } from './index.ts';

function priceOf(session: Session): ChargePrice {
  return chargePrice(session.energyWh, session.pricePaisePerKwh, session.gstBasisPoints);
}

/** What a charge costs so far or in the end, GST included. */
export function totalOf(session: Session): number {
  return priceOf(session).totalPaise;
}

/** Our own cause says more than the charger's "Remote". */
export function whyEnded({ endReason, stopCause }: Session, words: Words): string | undefined {
  const ours = endReason === 'Remote' && stopCause ? words.endReasons[stopCause] : undefined;
  return ours ?? words.endReasons[endReason ?? ''];
}

/**
 * A charge as the invoice screen shows it, found by booking id, payment id (the same) or invoice number.
 * Throws `charge_unknown`, also for other drivers' charges.
 */
export async function paymentDetails(
  charging: Charging,
  driverId: number,
  paymentId: string,
  words: Words,
): Promise<Invoice> {
  const bookingId = (await charging.bookingOfInvoice(paymentId)) ?? paymentId;
  const session = (await charging.sessionOf(driverId, bookingId)) ?? refuse('charge_unknown');
  const [connector, vehicle, number] = await Promise.all([
    charging.connectorOf(session),
    charging.vehicleOf(session),
    charging.invoiceNumberOf(bookingId),
  ]);
  const price = priceOf(session);
  return {
    invoice_number: number ?? bookingId,
    booking_id: bookingId,
    charger_name: connector.chargerName,
    connector_name: connector.connectorName,
    connector_type: connector.connectorType,
    vehicle: vehicle ? { vehicle_name: vehicle.name } : null,
    soc_start: session.socStart,
    soc_end: session.socNow,
    units_consumed: session.energyWh / 1000,
    start_date_time: session.startedAt?.toISOString() ?? null,
    end_date_time: session.endedAt?.toISOString() ?? null,
    amount: rupees(price.amountPaise),
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
    stop_reason: whyEnded(session, words),
    released: rupees(Math.max(0, session.holdPaise - price.totalPaise)),
  };
}
