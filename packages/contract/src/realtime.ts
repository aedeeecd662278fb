import * as z from 'zod/mini';
import { ongoingTransaction } from './charging.ts';
import { stationAvailability } from './stations.ts';

export { socketEvent, SOCKET_OPTIONS } from './socket.ts';

/**
 * The socket to the charging service: socket.io, websocket transport only, the driver's token in `auth.token`.
 * A driver is only ever sent events of the own charges, and availability, which is public.
 */

/** `meter_value_{serial}_{connector}` */
export const liveMeterValue = z.object({
  /** Percent; null when the car does not tell (every AC charger). */
  soc: z.nullable(z.number()),
  /** Rupees so far, GST included. */
  amount: z.number(),
  /** kWh so far */
  unit: z.number(),
  /** kW now */
  power_output: z.nullable(z.number()),
  status: z.string(),
  booking_id: z.string(),
  /** UTC; when the charger took the sample. */
  at: z.string(),
});
export type LiveMeterValue = z.infer<typeof liveMeterValue>;

/** Where a start stands; only stages that the server has proof of are sent. */
export const chargeStage = z.enum(['asking', 'plug-in', 'starting', 'charging', 'stopping', 'failed']);
export type ChargeStage = z.infer<typeof chargeStage>;

/** `status_notification_{serial}_{connector}` */
export const statusNotification = z.object({
  /** The connector's OCPP 1.6 status: Available, Preparing, Charging, SuspendedEV, … */
  status: z.string(),
  stage: z.optional(chargeStage),
  /** Why the start or the charge failed, for the driver. */
  reason: z.optional(z.nullable(z.string())),
  /** What the driver should know meanwhile, such as that the charger's connection is down; missing when all is well. */
  note: z.optional(z.string()),
  booking_id: z.string(),
  at: z.string(),
});
export type StatusNotification = z.infer<typeof statusNotification>;

/** `transaction_stop_{booking_id}` */
export const transactionStop = z.object({
  booking_id: z.string(),
  transaction_id: z.string(),
  /** The OCPP 1.6 reason: Remote, Local, EVDisconnected, … */
  reason: z.string(),
});
export type TransactionStop = z.infer<typeof transactionStop>;

/** `charge_begun`: a charge that no screen has asked for, since a card began it at the charger. */
export const chargeBegun = z.object({ booking_id: z.string() });
export type ChargeBegun = z.infer<typeof chargeBegun>;

/** What a client may emit. The first two are answered by the current meter and status event, to that socket alone. */
export const clientEmits = {
  meter_values: z.object({ connector: z.int(), serial: z.string() }),
  charging_status: z.object({ transaction: z.partial(ongoingTransaction) }),
  /** Asks for the stop event of a charge that has ended; it never stops one. */
  transaction_stop: z.object({ transaction: z.partial(ongoingTransaction) }),
};

/** `connection_closing`: newer pages of this driver are open, more than there may be, so this one comes back only when it is looked at. */
export const connectionClosing = z.object({ reason: z.literal('too_many_screens') });

export const stationAvailabilities = z.array(stationAvailability);
