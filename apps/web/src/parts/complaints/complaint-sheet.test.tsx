import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMPLAINT_KINDS } from '@bijli/contract/complaints';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { open } from '../../testing/page.tsx';

const REPORT = 'POST /api-v1/user/report-fault';
const station = {
  id: 's1',
  property_id: 's1',
  property_name: 'Orion Avenue',
  address: 'Banaswadi',
  latitude: 12.97,
  longitude: 77.64,
  visibility: 'public',
  active_charger: 0,
  status: 0,
};
const charger = (id: string) => ({
  charger_id: id,
  charger_name: `Charger ${id}`,
  charger_status: 'offline',
  price_per_unit: 15,
  capacity: 60,
  power_output: 60,
  connectors: [],
});

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    'GET /api-v1/user/get-charger': {
      success: true,
      property: station,
      chargers: [charger('A'), charger('B')],
      bookmark: false,
      vehicles: [],
      wallet: { balance: 0 },
    },
    'GET /api-v1/user/reviews': { success: false, message: '', code: 'station_unknown' },
    [REPORT]: { success: true, message: 'Thank you.', reference: 'F-1042' },
  });
});
afterEach(async () => {
  await clear();
  await server.close();
});

const openSheet = async () => {
  await open('/charger', { station });
  await press(await until(() => element('main button', 'Report a problem')));
  await until(() => element('[role=dialog] [role=radiogroup]'));
};
const send = () => element<HTMLButtonElement>('[role=dialog] button', 'Send report');

test('a complaint is filed from the station page with its kind, charger and words, and its reference is shown', async () => {
  await openSheet();
  const kinds = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=radio]')];
  expect(kinds.map(({ value }) => value)).toEqual([...COMPLAINT_KINDS]);
  expect(send().disabled).toBe(true);
  await press(element('[role=dialog] input[value=damaged]'));
  await press(element('[role=dialog] button', 'Charger B'));
  await fill(element<HTMLTextAreaElement>('[role=dialog] textarea'), 'The cable is cut.');
  await press(send());
  const sent = await until(() => element('[role=dialog] [role=status]'));
  expect(sent.textContent).toContain('F-1042');
  expect(server.bodies(REPORT)).toEqual([
    { property_id: 's1', charger_id: 'B', kind: 'damaged', comment: 'The cable is cut.' },
  ]);
  await press(element('[role=dialog] button', 'Done'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
});

test('a refused complaint shows the reason and can be corrected', async () => {
  server.answers[REPORT] = {
    status: 422,
    body: { success: false, message: 'Please say what happened.', code: 'comment_needed' },
  };
  await openSheet();
  await press(element('[role=dialog] input[value=other]'));
  await press(send());
  await until(() => element('.Toastify__toast--error', 'Please say what happened.'));
  expect(send().disabled).toBe(false);
});
