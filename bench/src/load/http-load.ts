import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { latencyOf, type Latency } from '../measuring/statistics.ts';

export interface HttpLoadOptions {
  url: string;
  connections: number;
  warmUpMs: number;
  measureMs: number;
}

export interface HttpLoadResult extends Latency {
  requestsPerSecond: number;
  /** Size of one answer with its head. */
  bytes: number;
}

/**
 * A process that reads `HttpLoadOptions` as one line, requests that address on the given number of connections with one
 * request in flight each, and prints an `HttpLoadResult`. It ends with an error message when an answer is not 200 with
 * a length.
 */
const lines = createInterface({ input: process.stdin });
const options = JSON.parse(String((await once(lines, 'line'))[0])) as HttpLoadOptions;
lines.on('close', () => process.exit());
console.log(JSON.stringify(await run(options)));

async function run({ url, connections, warmUpMs, measureMs }: HttpLoadOptions): Promise<HttpLoadResult> {
  const { hostname, port, pathname, search, host } = new URL(url);
  const asked = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const latencies: number[] = [];
  let measuring = false;
  const stop = new AbortController();
  let bytes = 0;

  async function drive(): Promise<void> {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    await once(socket, 'connect');
    while (!stop.signal.aborted) {
      const sentAtMs = performance.now();
      socket.write(asked);
      let answer = '';
      let whole = Number.POSITIVE_INFINITY;
      while (answer.length < whole) {
        answer += String((await once(socket, 'data'))[0]);
        if (whole === Number.POSITIVE_INFINITY) whole = lengthOf(answer);
      }
      bytes = whole;
      if (measuring) latencies.push(performance.now() - sentAtMs);
    }
    socket.destroy();
  }

  const driving = Array.from({ length: connections }, drive);
  await pause(warmUpMs);
  const startedAtMs = performance.now();
  measuring = true;
  await pause(measureMs);
  measuring = false;
  const seconds = (performance.now() - startedAtMs) / 1000;
  stop.abort();
  await Promise.all(driving);
  return { requestsPerSecond: latencies.length / seconds, bytes, ...latencyOf(latencies) };
}

/** Length of an answer with its head. Needs the whole head. */
function lengthOf(answer: string): number {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return Number.POSITIVE_INFINITY;
  const head = answer.slice(0, end);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
    process.stderr.write(`answered: ${head}\n`);
    process.exit(1);
  }
  return end + 4 + Number(length);
}
