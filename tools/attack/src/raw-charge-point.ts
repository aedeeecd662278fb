import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Address and secret of a charge point of the demo network. */
export interface ChargePointAddress {
  url: string;
  id: string;
  password: string;
}

/** A bare OCPP 1.6J peer: it accepts every command, and sends whatever a test gives it. */
export class RawChargePoint {
  readonly socket: WebSocket;
  readonly #waiting = new Map<string, (payload: unknown) => void>();
  readonly #commands: { action: string; payload: Record<string, unknown> }[] = [];
  #heard = Promise.withResolvers<void>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer({});
      this.#waiting.clear();
    });
    socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as unknown[]));
  }

  /** Connects. Rejects when the server refuses. `protocols` may be empty, to test a charge point that sends none. */
  static async open({ url, id, password }: ChargePointAddress, protocols = ['ocpp1.6']): Promise<RawChargePoint> {
    const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;
    const address = `${url.replace('http', 'ws')}/ocpp/${id}`;
    const socket = new WebSocket(address, protocols, { headers: { authorization }, perMessageDeflate: false });
    const peer = new RawChargePoint(socket);
    await once(socket, 'open');
    return peer;
  }

  /** Resolves with the payload of the answer, or with an empty object after a CALLERROR or a lost link. */
  call(action: string, payload: object): Promise<unknown> {
    this.#count += 1;
    const id = String(this.#count);
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.send(JSON.stringify([2, id, action, payload]));
    return answer;
  }

  send(frame: string | Buffer): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(frame);
    else for (const answer of this.#waiting.values()) answer({});
  }

  /** Resolves with the next command of this action, or with one that has come already. */
  async commanded(action: string): Promise<Record<string, unknown>> {
    for (;;) {
      const place = this.#commands.findIndex((command) => command.action === action);
      const [found] = place < 0 ? [] : this.#commands.splice(place, 1);
      if (found) return found.payload;
      await this.#heard.promise;
    }
  }

  /** How often this command came since the last look. */
  count(action: string): number {
    return this.#commands.filter((command) => command.action === action).length;
  }

  close(): void {
    this.socket.terminate();
  }

  #take([type, id, action, payload]: unknown[]): void {
    if (type !== 2) {
      this.#waiting.get(String(id))?.(type === 3 ? action : {});
      this.#waiting.delete(String(id));
      return;
    }
    this.#commands.push({ action: String(action), payload: payload as Record<string, unknown> });
    this.send(JSON.stringify([3, id, action === 'GetConfiguration' ? {} : { status: 'Accepted' }]));
    this.#heard.resolve();
    this.#heard = Promise.withResolvers();
  }
}
