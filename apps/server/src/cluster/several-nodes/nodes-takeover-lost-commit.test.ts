import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createInProcessTransports } from '#cluster/in-process-transport.ts';
import { TestClock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { bareTransaction } from '#testing/bare-transaction.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';
import { testNodes } from '#testing/nodes.ts';
import { loseNextAnswer } from '#testing/statements.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const [node] = await testNodes(1, createInProcessTransports(clock), { clock });
if (!node) throw new Error('There is no node.');
const { database, reached, lease, url } = node;

const TAKES = /on conflict \(charger_id\) do update/;
const CLAIMS_ANEW = /with unchanged as/;

async function rowOf(id: string): Promise<{ node_id: string; epoch: number } | undefined> {
  const { rows } = await database.$client.query<{ node_id: string; epoch: number }>(
    'select node_id, epoch from charger_links where charger_id = $1',
    [id],
  );
  return rows[0];
}

test('a charge ends if its charger was taken by a commit whose answer was lost, even if the charger never comes back', async () => {
  const { driver, chargePoint, booking } = await bareTransaction(node, '9300000061', clock.now());
  await chargePoint.close();
  const lost = loseNextAnswer(reached, TAKES);
  const again = new BareChargePoint(`${url.replace('http', 'ws')}/ocpp/FAST-1`, { password: 'secret-FAST-1' });
  const cut = once(again.socket, 'close');
  await again.open();
  await Promise.all([lost, cut]);
  expect(await rowOf('FAST-1')).toEqual({ node_id: lease.nodeId, epoch: 2 });

  // The node claims it anew, and does not hear of that either.
  const lostAgain = loseNextAnswer(reached, CLAIMS_ANEW);
  await eventually(async () => {
    clock.advance(HOUR_MS);
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data).toMatchObject({ status: 'completed' });
  });
  await lostAgain;
  expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
  expect(await rowOf('FAST-1')).toEqual({ node_id: lease.nodeId, epoch: 4 });
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});
