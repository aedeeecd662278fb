import { afterEach, beforeEach, expect, test } from 'vitest';
import { BareCharger, openStage, type Stage } from '#testing/charger-stage.ts';

let stage: Stage;
let charger: BareCharger;
const TRIGGER = 'TriggerMessage';

beforeEach(async () => {
  stage = await openStage();
  charger = await new BareCharger(`${stage.url}/CP-1`).open();
});
afterEach(async () => {
  await charger.close();
  await stage.close();
});

/** Boots with these feature profiles and lets the server read them. */
async function booted(profiles: string): Promise<void> {
  await charger.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
  const { id } = await charger.wasAsked('GetConfiguration');
  charger.say([3, id, { configurationKey: [{ key: 'SupportedFeatureProfiles', readonly: true, value: profiles }] }]);
  await charger.call('Heartbeat', {});
}
const meter = () => stage.central.commands.trigger('CP-1', 2, 'MeterValues');

test('a charger can be asked for a reading of one connector, and its answer is given', async () => {
  await booted('Core,RemoteTrigger');
  const asked = meter();
  const { id, payload } = await charger.wasAsked(TRIGGER);
  expect(payload).toEqual({ requestedMessage: 'MeterValues', connectorId: 2 });
  charger.say([3, id, { status: 'Accepted' }]);
  expect(await asked).toBe('accepted');
});

test('one whose profiles leave it out is not asked', async () => {
  await booted('Core');
  expect(await meter()).toBe('rejected');
  expect(charger.asked.some(({ action }) => action === TRIGGER)).toBe(false);
});

test('one that knows no such message after all has declined', async () => {
  const asked = meter();
  const { id } = await charger.wasAsked(TRIGGER);
  charger.say([4, id, 'NotImplemented', '', {}]);
  expect(await asked).toBe('rejected');
});

test('a charger without a link is offline', async () => {
  await expect(stage.central.commands.trigger('CP-2', 1, 'StatusNotification')).rejects.toThrow('charger_offline');
});
