// Which rows of docs/requirements.md need a mutant.
import { createHash } from 'node:crypto';
import { allRows, areaOf } from './requirement-rows.mjs';

/** How many rows of money and meters are chosen, and how many others. */
export const ROWS_EACH = 15;
const MONEY_AND_METERS = new Set(['OCPP', 'LEDGER', 'PAYMENT', 'TAX', 'INVOICE', 'WALLET', 'TOPUP']);
/** Areas of the storefront, which are not chosen. */
const STOREFRONT = new Set(['SHOP', 'PRODUCT', 'ORDER']);
/** These rows are the cases of one table, so one mutant would break all of them. */
const OPERATIONS = 'OCPP-16';

/** Draws the rows that need a mutant. A hash gives each row its place, so a new row does not move the others. */
export function rowsToMutate(seed, passedOver) {
  const place = (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const inOrder = allRows()
    .filter((id) => !STOREFRONT.has(areaOf(id)) && areaOf(id) !== OPERATIONS && !(id in passedOver))
    .toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  return [true, false].flatMap((isOfMoney) =>
    inOrder.filter((id) => MONEY_AND_METERS.has(areaOf(id)) === isOfMoney).slice(0, ROWS_EACH),
  );
}
