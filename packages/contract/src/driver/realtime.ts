import * as z from 'zod/mini';
import { ongoingTransaction } from './charging.ts';
import { stationAvailability } from './stations.ts';

export { socketEvent, SOCKET_OPTIONS } from './socket.ts';

/**
 * Schemas of the socket to the charging service: socket.io, websocket transport only, with the driver's token in
 * `auth.token`. A driver gets events of their own charges, and availability, which is public.
 */

/** The event `meter_value_{serial}_{connector}`. */
export const liveMeterValue = z.object({
  /** State of charge in percent. Null if the car does not tell (every AC charger). */
  soc: z.nullable(z.number()),
  /** Rupees so far, with GST. */
  amount: z.number(),
  /** kWh so far. */
  unit: z.number(),
  /** kW now. */
  power_output: z.nullable(z.number()),
  status: z.string(),
  booking_id: z.string(),
  /** UTC time at which the charger took the sample. */
  at: z.string(),
});
export type LiveMeterValue = z.infer<typeof liveMeterValue>;

/** The stage of a start. The server sends only stages that it has proof of. */
export const chargeStage = z.enum(['asking', 'plug-in', 'starting', 'charging', 'stopping', 'failed']);
export type ChargeStage = z.infer<typeof chargeStage>;

/** The event `status_notification_{serial}_{connector}`. */
export const statusNotification = z.object({
  /** The connector's OCPP 1.6 status: Available, Preparing, Charging, SuspendedEV, … */
  status: z.string(),
  stage: z.optional(chargeStage),
  /** Why the start or the charge failed, as a sentence for the driver. */
  reason: z.optional(z.nullable(z.string())),
  /**
   * What the driver should know meanwhile, for example that the charger has lost its connection. Missing when all is
   * well.
   */
  note: z.optional(z.string()),
  booking_id: z.string(),
  at: z.string(),
});
export type StatusNotification = z.infer<typeof statusNotification>;

/** The event `transaction_stop_{booking_id}`. */
export const transactionStop = z.object({
  booking_id: z.string(),
  transaction_id: z.string(),
  /** The OCPP 1.6 reason: Remote, Local, EVDisconnected, … */
  reason: z.string(),
});
export type TransactionStop = z.infer<typeof transactionStop>;

/** The event `charge_begun`: a card has started a charge at the charger, so no screen has asked for it. */
export const chargeBegun = z.object({ booking_id: z.string() });
export type ChargeBegun = z.infer<typeof chargeBegun>;

/**
 * What a client may emit. The server answers the first two with the present meter and status event, to that socket
 * alone.
 */
export const clientEmits = {
  meter_values: z.object({ connector: z.int(), serial: z.string() }),
  charging_status: z.object({ transaction: z.partial(ongoingTransaction) }),
  /** Asks for the stop event of a charge that has ended. It never stops a charge. */
  transaction_stop: z.object({ transaction: z.partial(ongoingTransaction) }),
};

/**
 * The event `connection_closing`: the driver has opened too many newer pages. This page connects again only when it is
 * looked at.
 */
export const connectionClosing = z.object({ reason: z.literal('too_many_screens') });

export const stationAvailabilities = z.array(stationAvailability);
