import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between two programs that a test can hold up, cut or lead elsewhere. */
export interface Switch {
  /** On 127.0.0.1. */
  port: number;
  /** Lets everything through, what waited first; new connections go to this port from now on if one is named. */
  pass(to?: number): Promise<void>;
  /** As a process that was stopped: connections are taken and stay open, and nothing comes back. */
  hang(): void;
  /** As a process that is not there: what was open is cut, and nothing can be opened. */
  refuse(): Promise<void>;
  close(): Promise<void>;
}

export async function openSwitch(target: number): Promise<Switch> {
  /** Those who came, and where each was led; nowhere yet while all hangs. */
  const wires = new Map<Socket, Socket | undefined>();
  let hanging = false;
  const server = createServer((near) => {
    wires.set(near, undefined);
    near.on('error', () => {}).once('close', () => drop(near));
    if (!hanging) lead(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function lead(near: Socket): void {
    const far = wires.get(near) ?? createConnection(target, '127.0.0.1').once('close', () => near.destroy());
    far.on('error', () => {});
    wires.set(near, far);
    near.pipe(far).pipe(near);
  }

  function drop(near: Socket): void {
    near.destroy();
    wires.get(near)?.destroy();
    wires.delete(near);
  }

  async function refuse(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const near of wires.keys()) drop(near);
    await closed;
  }

  return {
    port,
    async pass(to = target) {
      target = to;
      if (hanging) for (const near of wires.keys()) lead(near);
      hanging = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    hang() {
      hanging = true;
      for (const [near, far] of wires) {
        near.unpipe().pause();
        far?.unpipe().pause();
      }
    },
    refuse,
    close: refuse,
  };
}
