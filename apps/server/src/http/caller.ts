import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { TrustedProxies } from '#config/proxy.ts';
import { refuse } from './http.failures.ts';

/** Whose a token is, a driver's or another's; undefined for one that is nobody's. */
export type FindCaller = (token: string) => Promise<object | undefined>;
/** Who a token belongs to; the accounts module answers. */
export type Authenticate = (token: string) => Promise<{ driverId: number } | undefined>;

/** What the limits count: the caller's address, of version 6 its network, because everybody has a great many. */
export function addressOf({ ip }: FastifyRequest): string {
  return ipNetworkOf(ip);
}

/** Empty for whoever has hung up before the address was asked for, whom Node knows no more. */
export function ipNetworkOf(ip: string | undefined): string {
  return normalizeIP(ip ?? '');
}

/** A site has many networks of version 6, and a carrier's phones each have one of a site's: together they may do so much more. */
export const SITE_FACTOR = 16;

/** The site that a network of version 6 is one of many of; undefined for an address of version 4. */
export function ipv6SiteOf(ip: string | undefined): string | undefined {
  const network = normalizeIP(ip ?? '', 48);
  return network.includes(':') ? `${network}/48` : undefined;
}

/** Whether a reader asks, who wants a page, and no program. */
export function wantsHtml({ url, headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html') && !/^\/(api|assets)/.test(url);
}

/** What `addressOf` tells, for requests that Fastify does not see, which are those for a WebSocket. */
export function addressFinder(proxies: TrustedProxies): (request: IncomingMessage) => string {
  if (proxies === false) return ({ socket }) => ipNetworkOf(socket.remoteAddress);
  const isTrusted = typeof proxies === 'number' ? trustProxyOption(proxies) : proxyAddr.compile(proxies);
  return (request) => ipNetworkOf(proxyAddr(request, isTrusted));
}

/**
 * Whether a request comes from one of some networks. One that somebody hands on whom we do not believe may come from anywhere, as a
 * stranger does by a proxy on this machine.
 */
export function isFromNetworks(networks: string[], proxies: TrustedProxies): (request: IncomingMessage) => boolean {
  const isThere = proxyAddr.compile(networks);
  const isTrusted = typeof proxies === 'number' ? trustProxyOption(proxies) : proxyAddr.compile(proxies || []);
  return (request) => {
    const { socket, headers } = request;
    const isHandedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    if (isHandedOn && !isTrusted(socket.remoteAddress ?? '', 0)) return false;
    return isThere(proxyAddr(request, isTrusted), 0);
  };
}

/** Fastify takes no number, because it cannot see that nobody reaches it past the proxies: that is the operator's word. */
export function trustProxyOption<P extends TrustedProxies>(
  proxies: P,
): P extends number ? (address: string, hop: number) => boolean : P;
export function trustProxyOption(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** The bearer token of a request; empty when there is none. */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
}

/** The driver who calls. Throws `signed_out` (401) for a missing or dead token. */
export async function driverOf(request: FastifyRequest, authenticate: Authenticate): Promise<number> {
  const token = bearerOf(request);
  const caller = token ? await authenticate(token) : undefined;
  return caller?.driverId ?? refuse('signed_out');
}
