import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { newAuthority } from '#testing/certificates.ts';
import { commandLine } from '#testing/command-line.ts';
import { eventually } from '#testing/eventually.ts';

const folder = await mkdtemp(join(tmpdir(), 'over-tls-'));
atEnd(() => rm(folder, { recursive: true }));
const servers = await newAuthority('Servers');
const maker = await newAuthority('Test Power');
const stranger = await newAuthority('Stranger');
const ID = 'FAST-1';
const [central, ofMaker] = [
  await servers.sign({ name: 'central', address: '127.0.0.1' }),
  await maker.sign({ name: ID }),
];
async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}
const stack = await testApp({
  env: {
    CERTIFICATE_ORGANISATION: 'Test Power',
    OCPP_TLS_PORT: '0',
    OCPP_TLS_CERTIFICATES: await file('central.pem', central.certificate),
    OCPP_TLS_KEYS: await file('central.key', central.key),
    OCPP_CLIENT_AUTHORITIES: await file('authorities.pem', maker.certificate),
  },
});
const { database } = stack;
const bijli = commandLine(database, folder);

test('a simulated charge point connects over TLS with its secret, then with its signed certificate, and with that alone [OCPP-SEC-4]', async () => {
  const url = `wss://127.0.0.1:${stack.app.chargePointPort()}/ocpp`;
  const seen = async () =>
    (await database.$client.query('select seen_profile as seen from chargers where id = $1', [ID])).rows[0]
      ?.seen as number;
  const online = (chargePoint: { isOnline: boolean }) =>
    eventually(async () => expect(chargePoint.isOnline).toBe(true));
  const chargePoint = await stack.chargePoint(ID, { url, authorities: servers.certificate });
  await online(chargePoint);
  expect(await seen()).toBe(2);
  const asked = await bijli(
    'chargers',
    'command',
    ID,
    'ExtendedTriggerMessage',
    '{"requestedMessage":"SignChargePointCertificate"}',
  );
  expect(asked.out).toContain('done');
  await eventually(async () => expect(chargePoint.equipment.certificates.own).toBeDefined());
  chargePoint.drop();
  await chargePoint.connect();
  await online(chargePoint);
  expect(await seen()).toBe(3);
  await stack.switchOff();

  const byMaker = { chain: ofMaker.certificate, key: ofMaker.key };
  const certified = { url, authorities: servers.certificate, password: undefined, certificate: byMaker };
  await online(await stack.chargePoint(ID, certified));
  expect(await seen()).toBe(3);
  await stack.switchOff();
  // It knows its server by its own roots.
  await expect(stack.chargePoint(ID, { ...certified, authorities: stranger.certificate })).rejects.toThrow(
    'certificate',
  );
});
