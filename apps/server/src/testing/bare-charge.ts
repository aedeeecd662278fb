import type { Client } from '@bijli/contract/client';
import type { TestApp } from './app.ts';
import { BareCharger, CONFIGURATION } from './charger-stage.ts';

interface BareCharge {
  driver: Client;
  charger: BareCharger;
  booking: string;
  transactionId: number;
  /** The driver presses stop. */
  press(): Promise<unknown>;
  /** Answers what the charger is asked next under this action, counted from 1. */
  answer(action: string, answer: object, times?: number): Promise<void>;
}

/** A body of `remote-start`. */
export const startOn = (chargerId: string, connector: number, units: number) => ({
  charge_type: 'units' as const,
  charging_value: units,
  charger_id: chargerId,
  connector_id: `${chargerId}:${connector}`,
  oem_connector_number: connector,
});

/** The same for the fast charger of the test station. */
export const fastStart = (connector: number, units = 5) => startOn('FAST-1', connector, units);

/** A charge of 5 units on connector 1 that a hand-driven charger has begun at register 1000 Wh. */
export async function bareCharge(world: TestApp, mobile: string, startedAt: Date): Promise<BareCharge> {
  const driver = await world.driver(mobile, 500);
  const url = `${world.url.replace('http', 'ws')}/ocpp/FAST-1`;
  const charger = await new BareCharger(url, { password: 'secret-FAST-1' }).open();
  const answer = async (action: string, body: object, times = 1): Promise<void> => {
    const { id } = await charger.wasAsked(action, times);
    charger.say([3, id, body]);
  };
  await charger.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  // One call is in flight at a time: an unanswered one would make the start wait.
  await answer('GetConfiguration', CONFIGURATION);
  for (const connectorId of [1, 2])
    await charger.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' });
  const asked = driver.ask('remoteStart', { body: fastStart(1) });
  await answer('RemoteStartTransaction', { status: 'Accepted' });
  const { invoice_number: booking } = await asked;
  const { idTag } = (await charger.wasAsked('RemoteStartTransaction')).payload as { idTag: string };
  const start = { connectorId: 1, idTag, meterStart: 1000, timestamp: startedAt.toISOString() };
  const { transactionId } = (await charger.call('StartTransaction', start))[2] as { transactionId: number };
  await charger.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' });
  const press = () => driver.call('remoteStop', { body: { transaction_id: booking } });
  return { driver, charger, booking, transactionId, press, answer };
}
