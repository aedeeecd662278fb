import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { limitConnections, CONNECTION_LIMITS } from '../limits/connections.ts';
import { HTTP_TIMEOUTS } from './timeouts.ts';

/** PEM files: certificate chains, and their keys in the same order, for example one ECDSA and one RSA. */
export interface TlsFiles {
  certificates: string[];
  keys: string[];
}

export interface TlsServerOptions {
  host: string;
  port: number;
  files: TlsFiles;
  /** Handles WebSocket requests. Nothing else is served. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  clock: Clock;
  log: Log;
}

const POLL_EVERY_MS = 10 * SECOND_MS;
/** OCPP's security extension requires these four kinds. The first three lines are those of TLS 1.3. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_AES_128_GCM_SHA256',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
].join(':');

/** Opens a port with our own TLS. It asks for client certificates, which the upgrade handler checks. */
export async function openTlsServer({ host, port, files, upgrade, clock, log }: TlsServerOptions) {
  let pem = await readPem(files);
  const logSampled = createSampledLog(log, clock);
  const { headersMs, requestMs, idleMs, checkMs } = HTTP_TIMEOUTS;
  const server = createServer(
    {
      ...secured(pem),
      requestCert: true,
      rejectUnauthorized: false,
      handshakeTimeout: headersMs,
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
    },
    (_request, response) => response.writeHead(404, { connection: 'close' }).end(),
  );
  server.setTimeout(idleMs);
  server.on('upgrade', upgrade);
  server.on('tlsClientError', (error, { remoteAddress: address }) =>
    logSampled('info', {
      event: 'http.tls_failed',
      message: 'a TLS handshake failed',
      facts: { address, error },
      by: address ?? '',
    }),
  );
  limitConnections(server, CONNECTION_LIMITS, { trustProxy: false, logSampled });
  server.listen(port, host);
  await once(server, 'listening');

  async function reload(): Promise<void> {
    const now = await readPem(files);
    if (JSON.stringify(now) === JSON.stringify(pem)) return;
    server.setSecureContext(secured(now));
    pem = now;
    log.info({ event: 'http.tls_reloaded' }, 'new TLS certificates were loaded');
  }
  const stopLooking = every(reload, {
    everyMs: POLL_EVERY_MS,
    clock,
    log,
    name: 'tls.reload',
    failedMessage: 'a certificate or its key cannot be read; the one before is shown',
  });

  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      await stopLooking();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export type TlsServer = Awaited<ReturnType<typeof openTlsServer>>;

type Pem = Pick<ServerOptions, 'cert' | 'key'> & { cert: string[]; key: string[] };

async function readPem({ certificates, keys }: TlsFiles): Promise<Pem> {
  const read = (names: string[]) => Promise.all(names.map((name) => readFile(name, 'utf8')));
  return { cert: await read(certificates), key: await read(keys) };
}

const secured = ({ cert, key }: Pem) => ({ cert, key, minVersion: 'TLSv1.2' as const, ciphers: CIPHERS });
