import type { Server, Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustedProxies } from '#config/proxy.ts';
import type { SampledLog } from '#kernel/log-sampler.ts';
import { ipNetworkOf, ipv6SiteOf } from './caller.ts';

/** How many connections may stand at a time. */
export interface ConnectionLimits {
  all: number;
  perAddress: number;
  /** Of all networks of version 6 of one site. */
  perSite: number;
}

/**
 * In all what a node's memory is good for, charge points and drivers' screens included; more are turned away at once. A quarter of
 * them for one address, because a carrier's address stands for thousands of phones or charge points.
 */
export const CONNECTION_LIMITS: ConnectionLimits = { all: 20_000, perAddress: 5_000, perSite: 10_000 };

/**
 * Cuts off whoever would hold more connections than its share. Only strangers' are counted: behind a proxy all come from the
 * proxy's address, and for whom is not known before the request is read.
 */
export function limitConnections(
  server: Server,
  { all, perAddress, perSite }: ConnectionLimits,
  { trustProxy, logSampled }: { trustProxy: TrustedProxies; logSampled: SampledLog },
): void {
  const isOurs = oursAmong(trustProxy);
  const open = new Map<string, number>();
  const count = (key: string, change: 1 | -1): void => {
    const connections = (open.get(key) ?? 0) + change;
    if (connections > 0) open.set(key, connections);
    else open.delete(key);
  };

  server.maxConnections = all;
  server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress;
    // Whoever has hung up already has no address.
    if (from === undefined || isOurs(from)) return;
    const address = ipNetworkOf(from);
    const site = ipv6SiteOf(from);
    const isBeyond = (open.get(address) ?? 0) >= perAddress || (site !== undefined && (open.get(site) ?? 0) >= perSite);
    if (isBeyond) {
      const message = 'an address has too many connections; further ones are closed';
      logSampled('warn', { event: 'http.connections_limited', message, facts: { address }, by: address });
      return void socket.destroy();
    }
    const keys = site === undefined ? [address] : [address, site];
    for (const key of keys) count(key, 1);
    socket.once('close', () => {
      for (const key of keys) count(key, -1);
    });
  });
}

/** This machine's own address and those of the proxies in front. */
function oursAmong(trustProxy: TrustedProxies): (address: string) => boolean {
  const isProxy = proxyMatcher(trustProxy);
  const isHere = proxyAddr.compile('loopback');
  return (address) => isProxy(address) || isHere(address, 0);
}

/** The proxies in front: everybody where only proxies can reach us. */
export function proxyMatcher(trustProxy: TrustedProxies): (address: string) => boolean {
  if (typeof trustProxy === 'number') return () => true;
  const isProxy = proxyAddr.compile(trustProxy || []);
  return (address) => isProxy(address, 0);
}
