import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { STATION, testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { commandLine } from '#testing/command-line.ts';
import { eventually } from '#testing/eventually.ts';
import { staffOf } from '#testing/staff.ts';
import { importStations } from '../index.ts';

const stack = await testApp();
const { database } = stack.app;
const bijli = commandLine(database, tmpdir());
const owner = await staffOf(stack, 'owner');
const driver = await stack.driver('9230000001');

const ofStation = async () => {
  const { chargers } = await driver.ask('getCharger', { query: { property_id: STATION.id } });
  return chargers.map(({ charger_id: id, charger_name: name }) => `${id} ${name}`);
};
const of = (id: string) => ({ params: { charger_id: id } });
const lastLine = async () => (await owner.ask('listAudit', { query: { limit: '1' } })).audit[0];
const dialIn = (id: string, password: string): Promise<BareChargePoint> =>
  new BareChargePoint(`${stack.url.replace('http', 'ws')}/ocpp/${id}`, { password }).open();

test('staff add a charge point, change it and retire it; its link ends, and no import brings it back [TRUTH-5]', async () => {
  const about = {
    id: 'NEW-1',
    station_id: STATION.id,
    connectors: [
      { type: 'CCS2', power: 60 },
      { type: 'Type 2', power: 7.4 },
    ],
  };
  const { secret } = await owner.ask('addCharger', { body: about });
  expect(secret).toHaveLength(40);
  expect(JSON.stringify(await lastLine())).not.toContain(secret);
  expect(await lastLine()).toMatchObject({ action: 'charger.add', object: 'charger NEW-1', outcome: 'done' });
  expect(await owner.call('addCharger', { body: about })).toMatchObject({ code: 'charger_registered' });
  expect(await owner.call('addCharger', { body: { ...about, id: 'a b' } })).toMatchObject({
    code: 'charger_id_invalid',
  });
  expect(await ofStation()).toEqual(['FAST-1 Fast', 'NEW-1 NEW-1', 'SLOW-1 Slow']);

  const link = await dialIn('NEW-1', secret);
  await eventually(async () => {
    expect((await owner.ask('chargerDetails', of('NEW-1'))).charger).toMatchObject({ is_online: true });
  });
  const change = {
    name: 'Gate',
    admission: 'pending' as const,
    security_profile: 2,
    serial_number: ' SN 1 ',
    reason: 'new',
  };
  await owner.ask('changeCharger', { ...of('NEW-1'), body: change });
  expect(await lastLine()).toMatchObject({
    action: 'charger.configure',
    before: { name: 'NEW-1', admission: 'accepted', securityProfile: 1, serialNumber: null },
    after: { name: 'Gate', admission: 'pending', securityProfile: 2, serialNumber: 'SN 1' },
  });
  expect((await owner.ask('chargerDetails', of('NEW-1'))).charger).toMatchObject({
    name: 'Gate',
    admission: 'pending',
    security_profile: 2,
    confirmed_serial_number: 'SN 1',
    connectors: [
      { number: 1, type: 'CCS2', power: 60, withheld_since: null },
      { number: 2, type: 'Type 2', power: 7.4 },
    ],
  });
  expect(await owner.call('changeCharger', { ...of('SLOW-1'), body: { serial_number: 'NEW-1' } })).toMatchObject({
    code: 'serial_of_another',
  });

  const ended = once(link.socket, 'close');
  await owner.ask('retireCharger', { ...of('NEW-1'), body: { reason: 'sold' } });
  expect((await ended)[0]).toBe(1008);
  expect(await owner.call('retireCharger', { ...of('NEW-1'), body: {} })).toMatchObject({ code: 'charger_not_there' });
  await expect(dialIn('NEW-1', secret)).rejects.toThrow('404');
  await importStations(database, new Date(), { meta: { demo: true }, stations: [STATION] });
  expect(await ofStation()).toEqual(['FAST-1 Fast', 'SLOW-1 Slow']);
  expect((await owner.ask('chargerDetails', of('NEW-1'))).charger.retired_at).toEqual(expect.any(String));
  await owner.ask('addCharger', { body: about });
  expect(await ofStation()).toHaveLength(3);
});

test('retiring a charge point ends no driver’s session there [TRUTH-5]', async () => {
  const fast = await stack.chargePoint('FAST-1');
  fast.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 20_000 });
  await eventually(async () => {
    expect(await driver.call('remoteStart', { body: fastStart(1) })).toMatchObject({ success: true });
  });
  expect(await owner.call('retireCharger', { ...of('FAST-1'), body: {} })).toMatchObject({ code: 'charger_in_use' });
  expect((await bijli('chargers', 'retire', 'FAST-1')).err).toBe(
    'Somebody charges at FAST-1. Retire it once that is over.\n',
  );
  fast.stop(1);
});

test('the command line shows and retires a charge point, and accepts the command’s old name [TRUTH-5]', async () => {
  const what = ['--station', STATION.id, '--connector', 'CCS2:60'];
  expect((await bijli('chargers', 'add', '--id', 'OWN-1', ...what)).out).toMatch(
    /^OWN-1 is registered at test-station/,
  );
  expect((await bijli('chargers', 'register', '--id', 'OWN-2', ...what)).code).toBe(0);
  const { out } = await bijli('chargers', 'show', 'OWN-1');
  expect(out).toMatch(/^OWN-1\n {2}station +test-station\n/);
  expect(out).toMatch(/ {2}connector 1 +CCS2 60 kW, Unavailable\n/);
  for (const id of ['OWN-1', 'OWN-2']) expect((await bijli('chargers', 'retire', id)).out).toBe(`${id} is retired.\n`);
  // For good: it gets no secret to come back with.
  expect(await bijli('chargers', 'secret', 'OWN-1')).toMatchObject({ code: 1 });
  expect((await bijli('chargers', 'show', 'OWN-1')).out).toMatch(/retired +\d{4}-/);
  expect((await bijli('chargers', 'list', '--station', STATION.id)).out).toMatch(/OWN-1 .* retired, never heard/);
  expect((await bijli('chargers', 'show', 'NOBODY')).code).toBe(1);
});

test('tags are listed in pages [TRUTH-5]', async () => {
  for (const tag of ['PAGE-3', 'PAGE-1', 'PAGE-2'])
    await owner.ask('addChargingToken', { body: { id_tag: tag, label: 'van' } });
  const page = async (after?: string) => {
    const { tokens, next } = await owner.ask('listChargingTokens', { query: { limit: '2', ...(after && { after }) } });
    return { tags: tokens.map(({ id_tag: tag }) => tag), next };
  };
  expect(await page()).toEqual({ tags: ['PAGE-1', 'PAGE-2'], next: 'PAGE-2' });
  expect(await page('PAGE-2')).toEqual({ tags: ['PAGE-3'] });
  expect((await bijli('tokens', 'list')).out.match(/PAGE-\d/g)).toEqual(['PAGE-1', 'PAGE-2', 'PAGE-3']);
});
