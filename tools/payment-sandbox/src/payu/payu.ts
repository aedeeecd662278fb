import type { FastifyInstance } from 'fastify';
import { CANCELLED, type Order } from '../orders.ts';
import { sandboxCheckoutPage, returnFormPage, messagePage } from '../pages.ts';
import type { PayuCredentials, ProviderContext } from '../provider-context.ts';
import { announcePayu, detailsOf, responseOf, sha512 } from './payu-events.ts';

type Form = Record<string, string>;
interface Press {
  Params: { txnid: string; choice: 'pay' | 'fail' | 'cancel' };
}

const NEEDED = ['key', 'txnid', 'amount', 'productinfo', 'firstname', 'email', 'phone', 'surl', 'furl', 'hash'];

/** PayU India's hosted checkout, and the calls that a merchant makes. */
export function payuRoutes(app: FastifyInstance, context: ProviderContext<PayuCredentials>): void {
  const { credentials, orders, merchant } = context;
  const html = 'text/html; charset=utf-8';

  app.post<{ Body: Form }>('/_payment', async (request, reply) => {
    const problem = problemOf(request.body, credentials);
    reply.type(html);
    if (problem) return reply.code(400).send(messagePage(`The ${problem} of this order is wrong.`));
    const { txnid = '', amount, productinfo: message = '', surl: redirectUrl = '' } = request.body;
    const known = orders.get(txnid);
    if (known?.state === 'COMPLETED') return reply.code(400).send(messagePage('This order is paid already.'));
    const amountPaise = Math.round(Number(amount) * 100);
    const placed = { merchantOrderId: txnid, amountPaise, message, redirectUrl, form: request.body };
    const order = known ?? orders.add({ provider: 'payu', ...placed }, Infinity);
    return sandboxCheckoutPage({ order, merchant, action: (choice) => `/_payment/${txnid}/${choice}`, over: '' });
  });

  app.post<Press>('/_payment/:txnid/:choice', async (request, reply) => {
    const { txnid, choice } = request.params;
    const order = orders.get(txnid);
    reply.type(html);
    if (!order?.form) return reply.code(404).send(messagePage('There is no such order here.'));
    if (order.state !== 'COMPLETED') {
      if (choice === 'pay') orders.pay(order);
      else orders.fail(order, choice === 'cancel' ? CANCELLED : undefined);
      announcePayu(order, context);
    }
    const last = order.attempts.at(-1);
    const fields = last ? responseOf(order, last, credentials) : {};
    const back = order.state === 'COMPLETED' ? order.form['surl'] : order.form['furl'];
    return returnFormPage(back ?? '', fields, merchant);
  });

  app.get('/payu/submit.js', async (_request, reply) =>
    reply.type('text/javascript').send('document.forms[0].submit();\n'),
  );

  app.post<{ Body: Form }>('/merchant/postservice.php', async (request, reply) => {
    const { key, command = '', var1 = '', var2 = '', var3 = '', hash } = request.body;
    if (key !== credentials.key || hash !== sha512([key, command, var1, credentials.salt].join('|'))) {
      return { status: 0, msg: 'Invalid Hash.' };
    }
    if (context.quirks.of(var1).statusDown) return reply.code(503).send('');
    if (command === 'verify_payment') return verified(orders.get(var1), var1);
    if (command === 'check_action_status') return actionsOf(var1);
    const paid = orders.byPayment(var1)?.order.merchantOrderId;
    if (command === 'cancel_refund_transaction' && context.quirks.of(paid).refundDown) return reply.code(503).send('');
    if (command === 'cancel_refund_transaction') return refunded(var1, var2, Math.round(Number(var3) * 100));
    return { status: 0, msg: 'Unknown command.' };
  });

  function refunded(mihpayid: string, token: string, amountPaise: number): object {
    const order = orders.byPayment(mihpayid)?.order;
    if (!order || orders.refund(token))
      return { status: 0, msg: 'Refund FAILURE - Duplicate token or unknown payment' };
    if (amountPaise > orders.refundablePaise(order, mihpayid))
      return { status: 0, msg: 'Refund FAILURE - Invalid amount' };
    const { merchantOrderId } = order;
    const refund = orders.addRefund({ merchantRefundId: token, merchantOrderId, transactionId: mihpayid, amountPaise });
    orders.workOff(refund);
    return { status: 1, msg: 'Refund Request Queued', request_id: refund.refundId, mihpayid, error_code: 102 };
  }

  function actionsOf(mihpayid: string): object {
    const order = orders.byPayment(mihpayid)?.order;
    if (!order) return { status: 0, msg: '0 out of 1 Transactions Fetched Successfully' };
    const refunds = orders
      .refundsOf(order, mihpayid)
      .map(({ refundId, merchantRefundId: token, state, amountPaise }) => {
        const status = { COMPLETED: 'SUCCESS', FAILED: 'failure', PENDING: 'queued' }[state];
        return [refundId, { mihpayid, request_id: refundId, token, action: 'refund', status, amt: amountPaise / 100 }];
      });
    const capture = { mihpayid, token: null, action: 'capture', status: 'SUCCESS' };
    return { status: 1, transaction_details: { [mihpayid]: { capture, ...Object.fromEntries(refunds) } } };
  }
}

function verified(order: Order | undefined, txnid: string): object {
  const last = order?.attempts.at(-1);
  const none = { mihpayid: 'Not Found', status: 'Not Found' };
  const details = order && last ? detailsOf(order, last) : none;
  const count = order && last ? 1 : 0;
  const msg = `${count} out of 1 Transactions Fetched Successfully`;
  return { status: count, msg, transaction_details: { [txnid]: details } };
}

function problemOf(form: Form, { key, salt }: PayuCredentials): string | undefined {
  const missing = NEEDED.find((name) => !form[name]);
  if (missing) return missing;
  const signed = ['txnid', 'amount', 'productinfo', 'firstname', 'email', 'udf1', 'udf2', 'udf3', 'udf4', 'udf5'];
  const parts = [key, ...signed.map((name) => form[name] ?? ''), '', '', '', '', '', salt];
  if (form['key'] !== key || form['hash'] !== sha512(parts.join('|'))) return 'hash';
  if (!/^\d+\.\d{2}$/.test(form['amount'] ?? '')) return 'amount';
  return (form['txnid'] ?? '').length > 25 ? 'txnid' : undefined;
}
