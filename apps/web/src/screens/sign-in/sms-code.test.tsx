import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, until } from '@bijli/ui/testing/page';
import { here, open } from '#testing/page.tsx';

const VERIFY = 'POST /api-v1/user/verify-otp';
const user = { token: 'token', name: '', email: '' };
let server: Awaited<ReturnType<typeof serveAnswers>>;
/** The app's request to read the code from an SMS. */
let asked: { options: { otp: { transport: string[] }; signal: AbortSignal }; receive(code: string): void };

beforeEach(async () => {
  server = await serveAnswers({ [VERIFY]: { success: true, message: '', user } });
  vi.stubGlobal('OTPCredential', vi.fn());
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      get: (options: (typeof asked)['options']) =>
        new Promise((resolve, reject) => {
          asked = { options, receive: (code) => resolve({ code }) };
          options.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        }),
    },
  });
});
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
  await server.close();
  localStorage.clear();
});

const openOtp = () => open('/otp-verify', { mobile_no: '9876543210', resend_at: Date.now() + 30_000 });

test('the code is read from the SMS that is bound to this page, if the device supports it, and verified at once', async () => {
  await openOtp();
  await until(() => expect(asked.options.otp).toEqual({ transport: ['sms'] }));
  asked.receive('482913');
  await until(() => expect(server.bodies(VERIFY)).toEqual([{ mobile_no: '9876543210', req_otp: '482913' }]));
  await until(() => expect(here().path).toBe('/basic-details'));
});

test('nothing waits for the SMS once the page is left', async () => {
  await openOtp();
  const { signal } = await until(() => asked.options);
  expect(signal.aborted).toBe(false);
  await clear();
  expect(signal.aborted).toBe(true);
});
