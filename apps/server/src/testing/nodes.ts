import { NodeLease, type LeaseTimes } from '#cluster/node-lease.ts';
import type { Wire } from '#cluster/wire.ts';
import { openServerDatabase } from '#db/database.ts';
import { testApp, type TestApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { testLog } from './log.ts';

/** So that a test need not wait for long after a death. */
const TIMES: LeaseTimes = { ttlMs: 2500, renewMs: 300, askMs: 50, answerMs: 1000 };

export interface TestNode extends TestApp {
  lease: NodeLease;
}

/** Several nodes of one database in this process, each with its own connections, lease and wire. */
export async function testNodes(
  count: number,
  wire: () => Wire,
  options: Pick<NonNullable<Parameters<typeof testApp>[0]>, 'env' | 'chargers'> = {},
): Promise<TestNode[]> {
  const nodes: TestNode[] = [];
  while (nodes.length < count) nodes.push(await testNode(wire(), nodes[0], options));
  return nodes;
}

async function testNode(
  wire: Wire,
  beside: TestNode | undefined,
  options: Pick<NonNullable<Parameters<typeof testApp>[0]>, 'env' | 'chargers'>,
): Promise<TestNode> {
  let lease: NodeLease | undefined;
  const reach = async (url: string) => {
    lease = new NodeLease({ url, log: testLog, times: TIMES, shared: { address: '127.0.0.1', version: 'test' } });
    await lease.take(async () => {}, new Promise(() => {}));
    const database = openServerDatabase(url, testLog, { gate: lease.gate });
    const taken = lease;
    atEnd(async () => {
      await taken.release();
      await database.$client.end();
    });
    return database;
  };
  const stack = await testApp({
    ...options,
    reach,
    beside,
    node: () => ({ id: lease?.nodeId ?? '', wire, hasRunOut: () => lease?.hasRunOut() ?? true }),
  });
  if (!lease) throw new Error('The node has no lease.');
  return { ...stack, lease };
}
