import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { TrustedProxies } from '#config/trusted-proxies.ts';
import { refuse } from './http.refusals.ts';

/** The owner of a token. Undefined if the token is unknown. */
export type FindCaller = (token: string) => Promise<object | undefined>;
/** Finds the owner of a token; the accounts module implements it. */
export type Authenticate = (token: string) => Promise<{ driverId: number } | undefined>;

/**
 * The key that the limits count: the caller's address, or its IPv6 network, because each caller has many IPv6
 * addresses.
 */
export function addressOf({ ip }: FastifyRequest): string {
  return ipNetworkOf(ip);
}

/** Empty if the caller has already hung up, because Node then has no address. */
export function ipNetworkOf(ip: string | undefined): string {
  return normalizeIP(ip ?? '');
}

/** A site has many IPv6 networks, and each phone of a carrier has one. Together they get this many times the limit. */
export const SITE_FACTOR = 16;

/** The site (/48) of an IPv6 network. Undefined for IPv4. */
export function ipv6SiteOf(ip: string | undefined): string | undefined {
  const network = normalizeIP(ip ?? '', 48);
  return network.includes(':') ? `${network}/48` : undefined;
}

/** True if the caller is a browser that wants a page. */
export function wantsHtml({ url, headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html') && !/^\/(api|assets)/.test(url);
}

/** Returns a function like `addressOf`, for requests that Fastify does not see (WebSocket upgrades). */
export function addressFinder(proxies: TrustedProxies): (request: IncomingMessage) => string {
  if (proxies === false) return ({ socket }) => ipNetworkOf(socket.remoteAddress);
  const isTrusted = typeof proxies === 'number' ? trustProxyOption(proxies) : proxyAddr.compile(proxies);
  return (request) => ipNetworkOf(proxyAddr(request, isTrusted));
}

/**
 * True if a request comes from one of these networks. A request through an untrusted proxy may come from anywhere, for
 * example through a proxy on this machine.
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

/**
 * Fastify does not accept a number, because it cannot know that nobody reaches it without the proxies. The operator
 * says so.
 */
export function trustProxyOption<P extends TrustedProxies>(
  proxies: P,
): P extends number ? (address: string, hop: number) => boolean : P;
export function trustProxyOption(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** The bearer token of a request; empty if there is none. The scheme may be in any case (RFC 9110, section 11.1). */
export function bearerOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers.authorization ?? '';
  return /^bearer /i.test(header) ? header.slice('Bearer '.length).trim() : '';
}

/** The calling driver. Throws `signed_out` (401) for a missing or invalid token. */
export async function driverOf(request: FastifyRequest, authenticate: Authenticate): Promise<number> {
  return (await driverIfAny(request, authenticate)) ?? refuse('signed_out');
}

/** The calling driver. Undefined for a missing or invalid token. */
export function driverIfAny(request: FastifyRequest, authenticate: Authenticate): Promise<number | undefined> {
  return driverWith(bearerOf(request), authenticate);
}

/** The driver whose token this is. Undefined for an empty or invalid one. */
export async function driverWith(token: string, authenticate: Authenticate): Promise<number | undefined> {
  return token ? (await authenticate(token))?.driverId : undefined;
}
