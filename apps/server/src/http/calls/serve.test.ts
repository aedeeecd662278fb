import { afterAll, expect, expectTypeOf, test } from 'vitest';
import { api } from '@bijli/contract/api';
import { testServer } from '#testing/server.ts';
import { createHttp, type HttpCall } from './serve.ts';

const app = await testServer();
const { serve } = createHttp(app, async () => undefined, true);
const inProduction = await testServer();
serve(api.login, async ({ body }) => ({ message: body.mobile_no, resend_after: 1 }));
const isLive = { status: 'ok' } as const;
const ofTheRow = { ...isLive, password_hash: 'x' };
serve(api.live, async () => ofTheRow);
serve(api.ready, async () => isLive);
createHttp(inProduction, async () => undefined, false).serve(api.live, async () => ofTheRow);
afterAll(() => Promise.all([app.close(), inProduction.close()]));

test('a text with NUL or half a character, which the database cannot store, is refused and is not a bug of ours', async () => {
  const login = (mobile_no: string) => app.inject({ method: 'POST', url: api.login.path, payload: { mobile_no } });
  for (const text of ['98\u0000', '98\ud800', '\udc0098'])
    expect((await login(text)).json()).toMatchObject({ success: false, code: 'bad_request' });
  expect((await login('98')).json()).toMatchObject({ success: true });
});

test('where replies are checked strictly, a field that the contract does not know is a bug', async () => {
  const { statusCode, body } = await app.inject(api.live.path);
  expect([statusCode, body.includes('password_hash')]).toEqual([500, false]);
  expect((await app.inject(api.ready.path)).json()).toEqual(isLive);
});

test('where replies are not checked strictly, such a field is not sent', async () => {
  expect((await inProduction.inject(api.live.path)).json()).toEqual(isLive);
});

test('a handler has a driver if only drivers may call, and none if anyone may', () => {
  expectTypeOf<HttpCall<typeof api.getWallet>['driverId']>().toEqualTypeOf<number>();
  expectTypeOf<HttpCall<typeof api.ready>['driverId']>().toEqualTypeOf<undefined>();
});
