import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect } from 'vitest';
import { answerViolations } from '../contract-violations.ts';

export interface Asked {
  call: string;
  search: string;
  body: unknown;
  headers: IncomingHttpHeaders;
}
/**
 * `POST /path` → the JSON answered with 200, or `{ status, body }` with a status of its own; a promise is waited for, a
 * function is called with the query.
 */
export type CannedAnswers = Record<string, unknown>;

/** What screens ask beside their own calls. */
const usual: CannedAnswers = {
  'POST /api-v1/user/get-ongoing-charging': {
    success: false,
    message: 'No charge is running.',
    code: 'no_charge_running',
  },
  'GET /api-v1/user/charging-samples': { success: true, samples: [] },
  'GET /client-config': {
    brand: 'Bijli',
    payment_option: 'phonepe',
    support: { phone: '', email: '', whatsapp: '' },
    demo: false,
    map: null,
  },
  'GET /api-v1/user/reviews': {
    success: true,
    property_id: 's1',
    property_name: '',
    average: null,
    count: 0,
    histogram: [0, 0, 0, 0, 0],
    tag_counts: [],
    reviews: [],
  },
};

const offContract: string[] = [];
/** What has been answered since the last look that the contract does not allow. Whatever is left fails its test. */
export const takeContractBreaches = (): string[] => offContract.splice(0);
afterEach(() => expect(takeContractBreaches().join('\n')).toBe(''));

/** A real HTTP server with fixed answers, each held to the contract; the page's address becomes its origin. */
export async function serveAnswers(answers: CannedAnswers) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { pathname, search } = new URL(request.url ?? '', 'http://host');
      const call = `${request.method} ${pathname}`;
      const text = Buffer.concat(chunks).toString();
      asked.push({ call, search, body: text === '' ? undefined : JSON.parse(text), headers: request.headers });
      const found = answers[call] ?? usual[call] ?? { status: 404, body: '' };
      const answer: unknown = await (typeof found === 'function' ? found(new URLSearchParams(search)) : found);
      const { status, body } = hasStatus(answer) ? answer : { status: 200, body: answer };
      // What is text comes from something between us and the server, or from another one.
      const breaches = typeof body === 'string' ? [] : answerViolations(request.method ?? '', pathname, body);
      offContract.push(...(breaches ?? ['the contract has no such call']).map((breach) => `${call}: ${breach}`));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  moveTo(`${origin}/`);
  return {
    /** For a socket beside the answers. */
    http: server,
    asked,
    answers,
    /** Bodies of the requests of one call. */
    bodies: (call: string) => asked.filter((request) => request.call === call).map((request) => request.body),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer that our server does not give and that the app bears all the same, as the specification asks. */
export function fromAnotherServer(body: object): { status: number; body: string } {
  return { status: 200, body: JSON.stringify(body) };
}

function hasStatus(answer: unknown): answer is { status: number; body: unknown } {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';
}

/** Changes the page's address without loading it. */
function moveTo(url: string): void {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url);
}
