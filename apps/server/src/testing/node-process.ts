import { createApp } from '#app.ts';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { NodeLease, type LeaseTimes } from '#cluster/node-lease.ts';
import { parseConfig } from '#config/config.ts';
import { openServerDatabase } from '#db/database.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';

/**
 * Runs a node in a process of its own, which a test may stop or kill. It prints its URL once it serves, and ends when
 * another node has taken over.
 */
const { times, env } = JSON.parse(process.argv[2] ?? '') as { times: LeaseTimes; env: Record<string, string> };
const config = parseConfig(env);
const { databaseUrl = '', natsUrl = '' } = config;
const log = createLog(process.env['NODE_LOG'] ?? 'silent');
const lease = new NodeLease({ url: databaseUrl, log, times, shared: { address: 'process', version: 'test' } });
const database = openServerDatabase(databaseUrl, log, { gate: lease.gate });
await lease.take(async () => {}, new Promise(() => {}));
if (config.traces) {
  const { openTracing } = await import('#telemetry/tracing.ts');
  openTracing({
    ...config.traces,
    nodeId: lease.nodeId,
    version: 'test',
    logSampled: createSampledLog(log, systemClock),
  });
}
const transport = openNatsTransport(natsUrl, { name: lease.nodeId, log });
const node = { id: lease.nodeId, transport, lease };
const app = await createApp({ config, database, clock: systemClock, log, pages: undefined, node });
process.stdout.write(`${JSON.stringify({ url: await app.listen(), id: lease.nodeId })}\n`);
void lease.lost.then(() => process.exit(75));
process.once('disconnect', () => process.exit(0));

// A test can set this node's clock, as an administrator sets the clock of a machine. Timers go on unchanged.
const OwnDate = Date;
let aheadMs = 0;
globalThis.Date = new Proxy(OwnDate, {
  construct: (_, args) => (args.length === 0 ? new OwnDate(Date.now()) : Reflect.construct(OwnDate, args)),
  get: (target, name) => (name === 'now' ? () => OwnDate.now() + aheadMs : (Reflect.get(target, name) as unknown)),
});
process.on('message', (message: { clockAheadMs: number }) => (aheadMs = message.clockAheadMs));
