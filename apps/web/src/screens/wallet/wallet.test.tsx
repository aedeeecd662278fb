import type { HistoryEntry } from '@bijli/contract/wallet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '../../testing/answers.ts';
import { clear, element, fill, here, open, press, text, until } from '../../testing/page.tsx';

const WALLET = 'GET /api-v1/user/get-wallet';
const INITIATE = 'POST /api-v1/user/initiate-payment';
const STATE = 'GET /api-v1/user/payments/T9';

const entry = (facts: Partial<HistoryEntry>): HistoryEntry => ({
  remark: 'Credits added',
  status: 'completed',
  created_at: '2026-11-18T14:12:07Z',
  type: 'cr',
  source: 'phonepe',
  transaction_id: 'T1',
  total_amount: 500,
  ...facts,
});
const walletOf = (payment_history: HistoryEntry[], balance = 751.48) => ({
  success: true,
  wallet: { balance, held: 488.52, payment_history },
  payment_option: 'phonepe',
});
const order = {
  success: true,
  message: '',
  source: 'phonepe',
  amount: 1000,
  pay_url: 'https://pay.example/T9',
  txnId: 'T9',
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  localStorage.setItem('user', JSON.stringify({ token: 't', name: 'Asha', email: 'a@example.com' }));
  server = await serveAnswers({ [WALLET]: walletOf([]), [INITIATE]: order });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await clear();
  await server.close();
});

test('the wallet shows the balance, what is on hold, and an empty text without history [WALLET-1, WALLET-2, WALLET-10]', async () => {
  await open('/wallet');
  await until(() => element('p', '₹751.48'));
  expect(element('h1').textContent).toBe('WALLET');
  expect(text()).toContain('₹488.52');
  await until(() => element('h2', 'No Transactions'));
  expect(server.asked.find(({ call }) => call === WALLET)?.search).toBe('?history=true');
});

test('rows carry remark, signed amount, date and a badge by status [WALLET-4, WALLET-7, WALLET-8, WALLET-9, WALLET-10]', async () => {
  server.answers[WALLET] = walletOf([
    entry({ type: 'dr', source: 'wallet', transaction_id: 'BK1', remark: 'Charging at Forum', total_amount: 265.31 }),
    entry({ status: 'pending', transaction_id: 'T2' }),
    entry({ status: 'declined', transaction_id: 'T3' }),
  ]);
  await open('/wallet');
  const rows = await until(() => {
    expect(document.querySelectorAll('li a, li div')).toHaveLength(3);
    return [...document.querySelectorAll('li')].map((row) => row.textContent);
  });
  expect(rows).toEqual([
    'Charging at Forum18-Nov-2026 19:42:07−₹265.31Completed',
    'Credits added18-Nov-2026 19:42:07+₹500.00Pending',
    'Credits added18-Nov-2026 19:42:07+₹500.00Failed',
  ]);
});

test('only the row of a charge opens an invoice, with its transaction id [WALLET-6]', async () => {
  server.answers[WALLET] = walletOf([entry({ type: 'dr', source: 'wallet', transaction_id: 'BK1' }), entry({})]);
  await open('/wallet');
  const links = await until(() => {
    const found = document.querySelectorAll<HTMLElement>('li a');
    expect(found).toHaveLength(1);
    return found;
  });
  await press(links[0] ?? expect.fail());
  await until(() => expect(here()).toEqual({ path: '/payment-details', state: { transaction_id: 'BK1' } }));
});

test('the credit sheet opens by its button, and at once with popopen [WALLET-3, WALLET-5]', async () => {
  await open('/wallet');
  await press(await until(() => element('main button', 'Add Credit')));
  await until(() => element('[role=dialog] h2', 'Add Credit'));
  await open('/wallet', { popopen: true });
  await until(() => element('[role=dialog] h2', 'Add Credit'));
});

test('a quick amount sets the amount, and the top-up leaves for the provider’s page [TOPUP-1, TOPUP-2, TOPUP-4, TOPUP-5]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  await open('/wallet', { popopen: true });
  await press(await until(() => element('[role=dialog] button', '1500')));
  const input = element<HTMLInputElement>('[role=dialog] input');
  expect([input.type, input.value]).toEqual(['number', '1500']);
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => expect(leave).toHaveBeenCalledWith('https://pay.example/T9'));
  expect(server.bodies(INITIATE)).toEqual([{ amount: 1500 }]);
});

test('no amount is held back; the server’s refusal is shown [TOPUP-3, TOPUP-6, TOPUP-13]', async () => {
  server.answers[INITIATE] = { success: false, message: 'Enter an amount above zero.', code: 'amount_invalid' };
  await open('/wallet', { popopen: true });
  await fill(await until(() => element<HTMLInputElement>('[role=dialog] input')), '-5');
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => element('.Toastify__toast', 'Enter an amount above zero.'));
  expect(server.bodies(INITIATE)).toEqual([{ amount: -5 }]);
});

test('a return from the checkout asks until the payment is decided and then loads the wallet again [TOPUP-8]', async () => {
  server.answers[STATE] = { success: true, status: 'pending', amount: 1000 };
  await open('/wallet?payment=T9');
  await until(() => element('[role=status]', 'Your payment is being checked.'));
  server.answers[STATE] = { success: true, status: 'completed', amount: 1000 };
  server.answers[WALLET] = walletOf([], 1751.48);
  await press(element('button', 'Check again'));
  await until(() => element('[role=status]', '₹1,000.00 added to your wallet.'));
  await until(() => element('p', '₹1,751.48'));
  await press(element('button', 'OK'));
  await until(() => expect(document.querySelector('[role=status]')).toBeNull());
});

test('a payment that failed says why and leaves the balance alone [TOPUP-10]', async () => {
  server.answers[STATE] = { success: true, status: 'failed', amount: 1000, message: 'The payment was cancelled.' };
  await open('/wallet?payment=T9');
  await until(() => element('[role=alert]', 'The payment was cancelled.'));
  await until(() => expect(text()).toContain('₹751.48'));
});

test('a payment that is not known is said to be so and can be put away', async () => {
  server.answers[STATE] = { success: false, message: 'This payment is not known.', code: 'payment_unknown' };
  await open('/wallet?payment=T9');
  await until(() => element('[role=alert]', 'This payment is not known.'));
  await press(element('button', 'OK'));
  await until(() => expect(document.querySelector('main [role=alert]')).toBeNull());
});
