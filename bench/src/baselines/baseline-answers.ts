import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

/** An HTTP response with its head, as it was received. */
export interface StoredAnswer {
  /** base64 */
  body: string;
  headers: Record<string, string>;
}

/** The lowest cost of an HTTP response: bytes that are already in memory. `/n` is answered with response number n. */
const lines = createInterface({ input: process.stdin });
const { answers } = JSON.parse(String((await once(lines, 'line'))[0])) as { answers: StoredAnswer[] };
lines.on('close', () => process.exit());

const kept = answers.map(({ body, headers }) => {
  const bytes = Buffer.from(body, 'base64');
  return { bytes, headers: { ...headers, 'content-length': bytes.length } };
});
const server = createServer((request, response) => {
  const { bytes, headers } = kept[Number(request.url?.slice(1))] ?? { bytes: '', headers: {} };
  response.writeHead(200, headers).end(bytes);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
