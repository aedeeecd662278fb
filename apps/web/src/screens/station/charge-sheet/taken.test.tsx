import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Charger, ConnectorStatus } from '@bijli/contract/chargers';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '#testing/page.tsx';
import { station, stationReply } from '#testing/station-page.ts';

const GET = 'GET /api-v1/user/get-charger';
const START = 'POST /api-v1/user/transaction/remote-start';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [START]: { success: true, message: 'The charger is starting.', invoice_number: 'B-1' },
    'GET /api-v1/user/last-charge': { success: true, last_charge: null },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
  localStorage.clear();
});

const dialog = () => element('[role=dialog]');
const pay = () => element<HTMLButtonElement>('[role=dialog] button', 'Proceed to Pay');
const { chargers } = stationReply();
/** The states of both connectors of the first charger. */
const as = (first: ConnectorStatus, second: ConnectorStatus, state: Charger['charger_status'] = 'online') => ({
  chargers: chargers.map((one) => ({
    ...one,
    charger_status: one.charger_id === 'A' ? state : one.charger_status,
    connectors: one.connectors
      .slice(0, 2)
      .map((connector, index) => ({ ...connector, status: index === 0 ? first : second })),
  })),
});
/** Opens the sheet for the first connector, with 10 kWh chosen. */
const openSheet = async (details: object) => {
  server.answers[GET] = stationReply(details);
  await open('/charger', { station });
  await press(await until(() => element('input[value="A:1"]')));
  await press(element('button', 'Charge Now'));
  await press(await until(() => element('[role=dialog] button', '10\u202FkWh')));
};
/** Changes the server's answer and makes the page fetch it at once. */
const change = async (details: object) => {
  server.answers[GET] = stationReply(details);
  await act(async () => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
};

test('if somebody else takes the connector while the sheet is open the sheet says so, and another one is selected with all choices kept', async () => {
  await openSheet(as('available', 'available'));
  await change(as('charging', 'available'));
  await until(() => element('[role=dialog] [role=alert]', 'This plug was just taken.Choose another plug.'));
  expect(dialog().textContent).not.toContain('Proceed to Pay');
  await press(element('[role=dialog] button', 'A · CCS2'));
  await until(() => expect(element<HTMLInputElement>('[role=dialog] input[type=range]').value).toBe('10'));
  expect(dialog().contains(document.activeElement)).toBe(true);
  await press(pay());
  await until(() => expect(server.bodies(START)).toMatchObject([{ charging_value: 10, connector_id: 'A:2' }]));
});

test('the sheet says so too if no other is free, or if the charger has gone offline', async () => {
  await openSheet(as('available', 'charging'));
  await change(as('charging', 'charging'));
  await until(() => element('[role=dialog] [role=alert]', 'No other plug here is free.'));
  await change(as('available', 'charging', 'offline'));
  await until(() => element('[role=dialog] [role=alert]', 'This charger just went offline.'));
});

test('a connector that the requested charge itself takes is not shown as taken', async () => {
  const started = Promise.withResolvers<unknown>();
  server.answers[START] = started.promise;
  await openSheet(as('available', 'available'));
  await press(pay());
  await change(as('charging', 'available'));
  await until(() => element('button', 'Select a connector'));
  expect(dialog().textContent).toContain('Asking…');
  started.resolve({ success: true, message: '', invoice_number: 'B-1' });
  await until(() => expect(here().path).toBe('/next-charging'));
});
