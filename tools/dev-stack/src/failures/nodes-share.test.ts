import { expect, test } from 'vitest';
import { createClient } from '@bijli/contract/client';
import { providerAddresses } from '@bijli/payment-sandbox/demo';
import { freePort } from '@bijli/server/kernel/free-port';
import { databaseUrl, testDatabase } from '@bijli/server/testing/database';
import { hasNatsServer, startNats } from '@bijli/server/testing/nats-server';
import { startNode } from '../parts/logged-node.ts';
import { stackFixture } from '../testing.ts';

test.skipIf(!hasNatsServer)(
  'two servers with one DATABASE_URL and NATS_URL both serve; a driver on the second stops a session of the first, and it is settled by its meter',
  async () => {
    const nats = await startNats();
    const direct = databaseUrl(await testDatabase());
    const fixture = await stackFixture({ DATABASE_URL: direct, NATS_URL: nats.url }, { databaseUrl: direct });
    const { driver, chargePoint, bookingId } = await fixture.runningSession();
    const second = await startNode({
      ...providerAddresses(fixture.stack.sandboxUrl),
      DATABASE_URL: direct,
      NATS_URL: nats.url,
      DATA_DIR: fixture.dataDir,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      METER_SAMPLE_SECONDS: '1',
    });
    expect(second.waits).toBeUndefined();
    const ready = await (await fetch(`${second.url}/health/ready`)).json();
    expect(ready).toEqual({ status: 'ok', dependencies: { node: 'ok', database: 'ok', bus: 'ok' } });
    const there = Object.assign(createClient(second.url), { token: driver.client.token });
    await there.ask('remoteStop', { body: { transaction_id: bookingId } });
    await fixture.proveSettled(driver, bookingId, chargePoint);
    second.signal('SIGTERM');
    expect(await second.ended).toBe('0');
    expect((await fetch(`${fixture.stack.url}/health/ready`)).status).toBe(200);
  },
);
