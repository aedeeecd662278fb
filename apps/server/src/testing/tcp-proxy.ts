import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection between two programs that a test can hold up, cut or redirect. */
export interface TcpProxy {
  /** The port on 127.0.0.1. */
  port: number;
  /**
   * Lets everything through, beginning with what waits. If a port is given, new connections go to that port from now
   * on.
   */
  pass(to?: number): Promise<void>;
  /** Behaves like a suspended process: connections are accepted and stay open, but nothing comes back. */
  hang(): void;
  /** Behaves like a process that is gone: open connections are cut, and new ones are refused. */
  refuse(): Promise<void>;
  close(): Promise<void>;
}

export async function openTcpProxy(target: number): Promise<TcpProxy> {
  /** The incoming connections, each with its outgoing one. There is none while the proxy hangs. */
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
