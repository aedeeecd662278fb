import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { api } from '@bijli/contract/api';
import { parseConfig } from '#config/config.ts';
import { TestClock } from '#kernel/clock.ts';
import { PRODUCTION } from '#testing/production.ts';
import { testServer } from '#testing/server.ts';
import { createHttp } from '../calls/serve.ts';
import { serveWebClient } from '../pages/web-client.ts';

/** What an installation has that sets nothing but what it must. */
const { floodLimits } = parseConfig(PRODUCTION);

const open: FastifyInstance[] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

type Asked = { from?: string; headers?: Record<string, string>; method?: 'GET' | 'POST' | 'OPTIONS' };

/** Every token that is a driver's number is good. */
const authenticate = async (token: string) =>
  /^driver \d+$/.test(token) ? { driverId: Number(token.slice(7)) } : undefined;

async function server(more: Parameters<typeof testServer>[0] = {}) {
  const app = await testServer({ floodLimits, authenticate, ...more });
  open.push(app);
  const { serve } = createHttp(app, authenticate, true);
  serve(api.login, async ({ address }) => ({ message: address, resend_after: 1 }));
  serve(api.localities, async () => ({ localities: [] }));
  app.get('/own', { config: { limit: 'read' } }, () => 'own');
  serve(api.live, async () => ({ status: 'ok' as const }));
  app.get('/products', { config: { limit: 'page' } }, () => 'products');
  app.post('/webhooks/phonepe', { config: { limit: 'webhook' } }, () => 'taken');
  app.get('/app.js', { config: { limit: 'file' } }, () => 'script');
  const ask = (url: string, { from = '203.0.113.1', headers = {}, method = 'GET' }: Asked = {}) =>
    app.inject({ method, url, remoteAddress: from, headers });
  return {
    app,
    ask,
    /** How many are answered before the first that is refused with 429. */
    async answered(url: string, asked: Asked = {}, max = 20_000): Promise<number> {
      for (let count = 0; count < max; count += 1) if ((await ask(url, asked)).statusCode === 429) return count;
      return max;
    },
    signIn: (from = '203.0.113.1', headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: api.login.path, payload: { mobile_no: '9' }, remoteAddress: from, headers }),
  };
}

describe('a flood', () => {
  test('of calls from one address gets 429 with a waiting time and a sentence; others are served [OPS-13]', async () => {
    const { ask, answered } = await server();
    expect(await answered(api.localities.path)).toBe(floodLimits.perAddressMinute);
    const headers = { 'accept-language': 'hi-IN' };
    const refused = await ask(api.localities.path, { headers });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.json()).toEqual({
      success: false,
      message: 'एक साथ बहुत सारे अनुरोध आए हैं। थोड़ा रुककर फिर कोशिश करें।',
      code: 'too_many_requests',
    });
    expect((await ask(api.localities.path, { from: '203.0.113.2' })).statusCode).toBe(200);
  });

  test('of one class leaves the other classes usable from the same address', async () => {
    const { ask, answered } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    await answered(api.localities.path);
    for (const path of ['/products', '/app.js', api.live.path]) expect((await ask(path)).statusCode).toBe(200);
    expect((await ask('/webhooks/phonepe', { method: 'POST' })).statusCode).toBe(200);
  });

  test('of a differently written path counts for the same route', async () => {
    const { answered, ask } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    expect(await answered('/%70roducts', {}, 100)).toBe(8);
    expect((await ask('/products')).statusCode).toBe(429);
    expect(await answered('/%61pi-v1/user/login?x', { method: 'POST' }, 100)).toBe(2);
    expect((await ask(api.login.path, { method: 'POST' })).statusCode).toBe(429);
  });

  test('of unknown paths, webhooks or files is limited too, the last two much later', async () => {
    const { answered, ask } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    expect(await answered('/nothing', {}, 100)).toBe(2);
    for (const path of ['/else', '/api-v1/nothing', '/socket.io/?EIO=4&transport=polling'])
      expect((await ask(path)).statusCode).toBe(429);
    expect(await answered('/webhooks/phonepe', { method: 'POST' }, 100)).toBe(40);
    expect(await answered('/app.js', {}, 100)).toBe(80);
    expect(await answered(api.live.path, {}, 100)).toBe(8);
  });

  test('of pages of the web client does not limit its files, of which each page loads dozens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bijli-limits-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'start.js'), '');
    const { app, answered } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    await serveWebClient(app, folder);
    expect(await answered('/wallet', { headers: { accept: 'text/html' } }, 100)).toBe(8);
    expect(await answered('/start.js', {}, 100)).toBe(80);
    // What is no page is a path that nothing serves.
    expect(await answered('/nothing', {}, 100)).toBe(2);
    rmSync(folder, { recursive: true });
  });

  test('of calls without a valid token does not limit drivers at the same address, however they are counted', async () => {
    const { ask, answered } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    const path = '/own';
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect((await ask(path, as('driver 1'))).statusCode).toBe(200);
    expect(await answered(path, as('made up'), 100)).toBe(8);
    expect(await answered(path, {}, 100)).toBe(0);
    // Each has a share of its own.
    expect(await answered(path, as('driver 1'), 100)).toBe(7);
    // Also one that was not heard of before.
    const { ask: later, answered: flooded } = await server({
      floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 },
    });
    await flooded(path, {}, 100);
    expect((await later(path, as('driver 2'))).statusCode).toBe(200);
    // Signing in sends messages, so a token makes no difference.
    expect(await flooded(api.login.path, { ...as('driver 2'), method: 'POST' }, 100)).toBe(2);
    expect(await flooded(api.login.path, { method: 'POST' }, 100)).toBe(0);
  });

  test('of payers who return gets a page that reloads itself, and ends the connection', async () => {
    const { ask, answered } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    await answered('/products');
    const refused = await ask('/products', { headers: { accept: 'text/html', 'accept-language': 'hi' } });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', connection: 'close' });
    expect(refused.body).toContain(`<meta http-equiv="refresh" content="${refused.headers['retry-after']}">`);
    expect(refused.body).toContain('एक साथ बहुत सारे अनुरोध आए हैं।');
  });

  test('of unreadable or too long paths gets the common error body and is limited too', async () => {
    const { ask, answered } = await server({ floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 } });
    const long = api.cancelPayment.path.replace(':txnId', 'x'.repeat(300));
    expect(await answered('/%zz', {}, 100)).toBe(2);
    for (const url of ['/a/%ff', '/nothing']) expect((await ask(url)).statusCode).toBe(429);
    const other = { from: '203.0.113.2' };
    expect((await ask('/a/%ff', other)).json()).toMatchObject({ success: false, code: 'bad_request' });
    expect((await ask(long, { ...other, method: 'POST' })).json()).toMatchObject({ success: false });
    expect(await answered(long, { ...other, method: 'POST' }, 100)).toBe(0);
  });

  test('of CORS preflight requests is limited, without limiting the calls', async () => {
    const { ask, answered } = await server({
      floodLimits: { perAddressMinute: 8, signInsPerAddressMinute: 2 },
      origins: ['https://web.example'],
    });
    const headers = { origin: 'https://web.example', 'access-control-request-method': 'GET' };
    const asked = { headers, method: 'OPTIONS' as const };
    expect((await ask(api.localities.path, asked)).statusCode).toBe(204);
    expect(await answered(api.localities.path, asked, 100)).toBe(7);
    expect((await ask(api.localities.path)).statusCode).toBe(200);
  });

  test('of sign-ins is refused much earlier, with status 429 although their other refusals have status 200', async () => {
    const { ask, signIn } = await server();
    for (let asked = 0; asked < floodLimits.signInsPerAddressMinute; asked += 1)
      expect((await signIn()).statusCode).toBe(200);
    const refused = await signIn();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect((await ask(api.localities.path)).statusCode).toBe(200);
    expect((await signIn('203.0.113.9')).statusCode).toBe(200);
  });

  test('is counted by network for IPv6 addresses, of which everybody has many', async () => {
    const { ask } = await server({ floodLimits: { perAddressMinute: 1, signInsPerAddressMinute: 1 } });
    const status = async (from: string) => (await ask(api.localities.path, { from })).statusCode;
    expect(await status('2001:db8:1:2::1')).toBe(200);
    expect(await status('2001:db8:1:2::2')).toBe(429);
    expect(await status('2001:db8:1:3::1')).toBe(200);
  });

  test('from many IPv6 networks of one site is limited too, at sixteen times the number', async () => {
    const { ask } = await server({ floodLimits: { perAddressMinute: 4, signInsPerAddressMinute: 1 } });
    const statuses: number[] = [];
    for (let network = 0; network < 66; network += 1) {
      const from = `2001:db8:1:${network.toString(16)}::1`;
      statuses.push((await ask(api.localities.path, { from })).statusCode);
    }
    expect(statuses.indexOf(429)).toBe(64);
    expect((await ask(api.localities.path, { from: '2001:db8:2::1' })).statusCode).toBe(200);
  });

  test('is logged once at first, not for each request', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const { answered } = await server({ log, clock: new TestClock('2026-11-20T10:00:00Z') });
    await answered(api.localities.path);
    for (let more = 0; more < 50; more += 1) await answered(api.localities.path);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'http.rate_limited', limit: 'read', address: '203.0.113.1' },
    ]);
  });
});

test('a route without a limit class is refused at the start', async () => {
  const { app } = await server();
  expect(() => app.get('/free', () => 'for all')).toThrow('The route GET /free names no class of limit.');
});

describe('the address that is counted', () => {
  const spoofed = { 'x-forwarded-for': '198.51.100.7, 203.0.113.5' };
  const seen = async (
    trustProxy: false | number | string[],
    from: string,
    headers: Record<string, string> = spoofed,
  ) => {
    const { signIn } = await server({ trustProxy });
    return (await signIn(from, headers)).json<{ message: string }>().message;
  };

  test('is the connection’s own if no proxy is trusted, whatever the header says', async () => {
    expect(await seen(false, '10.0.0.1')).toBe('10.0.0.1');
  });

  test('is what the last trusted proxy saw, not what the caller wrote before it', async () => {
    expect(await seen(1, '10.0.0.1')).toBe('203.0.113.5');
    expect(await seen(2, '10.0.0.1')).toBe('198.51.100.7');
    expect(await seen(2, '10.0.0.1', { 'x-forwarded-for': '192.0.2.66, 198.51.100.7, 203.0.113.5' })).toBe(
      '198.51.100.7',
    );
    expect(await seen(['10.0.0.0/8'], '10.0.0.1')).toBe('203.0.113.5');
    expect(await seen(['10.0.0.0/8', '203.0.113.5'], '10.0.0.1')).toBe('198.51.100.7');
  });

  test('is the network of an IPv6 address, so that the limits on codes count it as one too', async () => {
    expect(await seen(false, '2001:db8:1:2::1')).toBe(await seen(false, '2001:db8:1:2:ffff::9'));
    expect(await seen(false, '2001:db8:1:3::1')).not.toBe(await seen(false, '2001:db8:1:2::1'));
  });

  test('is the caller’s own if the caller is not a trusted proxy', async () => {
    expect(await seen(['10.0.0.0/8'], '192.0.2.1')).toBe('192.0.2.1');
  });
});
