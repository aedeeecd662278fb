import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@bijli/server/kernel/free-port';
import { startChild, type Child } from './child.ts';
import { SERVER } from './server-part.ts';
import type { Parts } from './stack-parts.ts';

const AGAIN_AFTER_MS = 3_000;

export interface RunningNode {
  url: string;
  pid: number;
}

/** The nodes of a stack. A node that ends is started again on its port while the stack runs. */
export class SupervisedNodes {
  readonly #parts: Parts;
  readonly #env: Record<string, string>;
  readonly #onStep: (step: string) => void;
  readonly #running = new Map<number, RunningNode>();

  constructor(parts: Parts, env: Record<string, string>, onStep: (step: string) => void) {
    this.#parts = parts;
    this.#env = env;
    this.#onStep = onStep;
  }

  running(): RunningNode[] {
    return [...this.#running.values()];
  }

  /** Adds a node. Resolves with its port. */
  async add(): Promise<number> {
    const port = await freePort();
    let child = await this.#start(port);
    const over = (async () => {
      for (;;) {
        const how = await child.ended;
        this.#running.delete(port);
        if (this.#parts.isStopping) return;
        this.#onStep(`the node ${child.answer.url} ended (${how}), starting it again`);
        await pause(AGAIN_AFTER_MS);
        if (this.#parts.isStopping) return;
        child = await this.#start(port);
        this.#onStep(`the node ${child.answer.url} is back, process ${child.pid}`);
      }
    })().catch((error: unknown) => this.#parts.breakDown(`A node did not come back: ${String(error)}`));
    this.#parts.endWith(async () => {
      await child.stop();
      await over;
    });
    return port;
  }

  async #start(port: number): Promise<Child<{ url: string }>> {
    const child = await startChild<{ url: string }>(SERVER, {
      args: ['--child'],
      env: { ...this.#env, PORT: String(port) },
      onStep: this.#onStep,
    });
    this.#running.set(port, { url: child.answer.url, pid: child.pid });
    return child;
  }
}
