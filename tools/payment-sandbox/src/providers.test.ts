import { createHash, createHmac } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_CREDENTIALS } from './demo.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await createSandbox(DEMO_CREDENTIALS);
});
afterEach(() => sandbox.close());

const authorization = `Basic ${Buffer.from('rzp_test_demo:demo-key-secret').toString('base64')}`;
async function razorpay(path: string, body?: object, headers: Record<string, string> = { authorization }) {
  const answer = await fetch(`${sandbox.url}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { http: answer.status, ...((await answer.json()) as { id: string; status: string; error: object }) };
}

test('razorpay’s API needs its key, whole paise in rupees, and a new receipt each time', async () => {
  const order = { amount: 50_000, currency: 'INR', receipt: 'T-1' };
  expect(await razorpay('/orders', order, {})).toMatchObject({ http: 401 });
  for (const wrong of [{ amount: 99 }, { amount: 100.5 }, { currency: 'USD' }, { receipt: 'x'.repeat(41) }]) {
    expect(await razorpay('/orders', { ...order, ...wrong })).toMatchObject({
      http: 400,
      error: { code: 'BAD_REQUEST_ERROR' },
    });
  }
  const { id } = await razorpay('/orders', order);
  expect(await razorpay(`/orders/${id}`)).toMatchObject({ status: 'created', amount_due: 50_000, receipt: 'T-1' });
  expect(await razorpay('/orders', order)).toMatchObject({ http: 400 });
});

test('in razorpay’s frame the surrounding page gets a failed try, then a signed result [TOPUP-7]', async () => {
  const { id } = await razorpay('/orders', { amount: 50_000, currency: 'INR', receipt: 'T-1' });
  const heard: unknown[] = [];
  const press = async (choice: string) => {
    const page = await (await fetch(`${sandbox.url}/v1/checkout/${id}/${choice}`, { method: 'POST' })).text();
    const told = /data-told="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#34;', '"');
    runInNewContext(await (await fetch(`${sandbox.url}/v1/checkout/frame.js`)).text(), {
      document: { currentScript: { dataset: { told } } },
      window: { parent: { postMessage: (message: { razorpay: unknown }) => heard.push(message.razorpay) } },
    });
  };
  for (const choice of ['cancel', 'fail', 'pay', 'pay']) await press(choice);
  const [failed, paid] = sandbox.orders.get('T-1')?.attempts.map(({ transactionId }) => transactionId) ?? [];
  const result = {
    razorpay_payment_id: paid,
    razorpay_order_id: id,
    razorpay_signature: createHmac('sha256', 'demo-key-secret').update(`${id}|${paid}`).digest('hex'),
  };
  const error = expect.objectContaining({ reason: 'payment_declined', metadata: { order_id: id, payment_id: failed } });
  expect(heard).toEqual([{ dismissed: true }, { error }, result, result]);
});

test('a payment that razorpay only authorized is captured once, for its own amount', async () => {
  sandbox.quirks.set({ uncaptured: true });
  const { id } = await razorpay('/orders', { amount: 50_000, currency: 'INR', receipt: 'T-1' });
  await fetch(`${sandbox.url}/v1/checkout/${id}/pay`, { method: 'POST' });
  const payment = `/payments/${sandbox.orders.get('T-1')?.attempts[0]?.transactionId}`;
  expect(await razorpay(payment)).toMatchObject({ status: 'authorized', captured: false });
  expect(await razorpay(`${payment}/capture`, { amount: 49_900 })).toMatchObject({ http: 400 });
  expect(await razorpay(`${payment}/capture`, { amount: 50_000 })).toMatchObject({ status: 'captured' });
  expect(await razorpay(`${payment}/capture`, { amount: 50_000 })).toMatchObject({ http: 400 });
  expect(await razorpay(`/orders/${id}`)).toMatchObject({ status: 'paid' });
});

test('payu refuses an order with a missing field, with another amount’s hash, or that is already paid', async () => {
  const fields = {
    key: 'demoKey',
    txnid: 'T-1',
    amount: '500.00',
    productinfo: 'Credits',
    firstname: 'Asha',
    email: 'a@example.com',
    phone: '9876543210',
    surl: 'http://shop/back',
    furl: 'http://shop/back',
  };
  const { key, txnid, amount, productinfo, firstname, email } = fields;
  const signed = [
    key,
    txnid,
    amount,
    productinfo,
    firstname,
    email,
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    'demo-salt',
  ];
  const hash = createHash('sha512').update(signed.join('|')).digest('hex');
  const submit = async (more: Record<string, string>) =>
    (
      await fetch(`${sandbox.url}/_payment`, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, hash, ...more }),
      })
    ).status;
  expect(await submit({ amount: '1.00' })).toBe(400);
  expect(await submit({ email: '' })).toBe(400);
  expect(await submit({ key: 'other' })).toBe(400);
  expect(await submit({})).toBe(200);
  await fetch(`${sandbox.url}/_payment/T-1/pay`, { method: 'POST' });
  expect(await submit({})).toBe(400);
});
