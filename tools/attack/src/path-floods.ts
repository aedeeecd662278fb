import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { MINUTE_MS } from '@bijli/server/kernel/durations';
import { ATTACKER, isTimeOver, type Attack } from './attack.ts';

/** Paths of each limit class that needs no token, spelled so that a limit by path would miss them. */
const PATHS = [
  ['GET', '/%70roducts'],
  ['GET', '/products?q=1'],
  ['GET', '/nothing-here'],
  ['GET', '/api-v1/user/%67et-wallet'],
  ['POST', '/webhooks/phonepe'],
  ['POST', '/webhooks/%72azorpay'],
] as const;
/** Each connection sends more requests than may be unanswered, so the server must cut it off. */
const FLOODERS = 64;
/** Roughly the number of connections that a server reads at once. */
const ROUNDS_AT_ONCE = 250;
/** A connection with too many requests ends with its first refusal, which the server delays by a second. */
const FLOOD_TIMEOUT_MS = 10_000;

export const PATH_FLOODS: Record<string, Attack> = {
  async 'a flood on paths that escape'(context) {
    const paths = PATHS.map(([method, path]) => ({ method, path, sent: 0, limited: 0 }));
    const isFreeOne = () => paths.some(({ limited }) => limited === 0);
    // Webhooks have five times the limit of other classes. The flood goes on until each class was limited, at most for
    // its minute.
    const last = context.end + MINUTE_MS;
    let turns = 0;
    const flooder = async (): Promise<void> => {
      while (!isTimeOver(context) || (isFreeOne() && performance.now() < last)) {
        turns += 1;
        const open = paths.filter(({ limited }) => limited === 0);
        // Floods each path until it is limited, then all of them.
        const among = open.length > 0 ? open : paths;
        const path = among[turns % among.length];
        if (!path) return;
        path.sent += 1;
        if ((await ask(context.url, path)) === 429) path.limited += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, flooder));
    const summary = paths
      .map(({ method, path, sent, limited }) => `${method} ${path} ${limited} of ${sent}`)
      .join(', ');
    if (isFreeOne()) throw new Error(`a path was never limited: ${summary}`);
    return `refused for their number: ${summary}`;
  },

  /**
   * A caller that waits for answers is as slow as they are. This attacker sends without waiting, and connects again
   * when it is cut off.
   */
  async 'a flood on paths that waits for no answer'(context) {
    const { hostname, port } = new URL(context.url);
    const gets = PATHS.filter(([method]) => method === 'GET').map(([, path]) => getOf(path));
    const [requests, last] = [gets.join('').repeat(ROUNDS_AT_ONCE), getOf('/', 'Connection: close\r\n')];
    const asked = gets.length * ROUNDS_AT_ONCE;
    const seen = { connections: 0, cut: 0, left: 0, answers: 0 };
    const flooder = async (): Promise<void> => {
      while (!isTimeOver(context)) {
        const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
        socket.on('error', () => socket.destroy());
        socket.setTimeout(FLOOD_TIMEOUT_MS, () => {
          seen.left += 1;
          socket.destroy();
        });
        let answers = 0;
        socket.on('data', (piece: Buffer) => (answers += piece.toString('latin1').split('HTTP/1.1 ').length - 1));
        socket.write(requests + last);
        await new Promise((ended) => socket.once('close', ended));
        seen.connections += 1;
        seen.answers += answers;
        seen.cut += Number(answers < asked);
      }
    };
    await Promise.all(Array.from({ length: FLOODERS }, flooder));
    const { connections, cut, left, answers } = seen;
    const summary = `${connections} connections of ${asked} requests, ${cut} cut off, ${answers} answers in all`;
    if (left > 0) throw new Error(`${left} connections stayed open: ${summary}`);
    if (cut < connections) throw new Error(`not every connection was cut off: ${summary}`);
    return summary;
  },
};

function getOf(path: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
}

/** The status of the answer to the attacker's request. Undefined if the connection was cut. */
async function ask(url: string, { method, path }: { method: string; path: string }): Promise<number | undefined> {
  const headers = method === 'POST' ? { 'content-type': 'application/json' } : {};
  const asked = request(`${url}${path}`, { method, headers, localAddress: ATTACKER });
  asked.end(method === 'POST' ? '{}' : undefined);
  const [answer] = (await once(asked, 'response').catch(() => [undefined])) as [IncomingMessage | undefined];
  answer?.resume();
  return answer?.statusCode;
}
