import type { Child } from './child.ts';
import { freePort } from './free-port.ts';

/** Where a stack is reached; port 0 takes a free one. */
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

/** What a stack is made of. The last to start is the first to end; a part that ends before the stack does breaks it. */
export class Parts {
  readonly #ends: (() => Promise<void>)[] = [];
  readonly #broken = Promise.withResolvers<string>();
  #isStopping = false;

  /** Resolves with a sentence when a part has ended that should not have. */
  get broken(): Promise<string> {
    return this.#broken.promise;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  breakDown(why: string): void {
    this.#broken.resolve(why);
  }

  /** Runs as long as the stack. */
  async run<Answer>(name: string, starting: Promise<Child<Answer>>): Promise<Child<Answer>> {
    const child = await startOf(name, starting);
    this.endWith(child.stop);
    void child.ended.then((how) => {
      if (!this.#isStopping) this.breakDown(`${name} ended unexpectedly (${how}).`);
    });
    return child;
  }

  /** Ends something that has just been started when its turn comes. */
  endWith(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const end of this.#ends.toReversed()) await end();
  }
}

/** Starts all parts of a stack. Rejects with what one has said when it does not start; then none of the others is left. */
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

/** Rejects by name when it does not start: what it died of, it has said itself. */
export async function startOf<Answer>(name: string, starting: Promise<Child<Answer>>): Promise<Child<Answer>> {
  return starting.catch((error: unknown) => {
    throw new Error(`${name} did not start.`, { cause: error });
  });
}
