import { api } from '@bijli/contract/api';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#config.ts';
import { testServer } from '#testing/server.ts';
import { createHttp } from './handle.ts';

/** What an installation has that sets nothing but what it must. */
const { floodLimits } = readConfig({
  NODE_ENV: 'production',
  CHECKSUM_SECRET: 'x',
  PHONEPE_CLIENT_ID: 'x',
  PHONEPE_CLIENT_SECRET: 'x',
  PHONEPE_WEBHOOK_USERNAME: 'x',
  PHONEPE_WEBHOOK_PASSWORD: 'x',
  SUPPORT_PHONE: '+911140000000',
  SUPPORT_EMAIL: 'help@charge.example',
  SUPPLIER_ADDRESS: '1 Test Road, Bengaluru',
  SUPPLIER_GSTIN: '29AAAAA0000A1Z5',
  SMTP_URL: 'smtp://127.0.0.1:25',
  SMS_SENDER: 'console',
  PUBLIC_URL: 'https://charge.example',
});

const open: FastifyInstance[] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

async function server(more: Parameters<typeof testServer>[0] = {}) {
  const app = await testServer({ floodLimits, ...more });
  open.push(app);
  const { serve } = createHttp(app, async () => undefined, true);
  serve(api.login, async ({ address }) => ({ message: address, resend_after: 1 }));
  serve(api.localities, async () => ({ localities: [] }));
  serve(api.live, async () => ({ status: 'ok' as const }));
  return {
    ask: (url: string, from = '203.0.113.1', headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
      app.inject({ method, url, remoteAddress: from, headers }),
    signIn: (from = '203.0.113.1', headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: api.login.path, payload: { mobile_no: '9' }, remoteAddress: from, headers }),
  };
}

describe('a flood', () => {
  test('of calls from one address is answered with 429, when to come back, and words; others are served on', async () => {
    const { ask } = await server();
    for (let asked = 0; asked < floodLimits.requests; asked += 1)
      expect((await ask(api.localities.path)).statusCode).toBe(200);
    const refused = await ask(api.localities.path, '203.0.113.1', { 'accept-language': 'hi-IN' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.json()).toEqual({
      success: false,
      message: 'एक साथ बहुत सारे अनुरोध आए हैं। थोड़ा रुककर फिर कोशिश करें।',
      code: 'too_many_requests',
    });
    expect((await ask('/api-v1/nothing')).statusCode).toBe(429);
    expect((await ask('/api/nothing')).statusCode).toBe(429);
    expect((await ask('/payments/phonepe/return?txn=T-1')).statusCode).toBe(429);
    expect((await ask('/order/O-1/pay')).statusCode).toBe(429);
    expect((await ask('/product-order-detail/wb-7/order')).statusCode).toBe(429);
    expect((await ask('/products?q=anything')).statusCode).toBe(429);
    expect((await ask('/products')).statusCode).toBe(404);
    expect((await ask('/product-order-detail/wb-7')).statusCode).toBe(404);
    expect((await ask('/nothing')).statusCode).toBe(404);
    expect((await ask(api.live.path)).statusCode).toBe(200);
    expect((await ask(api.localities.path, '203.0.113.2')).statusCode).toBe(200);
  });

  test('of sign-ins is refused much earlier, by status although their other refusals travel in the body', async () => {
    const { ask, signIn } = await server();
    for (let asked = 0; asked < floodLimits.signIns; asked += 1) expect((await signIn()).statusCode).toBe(200);
    const disguised = await ask('/%61pi-v1/user/login?x', '203.0.113.1', {}, 'POST');
    expect(disguised.statusCode).toBe(429);
    const refused = await signIn();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect((await ask(api.localities.path)).statusCode).toBe(200);
    expect((await signIn('203.0.113.9')).statusCode).toBe(200);
  });

  test('is counted by network for addresses of version 6, of which everybody has a great many', async () => {
    const { ask } = await server({ floodLimits: { requests: 1, signIns: 1 } });
    expect((await ask(api.localities.path, '2001:db8:1:2::1')).statusCode).toBe(200);
    expect((await ask(api.localities.path, '2001:db8:1:2::2')).statusCode).toBe(429);
    expect((await ask(api.localities.path, '2001:db8:1:3::1')).statusCode).toBe(200);
  });
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

  test('is the connection’s own where no proxy is trusted, whatever the header claims', async () => {
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

  test('is the network of an address of version 6, so that the limits on codes count it as one too', async () => {
    expect(await seen(false, '2001:db8:1:2::1')).toBe(await seen(false, '2001:db8:1:2:ffff::9'));
    expect(await seen(false, '2001:db8:1:3::1')).not.toBe(await seen(false, '2001:db8:1:2::1'));
  });

  test('is the caller’s own where the caller is none of the trusted proxies', async () => {
    expect(await seen(['10.0.0.0/8'], '192.0.2.1')).toBe('192.0.2.1');
  });
});
