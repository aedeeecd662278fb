import * as z from 'zod/mini';

const connectorStatus = z.enum(['available', 'preparing', 'charging', 'finishing', 'unavailable', 'faulted']);
export type ConnectorStatus = z.infer<typeof connectorStatus>;

const connector = z.object({
  id: z.string(),
  connector_id: z.string(),
  name: z.string(),
  type: z.string(),
  /** File name of the connector's drawing, without its ending. */
  icon: z.string(),
  /**
   * A connector with a car still plugged in after its charge is `finishing` and cannot be selected. Its own driver gets
   * `preparing` and may charge again.
   */
  status: connectorStatus,
  oem_connector_number: z.int(),
  /** kW. */
  power: z.optional(z.number()),
  /** Rupees per kWh before GST, when it differs from the charger's price. */
  price_per_unit: z.optional(z.number()),
  /**
   * UTC. For an occupied connector: when it is likely to be free, estimated from what its driver bought or how long
   * charges take here.
   */
  free_at: z.optional(z.string()),
});
export type Connector = z.infer<typeof connector>;

export const charger = z.object({
  charger_id: z.string(),
  charger_name: z.string(),
  charger_status: z.enum(['online', 'offline']),
  /** Rupees per kWh before GST, at this hour. 0 when no price is known (see `price_known`). */
  price_per_unit: z.number(),
  price_known: z.optional(z.boolean()),
  /** kW of the cabinet. */
  capacity: z.number(),
  /** kW of the strongest connector. */
  power_output: z.number(),
  /** AC or DC. */
  current: z.optional(z.string()),
  /** UTC. When the charger was last heard. */
  last_seen: z.optional(z.string()),
  /*
   * The following figures are from our own sessions here in the last 30 days. Each is missing when fewer than five
   * sessions give it.
   */
  /** The median over sessions of the power in their best ten minutes, in kW. */
  usual_power: z.optional(z.number()),
  /** UTC. When it last delivered energy. */
  last_charge: z.optional(z.string()),
  /** Percent of starts whose charge began and was not broken off by the charger. */
  reliable_percent: z.optional(z.int()),
  /** Percent of starts that succeeded. Starts that failed by somebody else's fault are not counted. */
  start_percent: z.optional(z.int()),
  /** Percent of charges that began and were not broken off by the charger. */
  kept_percent: z.optional(z.int()),
  /**
   * Percent of the last 30 days in which its connectors were connected and in order. Missing when less than a day is
   * known.
   */
  uptime_percent: z.optional(z.int()),
  /** Percent of drivers who come and are served: uptime, start and charge together. */
  works_percent: z.optional(z.int()),
  connectors: z.array(connector),
});
export type Charger = z.infer<typeof charger>;
