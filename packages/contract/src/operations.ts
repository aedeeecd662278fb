import * as z from 'zod/mini';
import { ownCall } from './endpoint.ts';
import { providerName } from './wallet.ts';

/** Where the map's ground comes from when the operator has a service for it; keys are already in the addresses. */
const mapService = z.object({
  /** A MapLibre style; when there is one it wins over the tiles. */
  style_url: z.optional(z.string()),
  /** Raster tiles, with `{z}`, `{x}` and `{y}`. */
  tiles_url: z.optional(z.string()),
  /**
   * Vector tiles of the OpenMapTiles schema for the app's own style: with `{z}`, `{x}` and `{y}`, or the address of a TileJSON.
   * What begins with `/` is served by this server.
   */
  vector_url: z.optional(z.string()),
  /** To be shown on the map, plain text. */
  attribution: z.optional(z.string()),
});
export type MapService = z.infer<typeof mapService>;

const clientConfig = z.object({
  brand: z.string(),
  payment_option: providerName,
  support: z.object({ phone: z.string(), email: z.string(), whatsapp: z.string() }),
  /** True where stations are fictional and codes can be read at /demo/messages. */
  demo: z.boolean(),
  /** Null where no map service is set up: the map then draws its own ground. */
  map: z.nullable(mapService),
});
export type ClientConfig = z.infer<typeof clientConfig>;

/** As a simulated charge point has a car; what no source vouches for is left out. Percent, Wh, W. */
const demoCar = z.object({
  soc: z.number(),
  batteryWh: z.optional(z.number()),
  maxPowerW: z.number(),
  maxAcPowerW: z.number(),
  dcShare: z.number(),
});
export type DemoCar = z.infer<typeof demoCar>;

const health = z.object({ status: z.enum(['ok', 'unavailable', 'standby']), reason: z.optional(z.string()) });

/** `degraded`: it can be sent callers, and does less. */
const readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable', 'standby']),
  reason: z.optional(z.string()),
  /** Each by its name: `ok`, or what is wrong. */
  dependencies: z.optional(z.record(z.string(), z.string())),
});

export const operations = {
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
