import { freePort } from '@bijli/server/kernel/free-port';
import type { Child } from './child.ts';

/** The address to listen on. Port 0: any free port. */
export interface HostAndPort {
  host: string;
  port: number;
}

/** The same, once the port is known. */
export interface Address extends HostAndPort {
  /** Host and port. */
  address: string;
  url: string;
}

/** The parts of a stack. The last to start is the first to end. A part that ends before the stack breaks it. */
export class Parts {
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #broken = Promise.withResolvers<string>();
  #isStopping = false;

  /** Resolves with a sentence when a part has ended unexpectedly. */
  get broken(): Promise<string> {
    return this.#broken.promise;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  breakDown(why: string): void {
    this.#broken.resolve(why);
  }

  /** Adds a part that runs as long as the stack. */
  async run<Answer>(name: string, starting: Promise<Child<Answer>>): Promise<Child<Answer>> {
    const child = await awaitStart(name, starting);
    this.endWith(child.stop);
    void child.ended.then((how) => {
      if (!this.#isStopping) this.breakDown(`${name} ended unexpectedly (${how}).`);
    });
    return child;
  }

  /** Registers how to end something that has just been started. */
  endWith(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const end of this.#ends.toReversed()) await end();
  }
}

/** Starts all parts of a stack. When one does not start, it rejects with that part's message and ends the others. */
export async function startParts<Stack>(
  { host, port: asked }: HostAndPort,
  startAll: (parts: Parts, at: Address) => Promise<Stack>,
): Promise<Stack & Pick<Parts, 'broken' | 'stop'>> {
  const parts = new Parts();
  try {
    const port = asked || (await freePort(host));
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const stack = await startAll(parts, { host, port, address, url: `http://${address}` });
    return { ...stack, broken: parts.broken, stop: () => parts.stop() };
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

/** Rejects with the part's name when it does not start. The part has printed the reason itself. */
export async function awaitStart<Answer>(name: string, starting: Promise<Child<Answer>>): Promise<Child<Answer>> {
  return starting.catch((error: unknown) => {
    throw new Error(`${name} did not start.`, { cause: error });
  });
}
