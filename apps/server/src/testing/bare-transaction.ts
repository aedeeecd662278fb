import type { Client } from '@bijli/contract/client';
import type { TestApp } from './app.ts';
import { type BareChargePoint, bootedChargePoint } from './charge-point-fixture.ts';

interface BareTransaction {
  driver: Client;
  chargePoint: BareChargePoint;
  booking: string;
  transactionId: number;
  /** Stops the charge as the driver does in the app. */
  press(): Promise<unknown>;
  /** Answers the next call of this action, or the one with this number, counted from 1. */
  answer(action: string, answer: object, times?: number): Promise<void>;
}

/** The body of a `remote-start` request. */
export const startOn = (chargePointId: string, connector: number, units: number) => ({
  charge_type: 'units' as const,
  charging_value: units,
  charger_id: chargePointId,
  connector_id: `${chargePointId}:${connector}`,
  oem_connector_number: connector,
});

/** The same for the fast charge point of the test station. */
export const fastStart = (connector: number, units = 5) => startOn('FAST-1', connector, units);

/** A session of 5 units on connector 1, which a hand-driven charge point has started with its register at 1000 Wh. */
export async function bareTransaction(stack: TestApp, mobile: string, startedAt: Date): Promise<BareTransaction> {
  const driver = await stack.driver(mobile, 500);
  // The server makes one call at a time, so the start would wait for an unanswered one: the boot answers what is asked.
  const chargePoint = await bootedChargePoint(stack.url, 'FAST-1');
  const answer = async (action: string, body: object, times = 1): Promise<void> => {
    const { id } = await chargePoint.wasAsked(action, times);
    chargePoint.say([3, id, body]);
  };
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
