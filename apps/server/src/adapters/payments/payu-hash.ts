import { createHash } from 'node:crypto';
import { isSameText } from '#kernel/ids.ts';

/** udf6 to udf10, which are unused. */
const EMPTY_UDFS = '||||';

export interface PayuKey {
  key: string;
  salt: string;
}

/** The fields in PayU's request hash. `amount` is the posted text, such as `500.00`. */
export interface PayuRequest {
  txnid: string;
  amount: string;
  productinfo: string;
  firstname: string;
  email: string;
  udf1?: string;
}

/** Signs an order. */
export function requestHash(request: PayuRequest, { key, salt }: PayuKey): string {
  const { txnid, amount, productinfo, firstname, email, udf1 = '' } = request;
  return sha512([key, txnid, amount, productinfo, firstname, email, udf1, '', '', '', '', EMPTY_UDFS, salt].join('|'));
}

/** Signs a request to PayU's API. */
export function commandHash(command: string, var1: string, { key, salt }: PayuKey): string {
  return sha512([key, command, var1, salt].join('|'));
}

/** True if PayU has signed the form, which comes by webhook and by browser. */
export function isResponseSigned(form: URLSearchParams, { key, salt }: PayuKey): boolean {
  const field = (name: string): string => form.get(name) ?? '';
  const udfs = ['udf5', 'udf4', 'udf3', 'udf2', 'udf1'].map(field);
  const signed = ['email', 'firstname', 'productinfo', 'amount', 'txnid'].map(field);
  const charges = field('additionalCharges') || field('additional_charges');
  const text = [...(charges ? [charges] : []), salt, field('status'), EMPTY_UDFS, ...udfs, ...signed, key].join('|');
  return field('key') === key && isSameText(field('hash').toLowerCase(), sha512(text));
}

function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex');
}
