import { api } from '@bijli/contract/api';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '#testing/server.ts';
import { createHttp } from './handle.ts';

const app = await testServer();
afterAll(() => app.close());

test('a text with a NUL character, which the database takes nowhere, is refused and is no bug of ours', async () => {
  const { serve } = createHttp(app, async () => undefined, true);
  serve(api.login, async ({ body }) => ({ message: body.mobile_no, resend_after: 1 }));
  const login = (mobile_no: string) => app.inject({ method: 'POST', url: api.login.path, payload: { mobile_no } });
  expect((await login('98\u0000')).json()).toMatchObject({ success: false, code: 'bad_request' });
  expect((await login('98')).json()).toMatchObject({ success: true });
});
