import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import rpc from 'ocpp-rpc';
import { expect, test } from 'vitest';

/** A foreign central system: the fleet works with any that speaks OCPP 1.6J. */
async function listen(): Promise<{ url: string; identities: Set<string>; close: () => Promise<unknown> }> {
  const server = new rpc.RPCServer({ protocols: ['ocpp1.6'], strictMode: true });
  const identities = new Set<string>();
  server.on('client', (client) => {
    identities.add(client.identity);
    client.handle('BootNotification', () => ({
      status: 'Accepted',
      currentTime: new Date().toISOString(),
      interval: 300,
    }));
    client.handle('StatusNotification', () => ({}));
  });
  const http = await server.listen(0, '127.0.0.1');
  const address = http.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('no port');
  return { url: `ws://127.0.0.1:${address.port}/ocpp`, identities, close: () => server.close({ force: true }) };
}

test('a fleet in its own process comes online and ends with the process that started it', async () => {
  const central = await listen();
  const fleet = spawn(process.execPath, [fileURLToPath(new URL('fleet-main.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const chargePoints = Array.from({ length: 20 }, (_, index) => ({
    id: `F-${index}`,
    password: 'p',
    vendor: 'Bijli',
    model: 'Simulator',
    connectors: [{ number: 1, type: 'CCS2', maxPowerW: 60_000, current: 'DC' }],
  }));
  fleet.stdin.write(`${JSON.stringify({ url: central.url, chargePoints })}\n`);
  const lines = createInterface({ input: fleet.stdout })[Symbol.asyncIterator]();
  const said = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? '');
  expect(await said()).toEqual({ chargePoints: 20 });
  expect(await said()).toEqual({ tried: 20, online: 20 });
  expect(central.identities.size).toBe(20);
  // When a parent is killed, its pipe closes.
  fleet.stdin.destroy();
  await once(fleet, 'exit');
  await central.close();
});
