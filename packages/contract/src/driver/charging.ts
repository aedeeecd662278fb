import * as z from 'zod/mini';
import { done, driverCall, ownCall, pdf } from '../endpoint.ts';
import { next, pageQuery } from '../paging.ts';

export const startParams = z.object({
  charge_type: z.literal('units'),
  /** kWh, two decimals. */
  charging_value: z.number(),
  charger_id: z.string(),
  connector_id: z.string(),
  oem_connector_number: z.int(),
  /** State of charge to stop at, in percent, if the car reports it before the units are used up. */
  target_soc: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});
export type StartParams = z.infer<typeof startParams>;

export const ongoingTransaction = z.object({
  oem_connector_number: z.int(),
  charger_serial_number: z.string(),
  booking_id: z.string(),
  /** The session context; the same value as booking_id. */
  id: z.string(),
  user_vehicle_image: z.string(),
  /** The model: the `vehicle_id` of the driver's vehicles. */
  vehicle_id: z.optional(z.string()),
  vehicle_name: z.optional(z.string()),
  property_id: z.optional(z.string()),
  property_name: z.optional(z.string()),
  charger_name: z.optional(z.string()),
  connector_type: z.optional(z.string()),
  /** kWh bought. */
  units_bought: z.optional(z.number()),
  /** State of charge to stop at, in percent. Missing when only units were bought. */
  target_soc: z.optional(z.int()),
  /** Size of the car's battery in kWh. Missing when no source is known for the figure. */
  battery_capacity: z.optional(z.number()),
  /** kW of the connector. Missing when nobody knows it. */
  connector_power: z.optional(z.number()),
  /** kW that the car takes from this current. Missing when no source is known for the figure. */
  car_power: z.optional(z.number()),
  /** State of charge at the start, in percent. Missing when the car has not reported it (every AC charger). */
  soc_start: z.optional(z.number()),
  /** Rupees on hold. */
  held: z.optional(z.number()),
});
export type OngoingTransaction = z.infer<typeof ongoingTransaction>;

/** A party of the invoice that is registered for GST in the State. */
const taxParty = z.object({ name: z.string(), address: z.string(), gstin: z.string(), state: z.string() });

/** The fields that the law requires on a tax document (CGST rules, rule 46). */
const taxDocument = z.object({
  /** invoice, supplement (more was delivered than invoiced) or credit_note. */
  kind: z.string(),
  /** Without gaps within its series and financial year. */
  number: z.string(),
  /** YYYY-MM-DD, in Indian time. */
  issued_on: z.string(),
  /** Service accounting code. */
  tax_code: z.string(),
  /** kWh. */
  units: z.number(),
  /** Rupees before tax. */
  amount: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  /** Replaces `cgst` and `sgst` when the place of supply is in another State than the supplier. Missing otherwise. */
  igst: z.optional(z.number()),
  total_amount: z.number(),
});
export type TaxDocument = z.infer<typeof taxDocument>;

export const invoice = z.object({
  /** The number of the tax invoice once the session is settled. Until then the booking id. */
  invoice_number: z.string(),
  /** The session's public reference, such as B-7KQ2MX9W4T. */
  booking_id: z.string(),
  charger_name: z.string(),
  connector_name: z.string(),
  connector_type: z.optional(z.string()),
  vehicle: z.nullable(
    z.object({
      /** The driver's name for the vehicle, or the name of its model. */
      vehicle_name: z.string(),
      /** Only if the driver has given it another name. */
      model_name: z.optional(z.string()),
      vehicle_registration_number: z.optional(z.string()),
    }),
  ),
  soc_start: z.nullable(z.number()),
  soc_end: z.nullable(z.number()),
  /** kWh. */
  units_consumed: z.number(),
  /** UTC. */
  start_date_time: z.nullable(z.string()),
  end_date_time: z.nullable(z.string()),
  /** Rupees before tax. */
  amount: z.number(),
  /** Half of the tax each, even when the documents show IGST. */
  sgst: z.number(),
  cgst: z.number(),
  total_amount: z.number(),
  property_id: z.string(),
  property_name: z.string(),
  property: z.object({
    property_name: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    pincode: z.string(),
    country: z.string(),
  }),
  /** The same value as in the list of sessions. */
  status: z.optional(z.string()),
  /** Rupees per kWh before tax. */
  price_per_unit: z.optional(z.number()),
  /** Why the charge ended, as a sentence. */
  stop_reason: z.optional(z.string()),
  /**
   * True if the session was closed on the charger's last reading. It is corrected if the charger reports more.
   * Missing otherwise.
   */
  provisional: z.optional(z.boolean()),
  /** Rupees released from the hold. Missing while the charge runs. */
  released: z.optional(z.number()),
  /**
   * kWh that the charger reports beyond `units_consumed` and that the driver did not pay for. Missing when there are
   * none.
   */
  units_not_billed: z.optional(z.number()),
  /** True if meter readings cannot be right and only the certain part was billed. Missing otherwise. */
  meter_suspect: z.optional(z.literal(true)),
  /** The charge's tax documents, oldest first; missing until one is issued. */
  tax: z.optional(
    z.object({
      supplier: taxParty,
      /** The business that the charge is invoiced to. Missing for a private driver. */
      recipient: z.optional(taxParty),
      /** The State. The tax is IGST when it is not the supplier's State. */
      place_of_supply: z.string(),
      gst_percent: z.number(),
      documents: z.array(taxDocument),
    }),
  ),
});
export type Invoice = z.infer<typeof invoice>;

/** One meter reading of a charge. */
export const chargingSample = z.object({
  /** UTC. */
  at: z.string(),
  /** kW. Null if the charger does not tell. */
  power_output: z.nullable(z.number()),
  /** State of charge in percent. Null if the car does not tell. */
  soc: z.nullable(z.number()),
});
export type ChargingSample = z.infer<typeof chargingSample>;

export const sessionListItem = z.object({
  /** held, sent, accepted: starting. charging, suspended, stopping: running. completed, failed: over. */
  status: z.string(),
  property_id: z.optional(z.string()),
  property_name: z.string(),
  address: z.string(),
  booking_id: z.string(),
  created_at: z.string(),
  connector_name: z.string(),
  charger_name: z.string(),
  payment_id: z.string(),
  soc_start: z.optional(z.nullable(z.number())),
  soc_end: z.optional(z.nullable(z.number())),
  units_consumed: z.optional(z.number()),
  total_amount: z.optional(z.number()),
  stop_reason: z.optional(z.string()),
  /** The same value as on the invoice. */
  provisional: z.optional(z.boolean()),
  /** The driver's own rating of this station. Missing when they have not reviewed it. */
  own_rating: z.optional(z.int()),
});
export type SessionListItem = z.infer<typeof sessionListItem>;

/** A vehicle's last charge, from which its next choice is suggested. */
const lastCharge = z.object({
  /** kWh. */
  units: z.number(),
  /** State of charge at its end, in percent. Null if the car does not tell. */
  soc_end: z.nullable(z.number()),
  /** UTC. */
  ended_at: z.string(),
});
export type LastCharge = z.infer<typeof lastCharge>;

export const charging = {
  remoteStart: driverCall('POST', '/transaction/remote-start', {
    area: 'charging',
    limit: 'write',
    summary: 'Holds the estimate in the wallet and asks the charger to start; answers when the charger has.',
    body: startParams,
    reply: z.extend(done, {
      /** The booking id, because there is no invoice yet. */
      invoice_number: z.string(),
    }),
  }),
  getOngoingCharging: driverCall('POST', '/get-ongoing-charging', {
    area: 'charging',
    limit: 'read',
    summary: "The driver's running charge; with no parameters whichever it is.",
    body: z.partial(startParams),
    reply: z.object({ success: z.literal(true), transaction: ongoingTransaction }),
  }),
  remoteStop: driverCall('POST', '/transaction/remote-stop', {
    area: 'charging',
    limit: 'write',
    summary: 'Asks the charger to stop; the stop event follows when it has.',
    body: z.object({ transaction_id: z.string() }),
    reply: done,
  }),
  chargingSamples: ownCall('GET', '/api-v1/user/charging-samples', {
    area: 'charging',
    limit: 'read',
    summary: 'Power and state of charge over a charge of the driver, oldest first, thinned to at most 200 moments.',
    query: z.object({ booking_id: z.string() }),
    reply: z.object({ success: z.literal(true), samples: z.array(chargingSample) }),
  }),
  lastCharge: ownCall('GET', '/api-v1/user/last-charge', {
    area: 'charging',
    limit: 'read',
    summary: 'The latest charge of one of the driver’s vehicles that gave it anything.',
    query: z.object({ vehicle_id: z.string() }),
    reply: z.object({ success: z.literal(true), last_charge: z.nullable(lastCharge) }),
  }),
  paymentDetails: driverCall('GET', '/payment-details', {
    area: 'charging',
    limit: 'read',
    summary: 'The invoice of a charge, by booking id, payment id or invoice number.',
    query: z.object({ payment_id: z.string() }),
    reply: z.object({ success: z.literal(true), data: invoice }),
  }),
  invoicePdf: ownCall('GET', '/api-v1/user/invoice.pdf', {
    area: 'charging',
    limit: 'read',
    summary:
      'The tax documents of a charge as one PDF, a page each, by booking id, payment id or invoice number. Refused with `charge_unknown` for what is not the driver’s own, and with `invoice_not_issued` until there is one.',
    query: z.object({ payment_id: z.string() }),
    reply: pdf,
  }),
  chargingSessionList: driverCall('GET', '/charging-session-list', {
    area: 'charging',
    limit: 'read',
    summary: "The driver's charges: those that are on, then the newest first.",
    query: z.object(pageQuery),
    reply: z.object({ success: z.literal(true), data: z.array(sessionListItem), next }),
  }),
};
