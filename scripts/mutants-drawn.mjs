// Which rows of docs/requirements.md are owed a mutant.
import { createHash } from 'node:crypto';
import { allRows, areaOf } from './rows.mjs';

/** So many rows of money and meters, and so many of all else. */
export const ROWS_EACH = 15;
const MONEY_AND_METERS = new Set(['OCPP', 'LEDGER', 'PAYMENT', 'TAX', 'INVOICE', 'WALLET', 'TOPUP']);
/** The storefront's own areas. */
const STOREFRONT = new Set(['SHOP', 'PRODUCT', 'ORDER']);
/** Cases of one table: a break of one is a break of all. */
const OPERATIONS = 'OCPP-16';

/** The rows a mutant is owed. Each has its place in the draw by a hash, so that a row that is appended moves no other. */
export function drawn(seed, passedOver) {
  const place = (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const inOrder = allRows()
    .filter((id) => !STOREFRONT.has(areaOf(id)) && areaOf(id) !== OPERATIONS && !(id in passedOver))
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return [true, false].flatMap((isOfMoney) =>
    inOrder.filter((id) => MONEY_AND_METERS.has(areaOf(id)) === isOfMoney).slice(0, ROWS_EACH),
  );
}
