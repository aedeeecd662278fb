import { afterEach, expect, test } from 'vitest';
import type { Connector } from '@bijli/contract/chargers';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { en } from '#messages/en.ts';
import { labelOf } from '#screens/map/distances/labels.ts';
import { open } from '#testing/page.tsx';
import { profileReply } from '#testing/replies.ts';
import { nexon, stationReply } from '#testing/station-page.ts';
import { NOTHING_FREE, station } from '#testing/station.ts';

let server: Awaited<ReturnType<typeof serveAnswers>>;
afterEach(async () => {
  await clear();
  localStorage.clear();
  await server.close();
});

const TYPES = ['CCS2', 'Type 2'];
const full = station('Hub', {
  ...NOTHING_FREE,
  online_charger: 1,
  connector_types: TYPES,
  connectors_free: 0,
  connectors_total: 6,
  plugs: [
    { type: 'CCS2', power: 60, price: 18, total: 2, free: 0 },
    { type: 'Type 2', power: 7.4, price: 12, total: 4, free: 0 },
  ],
});
const taken = (type: string, number: number): Connector => ({
  id: String(number),
  connector_id: String(number),
  name: `Connector ${number}`,
  type,
  icon: 'ccs2',
  status: 'charging',
  oem_connector_number: number,
});
const connectors = ['CCS2', 'CCS2', 'Type 2', 'Type 2', 'Type 2', 'Type 2'].map(taken);

test('of a car that takes two types, the map, the card and the page count the plugs of the same one', async () => {
  const { vehicle_name, vehicle_image, vehicle_registration_number } = nexon;
  const profileCar = { vehicle_name, vehicle_image, vehicle_registration_number };
  const { chargers, ...page } = stationReply({ property: full, vehicles: [{ ...nexon, connector_types: TYPES }] });
  const [charger] = chargers;
  server = await serveAnswers({
    'GET /api-v1/user/charging-station': { success: true, properties: [full] },
    'GET /api-v1/user/get-profile': profileReply({ vehicle: { ...profileCar, connector_types: TYPES } }),
    'GET /api-v1/user/get-charger': { ...page, chargers: [{ ...charger, connectors }] },
    'GET /api-v1/user/watch-station': { success: true, until: null },
  });
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  expect(labelOf(full, { name: 'Nexon EV', types: TYPES }, en)?.counts).toBe('0/2 free');
  await open('/list-chargers');
  await until(() => expect(element('main li a', 'Hub').textContent).toContain('0 of 2 CCS2 free'));
  await clear();
  await open('/charger', { station: full });
  await until(() => element('h2', '2 of 2 CCS2 in use'));
  element('main span', '0 of 2 CCS2 free');
  element('section[aria-label] b', '2 of 2 CCS2 in use');
});
