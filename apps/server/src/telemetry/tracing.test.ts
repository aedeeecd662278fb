import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { systemClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { traced } from '#kernel/trace.ts';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { eventually } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes } from '#testing/nodes.ts';
import { otlpReceiver, type ReceivedSpan } from '#testing/otlp-receiver.ts';
import { openTracing } from './tracing.ts';

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };

const receiver = await otlpReceiver();
const logged: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) });
const logSampled = createSampledLog(log, systemClock);

/** Opens tracing, and closes it at the end of the test. */
function traceTo(endpoint: string) {
  const tracing = openTracing({ endpoint, share: 1, nodeId: 'here', version: 'test', logSampled });
  onTestFinished(() => tracing.close());
  return tracing;
}

/** Returns the trace in which a charge was settled, once the parent of every span has arrived. */
async function traceOf(booking: string, tracing: ReturnType<typeof traceTo>): Promise<ReceivedSpan[]> {
  return eventually(async () => {
    await tracing.flush();
    const settled = receiver.spans.find(
      ({ name, facts }) => name === 'session.settle' && facts['bookingId'] === booking,
    );
    const trace = receiver.spans.filter(({ traceId }) => traceId === settled?.traceId);
    const known = new Set(trace.map(({ spanId }) => spanId));
    expect(trace.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))).toEqual([]);
    expect(trace.length).toBeGreaterThan(0);
    return trace;
  });
}

/** The names of a span and of all spans above it, from the top down. */
function wayUp(trace: ReceivedSpan[], name: string): string[] {
  const found: string[] = [];
  for (let step = trace.find((one) => one.name === name); step;) {
    found.push(step.name);
    const { parentSpanId } = step;
    step = trace.find(({ spanId }) => spanId === parentSpanId);
  }
  return found;
}

test('a charge is one trace from the driver’s tap to the charge point and its settlement, and log lines name the trace [OPS-40]', async () => {
  const tracing = traceTo(receiver.endpoint);
  const stack = await testApp({ log, env: { REQUEST_LOG_PERCENT: '100' } });
  const driver = await stack.driver('9100000001');
  const chargePoint = await stack.chargePoint('FAST-1');
  chargePoint.plug(1, CAR);
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1) });
  await eventually(async () => expect(chargePoint.connector(1).registerWh).toBeGreaterThan(0));
  await driver.ask('remoteStop', { body: { transaction_id: booking } });

  const trace = await traceOf(booking, tracing);
  const tap = 'POST /api-v1/user/transaction/remote-start';
  expect(wayUp(trace, 'OCPP RemoteStartTransaction')).toEqual(['OCPP RemoteStartTransaction', 'session.start', tap]);
  expect(wayUp(trace, 'session.settle')).toEqual(['session.settle', 'OCPP StopTransaction', 'session.start', tap]);
  expect(wayUp(trace, 'OCPP StartTransaction')).toEqual(['OCPP StartTransaction', 'session.start', tap]);
  const settled = trace.find(({ name }) => name === 'session.settle');
  expect(settled?.facts).toEqual({ bookingId: booking, chargePointId: 'FAST-1' });
  const answered = logged.find(({ event, route }) => event === 'http.answered' && tap.endsWith(String(route)));
  expect(answered).toMatchObject({ traceId: trace[0]?.traceId, method: 'POST', status: 200 });
  const tapped = trace.find(({ name }) => name === tap);
  expect(answered?.['requestId']).toBe(tapped?.facts['bijli.request_id']);
  expect(JSON.stringify(receiver.spans)).not.toContain(driver.token);
});

test.runIf(hasNatsServer)(
  'a charge that is requested on one node and started by another is one trace [OPS-40]',
  async () => {
    const tracing = traceTo(receiver.endpoint);
    const nats = await startNats();
    const [here] = await testNodes(1, () => openNatsTransport(nats.url, { name: 'test', log: testLog }));
    if (!here) throw new Error('There is no node.');
    const there = await nodeProcess(here, nats.url, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint });
    const driver = await here.driver('9100000002');
    const chargePoint = await here.chargePoint('FAST-1', { url: `${there.url.replace('http', 'ws')}/ocpp` });
    await eventually(async () =>
      expect(await here.app.modules.availability.findConnectorForStart('FAST-1', 1)).toMatchObject({
        isOnline: true,
        status: 'Available',
      }),
    );
    chargePoint.plug(1, CAR);
    const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1) });
    await eventually(async () => expect(chargePoint.connector(1).registerWh).toBeGreaterThan(0));
    await driver.ask('remoteStop', { body: { transaction_id: booking } });

    const trace = await traceOf(booking, tracing);
    const asked = ['ask begin-start', 'session.start', 'POST /api-v1/user/transaction/remote-start'];
    expect(wayUp(trace, 'OCPP RemoteStartTransaction')).toEqual([
      'OCPP RemoteStartTransaction',
      'answer begin-start',
      ...asked,
    ]);
    expect(wayUp(trace, 'session.settle').slice(-asked.length)).toEqual(asked);
    const nodeOf = (one: string) => trace.find(({ name }) => name === one)?.nodeId;
    expect([nodeOf('session.start'), nodeOf('OCPP RemoteStartTransaction'), nodeOf('session.settle')]).toEqual([
      'here',
      there.id,
      there.id,
    ]);
    await chargePoint.close();
  },
);

test('failures are recorded by their kind only, and traces that cannot be sent are logged once', async () => {
  const tracing = traceTo(receiver.endpoint);
  await expect(
    traced('failing', { beginsTrace: true }, () => Promise.reject(new TypeError('of 9100000001'))),
  ).rejects.toThrow('9100000001');
  await eventually(async () => {
    await tracing.flush();
    const failed = receiver.spans.find(({ name }) => name === 'failing');
    expect(failed).toMatchObject({ status: { code: 2 }, facts: { 'error.type': 'TypeError' } });
    expect(JSON.stringify(failed)).not.toContain('9100000001');
  });
  const away = traceTo(`${receiver.endpoint}/nowhere`);
  for (const name of ['one', 'two']) {
    await traced(name, { beginsTrace: true }, async () => {});
    await away.flush().catch(() => undefined);
  }
  expect(logged.filter(({ event }) => event === 'trace.not_sent')).toHaveLength(1);
});

/** The packages that a fresh process has loaded after it ran this code. */
function loadedBy(code: string): string[] {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ load(url, context, next) {
      const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(url) ?? [];
      if (name) loaded.add(name);
      return next(url, context);
    } });
    ${code}
    process.stdout.write(JSON.stringify([...loaded]));
    process.exit(0);`;
  const cwd = new URL('../..', import.meta.url);
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })) as string[];
}

test('without an address for traces the tracing library is not loaded', () => {
  const ofTraces = /sdk-trace|exporter-trace|otlp/;
  expect(loadedBy(`await import('@bijli/server/app');`).filter((name) => ofTraces.test(name))).toEqual([]);
  const all = loadedBy(`await import('@bijli/server/app'); await import('#telemetry/tracing.ts');`);
  expect(all.filter((name) => ofTraces.test(name)).length).toBeGreaterThan(1);
});
