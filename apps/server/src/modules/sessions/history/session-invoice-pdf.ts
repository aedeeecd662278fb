import { spacedPlate } from '@bijli/contract/registration-number';
import { stateWithCode } from '@bijli/contract/state-codes';
import type { Messages } from '#kernel/messages/en.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { momentFormat } from '#kernel/messages/times.ts';
import {
  taxDocumentFile,
  taxSheetsPdf,
  type Invoice,
  type PdfOptions,
  type TaxDocumentFile,
  type TaxSheet,
} from '#modules/invoices/index.ts';
import type { ConnectorDescription } from '#modules/network/index.ts';
import { refuse } from '../sessions.refusals.ts';
import type { Session } from '../sessions.store.ts';
import { billedSession, type SessionTax } from './billed-session.ts';
import type { SessionHistory } from './index.ts';

interface Payer {
  id: number;
  name: string;
  email: string;
}

/**
 * The tax documents of a driver's own session as one PDF, a page each, named by the first document's number. Throws
 * `charge_unknown`, also for other drivers' sessions, and `invoice_not_issued`.
 */
export async function sessionInvoicePdf(
  history: SessionHistory,
  payer: Payer,
  paymentId: string,
  messages: Messages,
  options?: PdfOptions,
): Promise<TaxDocumentFile> {
  const { session, connector, vehicle, tax } = await billedSession(history, payer.id, paymentId);
  if (!tax) return refuse('invoice_not_issued');
  const [first, ...corrections] = tax.documents;
  const { charge } = messages.taxDocuments;
  const time = momentFormat(messages.locale);
  const { startedAt, endedAt } = session;
  const about = [
    charge.booking({ reference: session.bookingId }),
    charge.station({ station: placeOf(connector) }),
    charge.charger({ charger: `${connector.chargePointName} · ${messages.connector(connector.connector)}` }),
    ...(vehicle ? [charge.vehicle({ vehicle: `${vehicle.name}, ${spacedPlate(vehicle.registrationNumber)}` })] : []),
    ...(startedAt ? [charge.start({ at: time(startedAt) })] : []),
    ...(endedAt ? [charge.end({ at: time(endedAt) })] : []),
  ];
  const sheetOf = (document: Invoice): TaxSheet => ({
    document,
    about,
    against: document === first ? undefined : { number: first.number, issuedOn: first.issuedOn },
    supplier: tax.supplier,
    recipient: { title: messages.taxDocuments.customer(), lines: customerLines(tax, payer) },
    placeOfSupply: tax.placeOfSupply,
    gstRate: session.gstBasisPoints / 100,
    item: [
      [charge.service(), energyOf(document.energyWh ?? 0)],
      [charge.price(), rupeesFor(messages.locale)(session.pricePaisePerKwh)],
    ],
    notes: [document.kind === 'credit_note' ? charge.takenOff() : charge.paid(), ...notBilledLines(session, messages)],
  });
  const content = await taxSheetsPdf([sheetOf(first), ...corrections.map(sheetOf)], messages, options);
  return taxDocumentFile([first.number], content);
}

function energyOf(wh: number): string {
  return `${(wh / 1000).toFixed(3)} kWh`;
}

/** The address in one line. The city is left out if the street line contains it. */
function placeOf({ stationName, address, city, state, pincode }: ConnectorDescription): string {
  return [stationName, address, address.includes(city) ? '' : city, `${state} ${pincode}`.trim()]
    .filter(Boolean)
    .join(', ');
}

/** Name and address lines of the business that the session is for, else of the driver. */
function customerLines({ recipient }: SessionTax, { name, email }: Payer): string[] {
  if (!recipient) return [name, email].filter(Boolean);
  return [recipient.name, recipient.address, stateWithCode(recipient.state), `GSTIN ${recipient.gstin}`];
}

/** A note about energy that the charge point reported and the driver was not billed for. */
function notBilledLines({ disputedWh, isMeterSuspect }: Session, { taxDocuments: { charge } }: Messages): string[] {
  const energy = energyOf(disputedWh);
  if (!isMeterSuspect) return disputedWh > 0 ? [charge.beyondBought({ energy })] : [];
  return [charge.meterSuspect(), ...(disputedWh > 0 ? [charge.notBilled({ energy })] : [])];
}
