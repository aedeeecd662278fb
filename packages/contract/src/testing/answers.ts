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
 * `POST /path` → the JSON that is answered with 200, or `{ status, body }`. A promise is awaited, and a function is
 * called with the query.
 */
export type CannedAnswers = Record<string, unknown>;

/** Answers to calls that most screens make besides their own. */
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

const violations: string[] = [];
/** Returns and clears the contract violations of the answers since the last call. A test with any left fails. */
export const takeContractViolations = (): string[] => violations.splice(0);
afterEach(() => expect(takeContractViolations().join('\n')).toBe(''));

/**
 * Starts a real HTTP server with fixed answers, each checked against the contract. Its address becomes the origin of
 * the page.
 */
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
      // A text body stands for an answer of a proxy or of another server.
      const breaches = typeof body === 'string' ? [] : answerViolations(request.method ?? '', pathname, body);
      violations.push(...(breaches ?? ['the contract has no such call']).map((breach) => `${call}: ${breach}`));
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  moveTo(`${origin}/`);
  return {
    /** For a test that adds a socket. */
    http: server,
    asked,
    answers,
    /** The bodies of all requests of one call. */
    bodies: (call: string) => asked.filter((request) => request.call === call).map((request) => request.body),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An answer that our server never gives but the app must tolerate, as the specification demands. */
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
