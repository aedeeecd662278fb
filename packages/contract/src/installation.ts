import * as z from 'zod/mini';
import { providerName } from './driver/wallet.ts';
import { ownCall } from './endpoint.ts';

/** The operator's map service. The addresses already contain its keys. */
const mapService = z.object({
  /** Address of a MapLibre style. If it is set, the tiles are not used. */
  style_url: z.optional(z.string()),
  /** Address of raster tiles, with `{z}`, `{x}` and `{y}`. */
  tiles_url: z.optional(z.string()),
  /**
   * Address of vector tiles of the OpenMapTiles schema, which the app draws in its own style: with `{z}`, `{x}` and
   * `{y}`, or of a TileJSON. An address that begins with `/` is on this server.
   */
  vector_url: z.optional(z.string()),
  /** Plain text to show on the map. */
  attribution: z.optional(z.string()),
});
export type MapService = z.infer<typeof mapService>;

const clientConfig = z.object({
  brand: z.string(),
  payment_option: providerName,
  /** Rupees; the smallest top-up that is accepted. */
  top_up_min: z.optional(z.number()),
  support: z.object({ phone: z.string(), email: z.string(), whatsapp: z.string() }),
  /** True if stations are fictional and codes can be read at /demo/messages. */
  demo: z.boolean(),
  /** Null if no map service is set up. The app then draws its own basemap. */
  map: z.nullable(mapService),
});
export type ClientConfig = z.infer<typeof clientConfig>;

/** A car for a simulated charge point. Figures without a known source are left out. Units: percent, Wh, W. */
const demoCar = z.object({
  soc: z.number(),
  batteryWh: z.optional(z.number()),
  maxPowerW: z.number(),
  maxAcPowerW: z.number(),
  dcShare: z.number(),
});
export type DemoCar = z.infer<typeof demoCar>;

const health = z.object({ status: z.enum(['ok', 'unavailable', 'standby']), reason: z.optional(z.string()) });

/** `degraded`: the node can take requests but does less than usual. */
const readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable', 'standby', 'migrating']),
  reason: z.optional(z.string()),
  /** Each dependency by name: `ok`, or what is wrong. */
  dependencies: z.optional(z.record(z.string(), z.string())),
});

export const installation = {
  clientConfig: ownCall('GET', '/client-config', {
    area: 'operations',
    limit: 'read',
    caller: 'anyone',
    summary: 'What the web client needs to know of this installation.',
    reply: clientConfig,
  }),
  live: ownCall('GET', '/health/live', {
    area: 'operations',
    limit: 'health',
    caller: 'anyone',
    summary: 'The process answers.',
    reply: health,
  }),
  ready: ownCall('GET', '/health/ready', {
    area: 'operations',
    limit: 'health',
    caller: 'anyone',
    summary:
      'The database answers and is migrated; `degraded` where the bus between nodes is away; 503 and a reason otherwise, `standby` from a node that waits for another one to end.',
    reply: readiness,
  }),
  demoMessages: ownCall('GET', '/demo/messages', {
    area: 'operations',
    limit: 'read',
    caller: 'anyone',
    summary: 'Demo mode only: the short messages sent to a number, newest first.',
    query: z.object({ mobile: z.optional(z.string()) }),
    reply: z.array(z.object({ to: z.string(), text: z.string(), code: z.optional(z.string()), at: z.string() })),
  }),
  demoCar: ownCall('GET', '/demo/car', {
    area: 'operations',
    limit: 'read',
    caller: 'anyone',
    summary:
      'Demo mode only: the car that a simulated charger charges, by the tag of its start; 404 where no driver asked for it.',
    query: z.object({ id_tag: z.string().check(z.maxLength(20)) }),
    reply: demoCar,
  }),
};
