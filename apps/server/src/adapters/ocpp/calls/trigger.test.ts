import { afterEach, beforeEach, expect, test } from 'vitest';
import { BareChargePoint, ocppFixture, type OcppFixture } from '#testing/charge-point-fixture.ts';

let fixture: OcppFixture;
let chargePoint: BareChargePoint;
const TRIGGER = 'TriggerMessage';

beforeEach(async () => {
  fixture = await ocppFixture();
  chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
});
afterEach(async () => {
  await chargePoint.close();
  await fixture.close();
});

/** Boots with these feature profiles and lets the server read them. */
async function booted(profiles: string): Promise<void> {
  await chargePoint.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
  const { id } = await chargePoint.wasAsked('GetConfiguration');
  chargePoint.say([
    3,
    id,
    { configurationKey: [{ key: 'SupportedFeatureProfiles', readonly: true, value: profiles }] },
  ]);
  await chargePoint.call('Heartbeat', {});
}
const meter = () => fixture.central.sessionCalls.trigger('CP-1', 2, 'MeterValues');

test('a charge point can be asked for a reading of one connector, and its answer is returned', async () => {
  await booted('Core,RemoteTrigger');
  const asked = meter();
  const { id, payload } = await chargePoint.wasAsked(TRIGGER);
  expect(payload).toEqual({ requestedMessage: 'MeterValues', connectorId: 2 });
  chargePoint.say([3, id, { status: 'Accepted' }]);
  expect(await asked).toBe('accepted');
});

test('a charge point whose profiles lack the trigger is not asked', async () => {
  await booted('Core');
  expect(await meter()).toBe('rejected');
  expect(chargePoint.asked.some(({ action }) => action === TRIGGER)).toBe(false);
});

test('a charge point that does not know the message counts as refusing', async () => {
  const asked = meter();
  const { id } = await chargePoint.wasAsked(TRIGGER);
  chargePoint.say([4, id, 'NotImplemented', '', {}]);
  expect(await asked).toBe('rejected');
});

test('a charge point without a link is offline', async () => {
  await expect(fixture.central.sessionCalls.trigger('CP-2', 1, 'StatusNotification')).rejects.toThrow(
    'charger_offline',
  );
});
