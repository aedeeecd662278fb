import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CannedAnswers, serveAnswers } from '@bijli/contract/testing/answers';
import { wasSignedOut } from '#device/signed-out.ts';
import { keepUser } from '#device/stored-user.ts';
import { profileReply } from '../testing/replies.ts';
import { ask, call, NoAnswer, Refusal, signOutAndReload } from './client.ts';

let server: Awaited<ReturnType<typeof serveAnswers>>;
const serve = async (answers: CannedAnswers) => (server = await serveAnswers(answers));

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test('every request has the stored user’s bearer token and the cross-origin header [API-2, API-3]', async () => {
  await serve({ 'GET /api-v1/user/get-profile': profileReply() });
  await call('getProfile', {});
  keepUser({ token: 'secret', name: '', email: '' });
  await call('getProfile', {});
  expect(server.asked.map(({ headers }) => headers.authorization?.trim())).toEqual(['Bearer', 'Bearer secret']);
  expect(server.asked.map(({ headers }) => headers['x-requested-with'])).toEqual(['XMLHttpRequest', 'XMLHttpRequest']);
});

test('path, query and body follow the contract [API-5, API-20]', async () => {
  await serve({
    'POST /api-v1/user/login': { success: true, message: 'Sent', resend_after: 30 },
    'GET /api-v1/user/payment-details': { success: false, message: 'Unknown.', code: 'charge_unknown' },
    'GET /api-v1/user/payments/T%2F1': { success: true, status: 'pending', amount: 1 },
  });
  expect(await call('login', { body: { mobile_no: '9876543210' } })).toMatchObject({ success: true, resend_after: 30 });
  await call('paymentDetails', { query: { payment_id: 'BK 1' } });
  expect(await call('paymentState', { params: { txnId: 'T/1' } })).toMatchObject({ status: 'pending' });
  expect(server.asked.map(({ search, body }) => [search, body])).toEqual([
    ['', { mobile_no: '9876543210' }],
    ['?payment_id=BK+1', undefined],
    ['', undefined],
  ]);
});

test('a POST is sent even if the page is left at the same moment, a GET is not', async () => {
  await serve({
    'POST /api-v1/user/transaction/remote-stop': { success: true, message: 'Stopping' },
    'GET /api-v1/user/get-profile': profileReply(),
  });
  const fetched = vi.spyOn(window, 'fetch');
  await call('remoteStop', { body: { transaction_id: 'B-1' } });
  await call('getProfile', {});
  expect(fetched.mock.calls.map(([, request]) => request?.keepalive)).toEqual([true, false]);
});

test('a refusal has the server’s message and code, whatever its HTTP status [ERROR-1, API-33]', async () => {
  const refusal = { success: false, message: 'Wrong code.', code: 'wrong_code' };
  await serve({
    'POST /api-v1/user/verify-otp': refusal,
    'POST /api-v1/user/login': { status: 429, body: { ...refusal, code: 'too_many_requests' } },
  });
  const refused = await call('verifyOtp', { body: { mobile_no: '1', req_otp: '2' } });
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ message: 'Wrong code.', code: 'wrong_code' });
  await expect(ask('verifyOtp', { body: { mobile_no: '1', req_otp: '2' } })).rejects.toEqual(refused);
  expect(await call('login', { body: { mobile_no: '1' } })).toMatchObject({ code: 'too_many_requests' });
});

test('a 401 empties the whole local storage and leads to the login page, once for all calls that got one [GATE-5, ERROR-3]', async () => {
  await serve({
    'GET /api-v1/user/get-wallet': { status: 401, body: { success: false, message: '', code: 'signed_out' } },
  });
  keepUser({ token: 'dead', name: '', email: '' });
  localStorage.setItem('something else', 'kept until now');
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const answers = await Promise.all([call('getWallet', { query: {} }), call('getWallet', { query: {} })]);
  expect(answers).toMatchObject([{ reason: 'signed_out' }, { reason: 'signed_out' }]);
  expect(localStorage.length).toBe(0);
  expect(leave).toHaveBeenCalledExactlyOnceWith('/login');
  expect(console.error).toHaveBeenCalledTimes(2);
  expect(wasSignedOut()).toBe(true);
});

test('a driver who signs out is not told that the server did it, whatever is refused afterwards', async () => {
  await serve({
    'GET /api-v1/user/get-wallet': { status: 401, body: { success: false, message: '', code: 'signed_out' } },
  });
  keepUser({ token: 'old', name: '', email: '' });
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  signOutAndReload('driver');
  await call('getWallet', { query: {} });
  expect(wasSignedOut()).toBe(false);
});

test('an HTTP error that is not ours is logged and never thrown [ERROR-3, ERROR-4]', async () => {
  await serve({ 'GET /api-v1/user/get-profile': { status: 502, body: '<html>Bad gateway</html>' } });
  const failed = await call('getProfile', {});
  expect(failed).toBeInstanceOf(NoAnswer);
  expect(failed).toMatchObject({ message: '', reason: 'server' });
  expect(console.error).toHaveBeenCalledOnce();
});

test.each([400, 404, 413, 422, 429, 500, 503])('an answer with status %d is logged [ERROR-3]', async (status) => {
  await serve({
    'GET /api-v1/user/get-profile': { status, body: { success: false, message: 'Not now.', code: 'unavailable' } },
  });
  await call('getProfile', {});
  expect(vi.mocked(console.error).mock.calls[0]).toEqual(expect.arrayContaining(['getProfile', status]));
});

test('no answer is a failure that is no refusal, and is thrown by ask only [ERROR-5]', async () => {
  await serve({});
  await server.close();
  const failed = await call('getProfile', {});
  expect(failed).toBeInstanceOf(NoAnswer);
  expect(failed).toMatchObject({ message: '', reason: 'network' });
  await expect(ask('getProfile', {})).rejects.toMatchObject({ reason: 'network' });
});
