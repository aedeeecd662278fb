import type { Client } from '@bijli/contract/client';
import type { TestApp } from './app.ts';
import { BareChargePoint, CONFIGURATION } from './charge-point-fixture.ts';

interface BareTransaction {
  driver: Client;
  chargePoint: BareChargePoint;
  booking: string;
  transactionId: number;
  /** The driver presses stop. */
  press(): Promise<unknown>;
  /** Answers what the charge point is asked next under this action, counted from 1. */
  answer(action: string, answer: object, times?: number): Promise<void>;
}

/** A body of `remote-start`. */
export const startOn = (chargePointId: string, connector: number, units: number) => ({
  charge_type: 'units' as const,
  charging_value: units,
  charger_id: chargePointId,
  connector_id: `${chargePointId}:${connector}`,
  oem_connector_number: connector,
});

/** The same for the fast charge point of the test station. */
export const fastStart = (connector: number, units = 5) => startOn('FAST-1', connector, units);

/** A session of 5 units on connector 1 that a hand-driven charge point has begun at register 1000 Wh. */
export async function bareTransaction(stack: TestApp, mobile: string, startedAt: Date): Promise<BareTransaction> {
  const driver = await stack.driver(mobile, 500);
  const url = `${stack.url.replace('http', 'ws')}/ocpp/FAST-1`;
  const chargePoint = await new BareChargePoint(url, { password: 'secret-FAST-1' }).open();
  const answer = async (action: string, body: object, times = 1): Promise<void> => {
    const { id } = await chargePoint.wasAsked(action, times);
    chargePoint.say([3, id, body]);
  };
  await chargePoint.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  // One call is in flight at a time: an unanswered one would make the start wait.
  await answer('GetConfiguration', CONFIGURATION);
  for (const connectorId of [1, 2])
    await chargePoint.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' });
  const asked = driver.ask('remoteStart', { body: fastStart(1) });
  await answer('RemoteStartTransaction', { status: 'Accepted' });
  const { invoice_number: booking } = await asked;
  const { idTag } = (await chargePoint.wasAsked('RemoteStartTransaction')).payload as { idTag: string };
  const start = { connectorId: 1, idTag, meterStart: 1000, timestamp: startedAt.toISOString() };
  const { transactionId } = (await chargePoint.call('StartTransaction', start))[2] as { transactionId: number };
  await chargePoint.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' });
  const press = () => driver.call('remoteStop', { body: { transaction_id: booking } });
  return { driver, chargePoint, booking, transactionId, press, answer };
}
