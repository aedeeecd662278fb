import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';

const phonepe = {
  clientId: 'bijli',
  clientSecret: 'a-secret',
  clientVersion: '1',
  webhookUsername: 'hook_user',
  webhookPassword: 'hook_pass1',
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function sandboxWith(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ phonepe, webhookRetriesMs: [5, 5, 5], ...options });
  open.push(sandbox);
  return sandbox;
}

/** A merchant that receives webhooks and answers each with the next of `answers`, later with 200. */
async function merchantAnswering(...answers: number[]) {
  const received: { authorization: string | undefined; event: string; transactionId: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    received.push({
      authorization: request.headers.authorization,
      event: body.event,
      transactionId: body.payload.paymentDetails[0].transactionId,
    });
    response.writeHead(answers.shift() ?? 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: async () => void server.close() });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

function order(sandbox: Sandbox, merchantOrderId = 'T-1') {
  const fields = {
    provider: 'phonepe',
    merchantOrderId,
    amountPaise: 50_000,
    message: 'Credits',
    redirectUrl: 'http://shop/back?txn=T-1',
  };
  return sandbox.orders.add(fields as Parameters<typeof sandbox.orders.add>[0], 600_000);
}

async function press(sandbox: Sandbox, orderId: string, choice: 'pay' | 'fail' | 'cancel', query = '') {
  return fetch(`${sandbox.url}/checkout/${orderId}/${choice}${query}`, {
    method: 'POST',
    redirect: 'manual',
  });
}

async function postJson(url: string, body: object) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('the checkout page names amount and merchant, says that no money is real, and needs no script [TOPUP-5]', async () => {
  const sandbox = await sandboxWith({ merchant: 'Bijli & Sons' });
  const { orderId } = order(sandbox);
  const page = await (await fetch(`${sandbox.url}/checkout/${orderId}`)).text();
  expect(page).toContain('No real money');
  expect(page).toContain('₹500.00');
  expect(page).toContain('Bijli &#38; Sons');
  expect(page).not.toContain('<script');
  for (const choice of ['pay', 'fail', 'cancel'])
    expect(page).toContain(`method="post" action="/checkout/${orderId}/${choice}"`);
});

test('Pay completes the order once, returns the browser and sends the signed event to the merchant [TOPUP-5]', async () => {
  const merchant = await merchantAnswering();
  const sandbox = await sandboxWith({ webhookUrl: merchant.url });
  const paid = order(sandbox);
  const answer = await press(sandbox, paid.orderId, 'pay');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://shop/back?txn=T-1']);
  await press(sandbox, paid.orderId, 'fail');
  await press(sandbox, paid.orderId, 'pay');
  await sandbox.webhooksSettled();
  expect(sandbox.orders.get('T-1')?.state).toBe('COMPLETED');
  expect(merchant.received).toEqual([
    {
      event: 'checkout.order.completed',
      authorization: 'fe3599e041bb2625747b76439c78f14e880be3cccc1bfbe05e127e16976a4350',
      transactionId: paid.attempts[0]?.transactionId,
    },
  ]);
});

test('Cancel leaves the order pending until it expires as failed [TOPUP-10]', async () => {
  let now = 1_000_000;
  const sandbox = await sandboxWith({ now: () => now });
  const { orderId } = order(sandbox);
  expect((await press(sandbox, orderId, 'cancel')).status).toBe(303);
  expect(sandbox.orders.get('T-1')?.state).toBe('PENDING');
  now += 600_000;
  expect(sandbox.orders.get('T-1')).toMatchObject({
    state: 'FAILED',
    error: { code: 'TXN_NOT_COMPLETED' },
  });
});

test('a webhook that is not accepted is sent again until it is', async () => {
  const merchant = await merchantAnswering(500, 503);
  const sandbox = await sandboxWith({ webhookUrl: merchant.url });
  await press(sandbox, order(sandbox).orderId, 'pay');
  await sandbox.webhooksSettled();
  expect(sandbox.deliveries.map((each) => each.status)).toEqual([500, 503, 200]);
});

test('webhooks can be dropped, sent three times, badly signed or followed by a stale one', async () => {
  const merchant = await merchantAnswering();
  const sandbox = await sandboxWith({ webhookUrl: merchant.url });
  const eventsWith = async (quirks: object, id: string) => {
    await postJson(`${sandbox.url}/sandbox/quirks`, { merchantOrderId: id, ...quirks });
    merchant.received.length = 0;
    await press(sandbox, order(sandbox, id).orderId, 'pay');
    await sandbox.webhooksSettled();
    return merchant.received.map((each) => each.event.replace('checkout.order.', ''));
  };
  expect(await eventsWith({ dropWebhook: true }, 'T-1')).toEqual([]);
  expect(await eventsWith({ duplicateWebhook: true }, 'T-2')).toEqual(['completed', 'completed', 'completed']);
  expect(await eventsWith({ outOfOrder: true }, 'T-3')).toEqual(['completed', 'failed']);
  expect(await eventsWith({ badSignature: true }, 'T-4')).toEqual(['completed']);
  expect(merchant.received[0]?.authorization).not.toBe(
    'fe3599e041bb2625747b76439c78f14e880be3cccc1bfbe05e127e16976a4350',
  );
  expect(await eventsWith({ declines: true }, 'T-5')).toEqual(['failed']);
});

test('a delayed webhook arrives after its delay, and the payer does not wait for it', async () => {
  const merchant = await merchantAnswering();
  const sandbox = await sandboxWith({ webhookUrl: merchant.url });
  sandbox.quirks.set({ delayWebhookMs: 60 });
  await press(sandbox, order(sandbox).orderId, 'pay');
  const pressed = performance.now();
  expect(merchant.received).toEqual([]);
  await sandbox.webhooksSettled();
  expect(merchant.received).toHaveLength(1);
  expect(performance.now() - pressed).toBeGreaterThan(40);
});

test('a late authorisation fails the order first and completes it when the bank approves', async () => {
  const merchant = await merchantAnswering();
  const sandbox = await sandboxWith({ webhookUrl: merchant.url });
  sandbox.quirks.set({ lateAuthorisation: true });
  await press(sandbox, order(sandbox).orderId, 'pay');
  expect(sandbox.orders.get('T-1')?.state).toBe('FAILED');
  const late = () => postJson(`${sandbox.url}/sandbox/orders/T-1/authorise`, {});
  expect((await late()).status).toBe(200);
  expect((await late()).status).toBe(409);
  await sandbox.webhooksSettled();
  expect(merchant.received.map((each) => each.event)).toEqual(['checkout.order.failed', 'checkout.order.completed']);
});

test('an unknown quirk is refused, and clearing ends all quirks', async () => {
  const sandbox = await sandboxWith();
  expect((await postJson(`${sandbox.url}/sandbox/quirks`, { dropWebhok: true })).status).toBe(400);
  expect((await postJson(`${sandbox.url}/sandbox/quirks`, { delayWebhookMs: 'long' })).status).toBe(400);
  expect(await (await postJson(`${sandbox.url}/sandbox/quirks`, { statusDown: true })).json()).toMatchObject({
    statusDown: true,
  });
  expect(await (await fetch(`${sandbox.url}/sandbox/quirks`, { method: 'DELETE' })).json()).toMatchObject({
    statusDown: false,
  });
});

test('in a frame the surrounding page is told how the payer left [TOPUP-10]', async () => {
  const sandbox = await sandboxWith();
  const heard: unknown[] = [];
  const leave = async (choice: 'pay' | 'cancel', id: string) => {
    const answer = await press(sandbox, order(sandbox, id).orderId, choice, '?frame=1');
    const page = await (await fetch(`${sandbox.url}${answer.headers.get('location')}`)).text();
    const script = await (await fetch(`${sandbox.url}/web/bundle/concluded.js`)).text();
    runInNewContext(script, {
      document: { currentScript: { dataset: { result: /data-result="(\w+)"/.exec(page)?.[1] } } },
      window: { parent: { postMessage: (message: unknown) => heard.push(message) } },
    });
  };
  await leave('pay', 'T-1');
  await leave('cancel', 'T-2');
  expect(heard).toEqual([{ phonepe: 'CONCLUDED' }, { phonepe: 'USER_CANCEL' }]);
});

test('the checkout script sends the browser to the hosted page unless a frame is requested [TOPUP-5]', async () => {
  const sandbox = await sandboxWith();
  const visited: string[] = [];
  const window = { location: { assign: (url: string) => visited.push(url) } } as unknown as {
    PhonePeCheckout: { transact(order: { tokenUrl: string }): void };
  };
  runInNewContext(await (await fetch(`${sandbox.url}/web/bundle/checkout.js`)).text(), { window });
  window.PhonePeCheckout.transact({ tokenUrl: 'http://pay/1' });
  expect(visited).toEqual(['http://pay/1']);
});

test('as a child process it prints its address and ends when its input closes', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.write(`${JSON.stringify({ phonepe })}\n`);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  expect((await fetch(`${url}/sandbox/orders`)).status).toBe(200);
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});
