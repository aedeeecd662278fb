import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#kernel/free-port.ts';
import { atEnd } from './at-end.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const PROGRAM = 'nats-server';

/** Tests of several nodes over NATS need it from the system: `apt-get install nats-server`. */
export const hasNatsServer = spawnSync(PROGRAM, ['--version']).status === 0;
if (!hasNatsServer) process.stderr.write('Tests over NATS are skipped: there is no nats-server here.\n');

export interface NatsServer {
  url: string;
  pid: () => number | undefined;
  /** Kills the server. Its clients lose their connections at once. */
  stop(): Promise<void>;
  /** Starts the server again on the same port. */
  start(): Promise<void>;
}

/** Starts two NATS servers that forward messages to each other, over a connection that a test may cut. */
export async function natsPair(): Promise<{ first: NatsServer; second: NatsServer; between: TcpProxy }> {
  const [ofFirst, ofSecond] = [await freePort(), await freePort()];
  const between = await openTcpProxy(ofFirst);
  atEnd(between.close);
  // The servers do not advertise their addresses, so this connection is the only one between them.
  const member = (port: number): string[] =>
    `--cluster nats://127.0.0.1:${port} --cluster_name test --cluster_advertise 127.0.0.1:${between.port} --no_advertise`.split(
      ' ',
    );
  const first = await startNats(member(ofFirst));
  const second = await startNats([...member(ofSecond), '--routes', `nats://127.0.0.1:${between.port}`]);
  return { first, second, between };
}

/** Starts a NATS server on a free port of loopback. */
export async function startNats(more: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(PROGRAM, ['-a', '127.0.0.1', '-p', String(port), ...more], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    await new Promise<void>((resolve, reject) => {
      started.once('exit', () => reject(new Error('nats-server has ended.')));
      started.stderr?.on('data', (text: Buffer) => text.includes('Server is ready') && resolve());
    });
  }

  async function stop(): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGKILL');
    await ended;
  }

  await start();
  atEnd(stop);
  return { url: `nats://127.0.0.1:${port}`, pid: () => child?.pid, start, stop };
}
