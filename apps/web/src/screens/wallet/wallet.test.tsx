import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentOrder } from '@bijli/contract/payments';
import { fromAnotherServer, serveAnswers } from '@bijli/contract/testing/answers';
import type { HistoryEntry } from '@bijli/contract/wallet';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepCharge, noteSheetLeft } from '#device/charge-to-pay.ts';
import { keepUser } from '#device/stored-user.ts';
import type { ChargeToPay } from '#paths.ts';
import { clientConfig } from '#testing/replies.ts';
import { stationReply } from '#testing/station-page.ts';
import { here, open } from '../../testing/page.tsx';
import { stubNavigator } from '../../testing/stub-navigator.ts';

const WALLET = 'GET /api-v1/user/get-wallet';
const INITIATE = 'POST /api-v1/user/initiate-payment';
const STATE = 'GET /api-v1/user/payments/T9';

const entry = (details: Partial<HistoryEntry>): HistoryEntry => ({
  remark: 'Credits added',
  status: 'completed',
  created_at: '2026-11-18T14:12:07Z',
  type: 'cr',
  source: 'phonepe',
  transaction_id: 'T1',
  total_amount: 500,
  ...details,
});
const walletOf = (payment_history: HistoryEntry[], balance = 751.48) => ({
  success: true,
  wallet: { balance, held: 488.52, payment_history },
  payment_option: 'phonepe',
});
const order: PaymentOrder = {
  success: true,
  message: '',
  source: 'phonepe',
  razorpayId: '',
  amount: 1000,
  orderId: '',
  name: 'Asha',
  email: 'a@example.com',
  contactNumber: '',
  pay_url: 'https://pay.example/T9',
  txnId: 'T9',
  checksum: 'c',
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({ [WALLET]: walletOf([]), [INITIATE]: order });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await clear();
  await server.close();
  sessionStorage.clear();
});

test('the wallet shows the balance, the held amount, and a text if there is no history [WALLET-1, WALLET-2, WALLET-10]', async () => {
  await open('/wallet');
  await until(() => element('p', '₹751.48'));
  expect(element('h1').textContent).toBe('WALLET');
  // What is held is named as such, and is in no sum: one amount is there to spend.
  expect(text()).toContain('Held for your charge₹488.52Not in the balance. What’s left comes back.');
  expect(text()).not.toContain('₹1,240.00');
  expect(text()).toContain('1 credit = ₹1. To start a charge you need more than ₹50.00.');
  await until(() => element('h2', 'No Transactions'));
  expect(server.asked.find(({ call }) => call === WALLET)?.search).toMatch(/^\?history=true\b/);
});

test('a top-up that was left unfinished is asked about at once, says what to do, and can be paid again [WALLET-11]', async () => {
  server.answers[WALLET] = walletOf([entry({ status: 'pending', transaction_id: 'T9', total_amount: 300 })]);
  server.answers[STATE] = { success: true, status: 'pending', amount: 300 };
  await open('/wallet');
  await until(() => expect(text()).toContain('Not paid? Pay again.'));
  await until(() => expect(server.asked.some(({ call }) => call === STATE)).toBe(true));
  await press(element('main button', 'Pay again'));
  expect(element<HTMLInputElement>('input[aria-label="Amount in rupees"]').value).toBe('300');

  server.answers[WALLET] = walletOf([entry({ transaction_id: 'T9', total_amount: 300 })], 1051.48);
  server.answers[STATE] = { success: true, status: 'completed', amount: 300 };
  await press(element('main button', 'Check again'));
  await until(() => element('p', '₹1,051.48'));
  expect(text()).not.toContain('Not paid?');
});

test('only a press makes the check of an unfinished top-up busy, not the app’s own', async () => {
  server.answers[WALLET] = walletOf([entry({ status: 'pending', transaction_id: 'T9', total_amount: 300 })]);
  let answer: (state: object) => void = () => {};
  server.answers[STATE] = () => new Promise((resolve) => (answer = resolve));
  const check = () => element('main button', 'Check again');
  await open('/wallet');
  await until(() => expect(server.asked.some(({ call }) => call === STATE)).toBe(true));
  expect(check().getAttribute('aria-busy')).toBeNull();
  await press(check());
  expect(check().getAttribute('aria-busy')).toBe('true');
  answer({ success: true, status: 'pending', amount: 300 });
  await until(() => expect(check().getAttribute('aria-busy')).toBeNull());
});

test('while nothing is held, the wallet says what is held there', async () => {
  const empty = walletOf([]);
  server.answers[WALLET] = { ...empty, wallet: { ...empty.wallet, held: 0 } };
  await open('/wallet');
  await until(() => expect(text()).toContain('Held for your charge₹0.00A charge holds its price here until it ends.'));
});

test('while a charge runs, what is held for it leads to it', async () => {
  const transaction = { id: 'b', booking_id: 'b', charger_serial_number: 'S', user_vehicle_image: 'suv' };
  server.answers['POST /api-v1/user/get-ongoing-charging'] = {
    success: true,
    transaction: { ...transaction, oem_connector_number: 1 },
  };
  await open('/wallet');
  await until(() => element('main a[href="/next-charging"]', 'See your charge'));
});

test('offline the balance stays, with its age and the clock, and credits wait for a connection', async () => {
  await open('/wallet');
  await until(() => element('p', '₹751.48'));
  expect(text()).not.toContain('Needs internet');
  stubNavigator({ onLine: false });
  await act(async () => dispatchEvent(new Event('offline')));
  expect(element('main [role=status]').textContent).toMatch(/^No internet\. Last updated .+\.Try again$/);
  expect(element('main p', 'Wallet balance').textContent).toMatch(
    /^Wallet balance at \d\d-\w{3}-\d{4} \d\d:\d\d:\d\d$/,
  );
  element('p', '₹751.48');
  const add = element<HTMLButtonElement>('main button', 'Add Credit');
  expect(add.disabled).toBe(true);
  expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Needs internet');
  vi.unstubAllGlobals();
  await act(async () => dispatchEvent(new Event('online')));
  expect(element<HTMLButtonElement>('main button', 'Add Credit').disabled).toBe(false);
});

test('a row of any other type than cr is a debit [WALLET-7]', async () => {
  server.answers[WALLET] = walletOf([entry({ type: 'fee', source: 'adjustment' })]);
  await open('/wallet');
  await until(() => expect(element('li').textContent).toContain('−₹500.00'));
});

test.each([
  ['phonepe', 'PhonePe'],
  ['razorpay', 'Razorpay'],
  ['payu', 'PayU'],
])('the wallet’s answer fills the page, and its payment option %s says who is paid [API-8]', async (option, name) => {
  server.answers[WALLET] = { ...walletOf([entry({ remark: 'From home' })], 12.5), payment_option: option };
  await open('/wallet', { popopen: true });
  await until(() => element('[role=dialog]', name));
  for (const fact of ['₹12.50', 'From home']) await until(() => expect(element('main').textContent).toContain(fact));
  expect(server.asked.find(({ call }) => call === WALLET)?.search).toMatch(/^\?history=true\b/);
});

test('the history lists money in and money out, each with its remark and amount [WALLET-4, WALLET-7, WALLET-10]', async () => {
  server.answers[WALLET] = walletOf([
    entry({ type: 'dr', source: 'wallet', transaction_id: 'BK1', remark: 'Charging at Forum', total_amount: 265.31 }),
    entry({ source: 'refund', transaction_id: 'R1', remark: 'Refund to how you paid', total_amount: 499 }),
    entry({}),
  ]);
  await open('/wallet');
  const rows = await until(() => {
    expect(document.querySelectorAll('li a, li div')).toHaveLength(3);
    return [...document.querySelectorAll('li')].map((row) => row.textContent);
  });
  expect(rows.map((row) => row.replace(/\d\d-.*:\d\d/, ' '))).toEqual([
    'Charging at Forum −₹265.31Completed',
    'Refund to how you paid +₹499.00Completed',
    'Credits added +₹500.00Completed',
  ]);
});

test('a row shows its local date and time, and its state in a badge [WALLET-8, WALLET-9, WALLET-10]', async () => {
  server.answers[WALLET] = walletOf([
    entry({}),
    entry({ status: 'pending', transaction_id: 'T2' }),
    entry({ status: 'declined', transaction_id: 'T3' }),
    entry({ status: 'failed', cancelled: true, transaction_id: 'T4' }),
  ]);
  await open('/wallet');
  const rows = await until(() => {
    expect(document.querySelectorAll('li a, li div')).toHaveLength(4);
    return [...document.querySelectorAll('li')].map((row) => row.textContent);
  });
  expect(rows).toEqual([
    'Credits added18-Nov-2026 19:42:07+₹500.00Completed',
    'Credits added18-Nov-2026 19:42:07+₹500.00PendingNot paid? Pay again. If you have paid, the credits come by themselves.Check againPay again',
    'Credits added18-Nov-2026 19:42:07+₹500.00Failed',
    'Credits added18-Nov-2026 19:42:07+₹500.00Cancelled',
  ]);
  const badges = [...document.querySelectorAll('li > :first-child > :last-child > :last-child')];
  expect(badges.map(({ className }) => /_(ok|wait|bad|off)_/.exec(className)?.[1])).toEqual([
    'ok',
    'wait',
    'bad',
    'off',
  ]);
});

test('only a row whose source is the wallet opens an invoice, with its transaction id [WALLET-6]', async () => {
  server.answers[WALLET] = walletOf([
    entry({ type: 'dr', source: 'wallet', transaction_id: 'BK1' }),
    entry({}),
    entry({ type: 'dr', source: 'refund', transaction_id: 'R1' }),
  ]);
  await open('/wallet');
  for (const row of await until(() => {
    expect(document.querySelectorAll('li div')).toHaveLength(2);
    return document.querySelectorAll<HTMLElement>('li div');
  }))
    await press(row);
  expect(here().path).toBe('/wallet');
  const links = await until(() => {
    const found = document.querySelectorAll<HTMLElement>('li a');
    expect(found).toHaveLength(1);
    return found;
  });
  await press(links[0] ?? expect.fail());
  await until(() => expect(here()).toEqual({ path: '/payment-details', state: { transaction_id: 'BK1' } }));
});

test('the credit sheet opens with its button, and at once with popopen [WALLET-3, WALLET-5]', async () => {
  await open('/wallet');
  await press(await until(() => element('main button', 'Add Credit')));
  await until(() => element('[role=dialog] h2', 'Add Credit'));
  expect(element<HTMLButtonElement>('[role=dialog] button[type=submit]').textContent).toBe('Add Credit');
  await press(element('[role=dialog] button', '1500'));
  expect(element('[role=dialog] button[type=submit]').textContent).toBe('Add ₹1,500.00');
  await open('/wallet', { popopen: true });
  await until(() => element('[role=dialog] h2', 'Add Credit'));
});

test('a quick amount sets the requested amount [TOPUP-1, TOPUP-2, SCOPE-8]', async () => {
  await open('/wallet', { popopen: true });
  const input = await until(() => element<HTMLInputElement>('[role=dialog] input'));
  const chips = [...document.querySelectorAll<HTMLElement>('[role=dialog] fieldset button')];
  expect(chips.map((chip) => chip.textContent)).toEqual(['500', '1000', '1500', '2000']);
  for (const chip of chips) {
    await press(chip);
    expect(input.value).toBe(chip.textContent);
  }
  await press(element('[role=dialog] button', '1500'));
  expect([input.inputMode, input.value]).toEqual(['decimal', '1500']);
  server.answers[INITIATE] = { success: false, message: 'Not now.', code: 'amount_invalid' };
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => expect(server.bodies(INITIATE)).toEqual([{ amount: 1500 }]));
});

test('an amount may come from a Hindi keyboard, and with the commas of Indian numbers [TOPUP-1]', async () => {
  await open('/wallet', { popopen: true });
  const input = await until(() => element<HTMLInputElement>('[role=dialog] input'));
  await fill(input, '१,५००.५०');
  expect(input.value).toBe('1500.50');
  server.answers[INITIATE] = { success: false, message: 'Not now.', code: 'amount_invalid' };
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => expect(server.bodies(INITIATE)).toEqual([{ amount: 1500.5 }]));
});

/** Chooses ₹1500 and presses the button. Payment providers are configured. */
async function addCredit(option: string): Promise<void> {
  server.answers[WALLET] = { ...walletOf([]), payment_option: option };
  await open('/wallet', { popopen: true });
  await until(() => expect(server.asked.some(({ call }) => call === WALLET)).toBe(true));
  await press(await until(() => element('[role=dialog] button', '1500')));
  await until(() => element('[role=dialog]', { phonepe: 'PhonePe', razorpay: 'Razorpay', payu: 'PayU' }[option]));
  await press(element('[role=dialog] button[type=submit]'));
}
test.each(['phonepe', undefined])('with the provider %s the first endpoint is called [TOPUP-4]', async (option) => {
  const message = `Nothing by ${option}.`;
  server.answers[INITIATE] = { success: false, message, code: 'amount_invalid' };
  server.answers[WALLET] = fromAnotherServer({ ...walletOf([]), payment_option: option });
  await open('/wallet', { popopen: true });
  await until(() => element('p', '₹751.48'));
  await press(element('[role=dialog] button', '1500'));
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => element('.Toastify__toast--error', message));
  expect(server.asked.filter(({ call }) => call.includes('initiate')).map(({ call }) => call)).toEqual([INITIATE]);
});

const sheetIsClosed = () => until(() => expect(document.querySelector('[role=dialog]')).toBeNull());

test('with payu the browser goes to the page of the order [TOPUP-4, TOPUP-5, API-11]', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
  server.answers[`${INITIATE}-payu`] = { ...order, source: 'payu', key: 'k', txnid: 'T9', hash: 'h' };
  await addCredit('payu');
  await until(() => expect(leave).toHaveBeenCalledWith('https://pay.example/T9'));
  expect(server.bodies(`${INITIATE}-payu`)).toEqual([{ amount: 1500 }]);
});

type RazorpayOptions = { handler(result: object): void; modal: { ondismiss(): void } };

/** A fake of Razorpay's script in the page, with an order. Returns what the app opens from now on. */
function standInForRazorpay(): RazorpayOptions[] {
  const opened: RazorpayOptions[] = [];
  const Razorpay = class {
    constructor(options: RazorpayOptions) {
      opened.push(options);
    }
    on() {}
    open() {}
  };
  vi.stubGlobal('Razorpay', Razorpay);
  const details = { name: 'Asha', email: 'a@example.com', contactNumber: '+919876543210', orderId: 'order_1' };
  server.answers[`${INITIATE}-razorpay`] = {
    ...order,
    ...details,
    source: 'razorpay',
    razorpayId: 'rzp_test',
    pay_url: '',
    checkout_script: 'http://127.0.0.1:9/checkout.js',
  };
  return opened;
}

describe('with razorpay', () => {
  const signed = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'sig' };
  const RESULT = 'POST /api-v1/user/response-payment-razorpay';
  let opened: RazorpayOptions[];

  beforeEach(() => {
    opened = standInForRazorpay();
    server.answers[RESULT] = { success: true, message: 'The money is in your wallet.' };
    server.answers[STATE] = { success: true, status: 'completed', amount: 1500 };
  });

  test.each(['razorpay', 'card', ''])(
    'the checkout opens with the details of an order of source %j [TOPUP-4, TOPUP-5, API-10]',
    async (source) => {
      Object.assign(server.answers[`${INITIATE}-razorpay`] as object, { source });
      await addCredit('razorpay');
      await until(() => expect(opened).toHaveLength(1));
      expect(opened[0]).toMatchObject({
        key: 'rzp_test',
        order_id: 'order_1',
        amount: 100_000,
        currency: 'INR',
        prefill: { name: 'Asha', email: 'a@example.com', contact: '+919876543210' },
      });
      expect(server.bodies(`${INITIATE}-razorpay`)).toEqual([{ amount: 1500 }]);
    },
  );

  test('its result is sent to the server, the wallet is loaded again and the sheet is closed [TOPUP-7, API-12]', async () => {
    await addCredit('razorpay');
    await until(() => expect(opened).toHaveLength(1));
    server.answers[WALLET] = walletOf([], 2251.48);
    // The banner also fetches the wallet, but it does not know the result yet.
    server.answers[STATE] = { success: true, status: 'pending', amount: 1500 };
    await act(async () => opened[0]?.handler(signed));
    await until(() => element('p', '₹2,251.48'));
    expect(server.bodies(RESULT)).toEqual([signed]);
    await sheetIsClosed();
    server.answers[STATE] = { success: true, status: 'completed', amount: 1500 };
    await press(element('button', 'Check again'));
    await until(() => element('[role=status]', '₹1,500.00 added to your wallet.'));
  });

  test('a result that the server refuses is only logged, and the page shows the state of the payment [TOPUP-9, ERROR-1]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answers[RESULT] = { success: false, message: 'It could not be verified.', code: 'payment_not_yours' };
    server.answers[STATE] = { success: true, status: 'pending', amount: 1500 };
    await addCredit('razorpay');
    await until(() => expect(opened).toHaveLength(1));
    await act(async () => opened[0]?.handler(signed));
    await until(() => element('[role=status]', 'Your payment is being checked.'));
    expect(logged.mock.calls.flat()).toContainEqual(expect.objectContaining({ code: 'payment_not_yours' }));
    expect(document.querySelector('.Toastify__toast')).toBeNull();
  });

  test('a dismissed checkout is reported to the server, which says that nothing was charged [TOPUP-10]', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
    const cancelled = { success: true, message: 'The payment was cancelled. Nothing was charged.' };
    server.answers['POST /api-v1/user/payments/T9/cancel'] = cancelled;
    server.answers[STATE] = { ...cancelled, status: 'failed', cancelled: true, amount: 1500 };
    await addCredit('razorpay');
    await until(() => expect(opened).toHaveLength(1));
    await act(async () => opened[0]?.modal.ondismiss());
    await until(() => element('[role=status]', 'The payment was cancelled. Nothing was charged.'));
    expect(document.querySelector('main [role=alert]')).toBeNull();
    expect(server.bodies('POST /api-v1/user/payments/T9/cancel')).toEqual([{ checksum: 'c' }]);
    expect(server.bodies(RESULT)).toEqual([]);
    expect(logged.mock.calls.flat()).toContain('Transaction cancelled by the user');
  });

  test('a checkout whose script does not load is explained, and the page stays usable [LOADER-5]', async () => {
    vi.stubGlobal('Razorpay', undefined);
    delete (globalThis as { Razorpay?: unknown }).Razorpay;
    server.answers['POST /api-v1/user/payments/T9/cancel'] = { success: true, message: '' };
    await addCredit('razorpay');
    await until(() => element('.Toastify__toast--error', 'The payment page didn’t open. Please try again.'));
    expect(here().path).toBe('/wallet');
    await press(element('main button', 'Add Credit'));
    await until(() => element('[role=dialog] h2', 'Add Credit'));
  });
});

describe('with phonepe', () => {
  const ANSWER = 'POST /api-v1/user/response-payment-phonepe';
  let transacted: { tokenUrl: string; type: string; callback: (answer: string) => void }[];

  beforeEach(() => {
    transacted = [];
    vi.stubGlobal('PhonePeCheckout', { transact: (options: (typeof transacted)[0]) => transacted.push(options) });
    server.answers[INITIATE] = { ...order, checkout_script: 'http://127.0.0.1:9/checkout.js' };
  });

  test('the checkout opens inside the page; its end is reported and the wallet loaded again [TOPUP-5, TOPUP-8, API-13]', async () => {
    server.answers[ANSWER] = { success: true, message: 'The money is in your wallet.' };
    server.answers[STATE] = { success: true, status: 'completed', amount: 1500 };
    await addCredit('phonepe');
    await until(() => expect(transacted).toMatchObject([{ tokenUrl: 'https://pay.example/T9', type: 'IFRAME' }]));
    server.answers[WALLET] = walletOf([], 2251.48);
    await act(async () => transacted[0]?.callback('CONCLUDED'));
    await until(() => element('p', '₹2,251.48'));
    expect(server.bodies(ANSWER)).toEqual([{ code: 'CONCLUDED', transactionId: 'T9', checksum: 'c' }]);
  });

  test('an end that the server refuses is only logged, and the page shows the state of the payment [TOPUP-9]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answers[ANSWER] = { success: false, message: 'It could not be verified.', code: 'payment_not_yours' };
    server.answers[STATE] = { success: true, status: 'pending', amount: 1500 };
    await addCredit('phonepe');
    await until(() => expect(transacted).toHaveLength(1));
    await act(async () => transacted[0]?.callback('CONCLUDED'));
    await until(() => element('[role=status]', 'Your payment is being checked.'));
    expect(logged.mock.calls.flat()).toContainEqual(expect.objectContaining({ code: 'payment_not_yours' }));
    expect(document.querySelector('.Toastify__toast')).toBeNull();
  });

  test('the focus returns from the checkout to what opened it', async () => {
    server.answers[ANSWER] = { success: true, message: '' };
    server.answers[STATE] = { success: true, status: 'pending', amount: 1500 };
    await addCredit('phonepe');
    await until(() => expect(transacted).toHaveLength(1));
    const frame = document.body.appendChild(document.createElement('button'));
    frame.focus();
    await act(async () => transacted[0]?.callback('CONCLUDED'));
    frame.remove();
    await until(() => element('[role=status]', 'Your payment is being checked.'));
    expect(document.activeElement).toBe(element('main button', 'Add Credit'));
  });

  test('a cancelled checkout is logged and reported by its code, and no longer checked [TOPUP-10, API-13]', async () => {
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
    const message = 'The payment was cancelled. Nothing was charged.';
    server.answers[ANSWER] = { success: true, message };
    server.answers[STATE] = { success: true, status: 'failed', cancelled: true, amount: 1500, message };
    await addCredit('phonepe');
    await until(() => expect(transacted).toHaveLength(1));
    await act(async () => transacted[0]?.callback('USER_CANCEL'));
    await until(() => element('[role=status]', message));
    expect(server.bodies(ANSWER)).toEqual([{ code: 'USER_CANCEL', transactionId: 'T9', checksum: 'c' }]);
    expect(logged.mock.calls.flat()).toContain('Transaction cancelled by the user');
  });

  test('without its script the browser goes to the page of the order [LOADER-5, API-9]', async () => {
    delete (globalThis as { PhonePeCheckout?: unknown }).PhonePeCheckout;
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
    await addCredit('phonepe');
    await until(() => expect(leave).toHaveBeenCalledWith('https://pay.example/T9'));
    expect(server.bodies(INITIATE)).toEqual([{ amount: 1500 }]);
  });

  test('inside the app the wrapper gets the address, and the page stays and asks for the state of the payment', async () => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const posted: unknown[] = [];
    vi.stubGlobal('ReactNativeWebView', { postMessage: (text: string) => posted.push(JSON.parse(text)) });
    server.answers[STATE] = { success: true, status: 'pending', amount: 1500 };
    await addCredit('phonepe');
    await until(() => element('[role=status]', 'Your payment is being checked.'));
    const returnUrl = `${location.origin}/wallet?payment=T9`;
    expect(posted).toEqual([{ type: 'open-payment', url: 'https://pay.example/T9', txnId: 'T9', returnUrl }]);
    expect(leave).not.toHaveBeenCalled();
    expect(transacted).toEqual([]);
  });
});

test('no amount is refused by the page; the server’s refusal is shown [TOPUP-3, TOPUP-6, TOPUP-13]', async () => {
  server.answers[INITIATE] = { success: false, message: 'Enter an amount above zero.', code: 'amount_invalid' };
  await open('/wallet', { popopen: true });
  await fill(await until(() => element<HTMLInputElement>('[role=dialog] input')), '-5');
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => element('.Toastify__toast--error', 'Enter an amount above zero.'));
  expect(server.bodies(INITIATE)).toEqual([{ amount: -5 }]);
});

test('a return from the checkout asks until the payment is decided and then loads the wallet again [TOPUP-8, TOPUP-11]', async () => {
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

test('a failed payment says why and does not change the balance [TOPUP-10]', async () => {
  server.answers[STATE] = { success: true, status: 'failed', amount: 1000, message: 'Your bank refused it.' };
  await open('/wallet?payment=T9');
  await until(() => element('[role=alert]', 'Your bank refused it.'));
  await until(() => expect(text()).toContain('₹751.48'));
  // One tap repeats the payment with the same amount.
  await press(element('[role=alert] button', 'Try again'));
  await until(() => expect(element<HTMLInputElement>('[role=dialog] input').value).toBe('1000'));
  await press(element('[role=dialog] button[type=submit]'));
  await until(() => expect(server.bodies(INITIATE)).toEqual([{ amount: 1000 }]));
});

test('an unknown payment is called unknown and can be dismissed', async () => {
  server.answers[STATE] = { success: false, message: 'We couldn’t find this payment.', code: 'payment_unknown' };
  await open('/wallet?payment=T9');
  await until(() => element('[role=alert]', 'We couldn’t find this payment.'));
  await press(element('button', 'OK'));
  await until(() => expect(document.querySelector('main [role=alert]')).toBeNull());
});

describe('credits that are added for a charge', () => {
  const charge: ChargeToPay = {
    property_id: 's1',
    choice: { connector_id: 'A:1', mode: 'percentage', value: 80, soc: 34 },
    total_paise: 56_566,
    what: 'Charge to 80% · ₹565.66',
    where: 'Orion Avenue, A',
  };

  test('are the missing amount, and the sheet says what they are for and what is left afterwards [SHEET-20, WALLET-5]', async () => {
    server.answers[WALLET] = walletOf([], 38.2);
    await open('/wallet', { popopen: true, charge });
    await until(() => element('[role=dialog] button', 'Add ₹527.46'));
    for (const fact of [
      'Charge to 80% · ₹565.66',
      'After paying you go back to Orion Avenue, A',
      'In your wallet now₹38.20',
      'After adding₹565.66',
      'Left after this charge₹0.00',
    ])
      expect(element('[role=dialog]').textContent).toContain(fact);
    await fill(element<HTMLInputElement>('[role=dialog] input'), '500');
    expect(element('[role=dialog]').textContent).toContain('Left after this charge₹27.46 short');
  });

  test('are told apart from a top-up for no charge that is paid again', async () => {
    server.answers[WALLET] = walletOf([entry({ status: 'pending', transaction_id: 'T9', total_amount: 300 })], 38.2);
    server.answers[STATE] = { success: true, status: 'pending', amount: 300 };
    await open('/wallet', { popopen: true, charge });
    await until(() => expect(element('[role=dialog]').textContent).toContain(charge.what));
    await press(element('[role=dialog] button[aria-label=Close]'));
    await press(await until(() => element('main button', 'Pay again')));
    await until(() => expect(element<HTMLInputElement>('[role=dialog] input').value).toBe('300'));
    expect(element('[role=dialog]').textContent).not.toContain(charge.what);
  });

  test('are shown to the paisa in the field too, as everywhere', async () => {
    server.answers[WALLET] = walletOf([], 0);
    await open('/wallet', { popopen: true, charge: { ...charge, total_paise: 40_120 } });
    await until(() => expect(element<HTMLInputElement>('[role=dialog] input').value).toBe('401.20'));
  });

  test('are enough to start with when nothing is chosen yet, and a smaller amount is told to be too little', async () => {
    server.answers[WALLET] = walletOf([], 0);
    await open('/wallet', { popopen: true, charge: { ...charge, total_paise: 0 } });
    const field = await until(() => element<HTMLInputElement>('[role=dialog] input'));
    await until(() => expect(field.value).toBe('500'));
    const said = () => element('[role=dialog] [role=status]').textContent;
    expect(said()).toBe('');
    await fill(field, '50');
    expect(said()).toBe('Too little to start a charge: add at least ₹51. Less stays in your wallet.');
    await fill(field, '');
    expect(said()).toBe('To start a charge, add at least ₹51.');
    await fill(field, '51');
    expect(said()).toBe('');
  });

  test('are at least the minimum top-up', async () => {
    server.answers['GET /client-config'] = clientConfig({ top_up_min: 100 });
    server.answers[WALLET] = walletOf([], 555);
    await open('/wallet', { popopen: true, charge });
    await until(() => element('[role=dialog] button', 'Add ₹100.00'));
  });

  test.each([
    ['completed', { success: true, status: 'completed', amount: 1000 }, '₹1,000.00 added.'],
    [
      'cancelled',
      { success: true, status: 'failed', cancelled: true, amount: 1000, message: 'The payment was cancelled.' },
      undefined,
    ],
  ])('lead back to the charge from a provider’s page, %s', async (status, answer, expected) => {
    noteSheetLeft(charge.property_id);
    keepCharge('T9', charge);
    server.answers[STATE] = answer;
    server.answers['GET /api-v1/user/get-charger'] = stationReply({ wallet: { balance: 1038.2 } });
    await open('/wallet?payment=T9');
    if (status === 'cancelled') {
      await until(() => expect(text()).toContain('The payment was cancelled.'));
      // The repeated payment is for the same charge.
      await press(element('[role=status] button', 'Try again'));
      await until(() => expect(element('[role=dialog]').textContent).toContain(charge.what));
      await press(element('[role=dialog] button[aria-label=Close]'));
      await press(element('button', 'Back to your charge'));
    }
    await until(() => expect(here().path).toBe('/charger'));
    expect(here().state).toEqual({ sheet: 'charge', choice: charge.choice });
    await until(() => expect(element('[role=dialog] [role=tab][aria-selected=true]').textContent).toBe('Percentage'));
    if (expected === undefined) expect(text()).not.toContain(`₹1,000.00 added`);
    else expect(element('[role=dialog]').textContent).toContain(expected);
    // The history still has the station's page with its old choice. Once credits were added, that choice no longer
    // applies.
    await clear();
    await open('/charger?id=s1', { sheet: 'charge', choice: charge.choice });
    await until(() => element('input[value="A:1"]'));
    expect(document.querySelectorAll('[role=dialog]')).toHaveLength(expected === undefined ? 1 : 0);
  });
});
