import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Megabytes. */
export interface Memory {
  /** Resident memory of the process. */
  resident: number;
  /** JavaScript memory that is still referenced. */
  used: number;
}

/** Milliseconds since the process began. */
export interface LoopTime {
  active: number;
  idle: number;
}

/** Reads figures from a running server with Node's inspector, which costs the server nothing between two reads. */
export class ServerProbe {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString()) as { id: number; result: unknown };
      this.#waiting.get(id)?.resolve(result);
      this.#waiting.delete(id);
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the server has ended'));
    });
  }

  /** Connects to a Node that was started with `--inspect` on this port. */
  static async open(port: number): Promise<ServerProbe> {
    const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const [target] = targets as { webSocketDebuggerUrl: string }[];
    if (!target) throw new Error('The server cannot be looked into.');
    const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
    await once(socket, 'open');
    return new ServerProbe(socket);
  }

  /** Reads the memory after a garbage collection, because V8 does not collect while nobody needs memory. */
  async memory(): Promise<Memory> {
    await this.#ask('HeapProfiler.collectGarbage');
    const { rss, heapUsed, external } = await this.#value<NodeJS.MemoryUsage>('process.memoryUsage()');
    return { resident: Math.round(rss / 1e6), used: Math.round((heapUsed + external) / 1e6) };
  }

  loopTime(): Promise<LoopTime> {
    return this.#value<LoopTime>('performance.eventLoopUtilization()');
  }

  close(): void {
    this.#socket.terminate();
  }

  async #value<T>(expression: string): Promise<T> {
    const { result } = (await this.#ask('Runtime.evaluate', { expression, returnByValue: true })) as {
      result: { value: T };
    };
    return result.value;
  }

  #ask(method: string, params: object = {}): Promise<unknown> {
    this.#count += 1;
    const asked = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#count, asked);
    this.#socket.send(JSON.stringify({ id: this.#count, method, params }));
    return asked.promise;
  }
}
