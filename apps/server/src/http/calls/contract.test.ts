import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { api } from '@bijli/contract/api';
import type { Endpoint } from '@bijli/contract/endpoint';
import { operatorApi } from '@bijli/contract/operator-api';
import { testApp } from '#testing/app.ts';

const ELSEWHERE = 'https://web.example';
const stack = await testApp({ env: { ORIGINS: ELSEWHERE } });
const endpoints = Object.entries<Endpoint>(api);
const operatorCalls = Object.entries(operatorApi);
const methodAndPath = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;
const post = (path: string, body: string, type = 'application/json') =>
  fetch(`${stack.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });

describe('the contract', () => {
  test('is served completely: each call for drivers, for anyone or for staff, and no other [SCOPE-2]', () => {
    const promised = endpoints.map(([, endpoint]) => methodAndPath(endpoint));
    const toStaff = operatorCalls.map(([, endpoint]) => methodAndPath(endpoint));
    expect(stack.app.served.toSorted()).toEqual([...promised, ...toStaff].toSorted());
    expect(toStaff.filter((each) => !each.includes(' /api-v1/operator/'))).toEqual([]);
    expect(new Set(endpoints.map(([, { caller }]) => caller))).toEqual(new Set(['driver', 'anyone']));
    expect(promised.join(' ')).not.toMatch(/admin|operator|dealer|host|staff|role/);
  });

  test('is open without sign-in only for signing in, for the shop and for what every page needs [SCOPE-3]', () => {
    const open = endpoints.filter(([, { caller }]) => caller === 'anyone').map(([name]) => name);
    expect(open.toSorted()).toEqual([
      'cancelOrder',
      'checkout',
      'clientConfig',
      'compatibleVehicles',
      'delivery',
      'demoCar',
      'demoMessages',
      'live',
      'localities',
      'login',
      'order',
      'productAll',
      'productCars',
      'productDetails',
      'ready',
      'verifyOtp',
    ]);
  });

  test('is open completely to a web client that another server serves [API-3]', async () => {
    for (const method of new Set(endpoints.map(([, endpoint]) => endpoint.method))) {
      const headers = { origin: ELSEWHERE, 'access-control-request-method': method };
      const preflight = await fetch(`${stack.url}/api-v1/user/vehicles/1`, { method: 'OPTIONS', headers });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(ELSEWHERE);
      expect(preflight.headers.get('access-control-allow-methods')).toContain(method);
      for (const header of ['authorization', 'content-type', 'idempotency-key'])
        expect(preflight.headers.get('access-control-allow-headers')).toContain(header);
    }
  });

  test('has each path only once', () => {
    const addresses = [...endpoints, ...operatorCalls].map(([, endpoint]) => methodAndPath(endpoint));
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test.each(endpoints.filter(([, { caller }]) => caller === 'driver'))(
    '%s answers 401 without a token [GATE-6, API-33]',
    async (_, { method, path }) => {
      const response = await fetch(stack.url + path, {
        method,
        ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ success: false, code: 'signed_out' });
    },
  );
});

describe('the error body', () => {
  test('is the same for a wrong value, an unreadable body and an unknown path [API-33]', async () => {
    const wrong = await post('/api-v1/user/login', '{"mobile_no":12}');
    expect(wrong.status).toBe(200);
    expect(await wrong.json()).toMatchObject({
      success: false,
      code: 'bad_request',
      message: expect.stringContaining('mobile_no'),
    });
    const unreadable = await post('/api-v1/user/login', '{"mobile_no":');
    expect(unreadable.status).toBe(400);
    expect(await unreadable.json()).toMatchObject({ success: false, code: 'bad_request' });
    const unknown = await fetch(`${stack.url}/api-v1/user/nothing`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ success: false, code: 'not_found' });
  });

  test.each(['*', '/api-v1/user/vehicles/1'])(
    'is the same for OPTIONS %s without what a preflight has',
    async (path) => {
      const asked = request(stack.url, { method: 'OPTIONS', path }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(400);
      expect(await json(answer)).toMatchObject({ success: false, code: 'bad_request' });
    },
  );

  test('answers a body that is too large with 413 and stores nothing', async () => {
    const response = await post('/api-v1/user/login', JSON.stringify({ mobile_no: '9'.repeat(300_000) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false });
  });
});

describe('the OpenAPI document', () => {
  test('describes every call in version 3.1, and its page loads only from this server', async () => {
    const document = (await (await fetch(`${stack.url}/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(
      [...endpoints, ...operatorCalls].map(([name]) => name).toSorted(),
    );
    const { me } = operatorApi;
    expect(document.paths[me.path]?.['get']).toMatchObject({ security: [{ staff: [] }], 'x-permission': 'any' });
    const page = await (await fetch(`${stack.url}/docs`)).text();
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBeGreaterThan(2);
    for (const source of sources) expect((await fetch(new URL(source, stack.url))).status).toBe(200);
  });
});

describe('health', () => {
  test('is ready with the database, and unavailable without it', async () => {
    expect((await fetch(`${stack.url}/health/live`)).status).toBe(200);
    expect(await (await fetch(`${stack.url}/health/ready`)).json()).toMatchObject({ status: 'ok' });
  });
});
