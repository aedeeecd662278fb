import { connect, type Socket } from 'node:net';
import { PASSWORD } from './charge-point-fixture.ts';

const MASKED = 0x80;
const FINAL = 0x80;
const SHORT = 126;

/** Encodes a WebSocket frame as a client would, whatever its payload is. */
export function wsFrame(opcode: number, payload: Buffer | string, { final = true } = {}): Buffer {
  const body = Buffer.from(payload);
  const length =
    body.length < SHORT
      ? Buffer.from([MASKED | body.length])
      : body.length < 2 ** 16
        ? Buffer.from([MASKED | 126, body.length >> 8, body.length & 0xff])
        : Buffer.concat([Buffer.from([MASKED | 127, 0, 0, 0, 0]), uint32(body.length)]);
  // A mask of zeros leaves the payload unchanged.
  return Buffer.concat([Buffer.from([(final ? FINAL : 0) | opcode]), length, Buffer.alloc(4), body]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * A WebSocket that a test writes byte by byte, because libraries would refuse what the test sends. Without a
 * subprotocol it offers none.
 */
export class RawLink {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  readonly #head: Promise<string>;

  constructor(url: string, { password = PASSWORD, protocol = 'ocpp1.6', path = new URL(url).pathname } = {}) {
    const { port, hostname } = new URL(url);
    this.socket = connect(Number(port), hostname);
    // The server may cut the connection at any moment if the test sends something forbidden.
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    this.#head = new Promise((resolve) => {
      this.socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? ''));
      this.socket.once('close', () => resolve('closed'));
    });
    const user = decodeURIComponent(path.split('/').at(-1)?.split('?')[0] ?? '');
    this.socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: ${hostname}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
        '\r\n',
      ].join('\r\n'),
    );
  }

  /** The status line of the answer to the handshake, or a note that there is none. */
  status(): Promise<string> {
    return this.#head;
  }

  write(bytes: Buffer | string): void {
    if (this.socket.writable) this.socket.write(bytes);
  }
}
