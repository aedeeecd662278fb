import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Charger } from '@bijli/contract/chargers';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open, query } from '../../testing/page.tsx';
import { clientConfig } from '../../testing/replies.ts';
import { nexon, stationReply } from '../../testing/station-page.ts';
// Imported before a test sets its clock.
import './FromStickerScreen.tsx';
import './StationScreen.tsx';

const FIND = 'GET /api-v1/user/charger-station';
const GET = 'GET /api-v1/user/get-charger';

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [FIND]: { success: true, property_id: 's1', charger_id: 'A' },
    [GET]: stationReply(),
    'GET /client-config': clientConfig(),
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

/** Opens a sticker's address and returns the text of the note on the station's page. */
async function scanned(path: string, details: object = {}): Promise<string | null> {
  server.answers[GET] = stationReply(details);
  await open(path);
  await until(() => element('input[type=radio]'));
  return element('[role=status]', 'You’re at').textContent;
}
const chosen = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value;
const nexonWith = (...types: string[]) => ({ vehicles: [{ ...nexon, connector_types: types }] });

test('a sticker opens its station with its connector chosen: one tap is left', async () => {
  expect(await scanned('/c/a/1')).toBe('You’re at A, plug 1It’s free. Plug in, then tap Charge Now.');
  expect([here().path, query(), chosen()]).toEqual(['/charger', '?id=s1', 'A:1']);
  expect(server.asked.find(({ call }) => call === FIND)?.search).toBe('?charger=a');
  expect(element<HTMLButtonElement>('button', 'Charge Now').disabled).toBe(false);
});

test('the note disappears when the driver chooses another connector', async () => {
  const { chargers } = stationReply();
  const online = chargers.map((one) => ({ ...one, charger_status: 'online' as const }));
  await scanned('/c/A/1', { chargers: online });
  await press(element('input[value="B:1"]'));
  await until(() => expect(text()).not.toContain('You’re at'));
});

test.each<[string, string, object, string | undefined, string]>([
  [
    'in use',
    '/c/A/2',
    nexonWith('CCS2'),
    undefined,
    'You can’t use it now: in use. Choose another plug if one is free.',
  ],
  ['plugged in', '/c/A/3', nexonWith('CCS2'), 'A:3', 'Your plug is in. Tap Charge Now.'],
  [
    'of another type',
    '/c/A/1',
    nexonWith('Type 2'),
    'A:1',
    'Your car doesn’t take CCS2. Check the plug before you start.',
  ],
  ['free, without a vehicle', '/c/A/1', { vehicles: [] }, 'A:1', 'Choose your vehicle, then tap Charge Now.'],
])('for a connector that is %s the note says so', async (_, path, details, id, words) => {
  expect(await scanned(path, details)).toContain(words);
  expect(chosen()).toBe(id);
});

test('an offline charger is called offline, as in its row', async () => {
  server.answers[FIND] = { success: true, property_id: 's1', charger_id: 'B' };
  expect(await scanned('/c/B')).toBe(
    'You’re at B, plug 1You can’t use it now: charger offline. Choose another plug if one is free.',
  );
  expect(chosen()).toBeUndefined();
});

test('a charger’s own sticker chooses the plugged-in connector, else a free one, else none', async () => {
  const { chargers } = stationReply();
  const as = (...statuses: string[]) => ({
    ...nexonWith('CCS2'),
    chargers: chargers.map((one) => ({
      ...one,
      connectors: one.connectors.map((connector, index) => ({ ...connector, status: statuses[index] ?? 'available' })),
    })) as Charger[],
  });
  expect(await scanned('/c/A')).toContain('You’re at A, plug 3');
  await clear();
  expect(await scanned('/c/A', as('charging', 'available', 'charging'))).toContain('You’re at A, plug 2');
  await clear();
  expect(await scanned('/c/A', as('charging', 'charging', 'charging'))).toBe(
    'You’re at AYou can’t use it now: in use. Choose another plug if one is free.',
  );
  await clear();
  expect(await scanned('/c/A', { ...as('available'), ...nexonWith('Type 2') })).toBe(
    'You’re at ANo plug of this charger fits your car.',
  );
});

test('an unknown number is named, with links to the map and to another try', async () => {
  server.answers[FIND] = {
    status: 404,
    body: { success: false, message: 'No charger has this number.', code: 'charger_not_found' },
  };
  await open('/c/XX-1/1');
  await until(() => element('main h2', 'No charger has the number XX-1'));
  expect(element('main a[href="/"]').textContent).toBe('Show the map');
  expect(element('main a[href="/scan"]').textContent).toBe('Scan or type again');
  expect(document.querySelector('.Toastify__toast')).toBeNull();
});

test('without an answer of the API another try is offered', async () => {
  server.answers[FIND] = { status: 502, body: '<html>Bad gateway</html>' };
  await open('/c/A');
  await until(() => element('button', 'Try again'));
});
