import type { Server, Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustedProxies } from '#config/trusted-proxies.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { ipNetworkOf, ipv6SiteOf } from '../caller.ts';

/** The maximum numbers of open connections. */
export interface ConnectionLimits {
  all: number;
  perAddress: number;
  /** For all IPv6 networks of one site. */
  perSite: number;
}

/**
 * `all` is what a node's memory allows, with charge points and drivers' screens; further connections are refused at
 * once. One address gets a quarter, because a carrier's address stands for thousands of phones or charge points.
 */
export const CONNECTION_LIMITS: ConnectionLimits = { all: 20_000, perAddress: 5_000, perSite: 10_000 };

/**
 * Closes connections of a caller beyond its share. Connections from a proxy are not counted, because their caller is
 * known only after the request is read.
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
    // A caller that has already hung up has no address.
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

/** Returns a function that recognises the addresses of this machine and of the proxies. */
function oursAmong(trustProxy: TrustedProxies): (address: string) => boolean {
  const isProxy = proxyMatcher(trustProxy);
  const isHere = proxyAddr.compile('loopback');
  return (address) => isProxy(address) || isHere(address, 0);
}

/** The trusted proxies: everybody if only proxies can reach us. */
export function proxyMatcher(trustProxy: TrustedProxies): (address: string) => boolean {
  if (typeof trustProxy === 'number') return () => true;
  const isProxy = proxyAddr.compile(trustProxy || []);
  return (address) => isProxy(address, 0);
}
