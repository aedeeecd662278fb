import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open, setSize } from '../../testing/page.tsx';
import { clientConfig, profileReply } from '../../testing/replies.ts';
import { stationReply } from '../../testing/station-page.ts';
// Imported before a test sets its clock.
import './ChargerNumberScreen.tsx';
import '#shell/Menu.tsx';
import '#shell/SideRail.tsx';

const FIND = 'GET /api-v1/user/charger-station';

let server: Awaited<ReturnType<typeof serveAnswers>>;
/** The code in front of the camera, for the fake of the browser's reader. */
let inSight: string | undefined;
let asked: number;
/** The driver's answer to the browser's question for the camera. */
let answer: () => Promise<object>;
const track = { stop: vi.fn(), getCapabilities: () => ({ torch: true }), applyConstraints: vi.fn(async () => {}) };

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  setSize(390);
  inSight = undefined;
  asked = 0;
  track.stop.mockClear();
  track.applyConstraints.mockClear();
  answer = async () => ({ getTracks: () => [track], getVideoTracks: () => [track] });
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => (inSight === undefined ? [] : [{ rawValue: inSight }]);
    },
  );
  vi.stubGlobal('navigator', {
    onLine: true,
    language: 'en-IN',
    languages: ['en-IN'],
    userAgent: navigator.userAgent,
    permissions: { query: async () => ({ state: permission }) },
    mediaDevices: {
      getUserMedia: () => {
        asked += 1;
        return answer();
      },
    },
  });
  permission = 'prompt';
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {});
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => {});
  server = await serveAnswers({
    [FIND]: { success: true, property_id: 's1', charger_id: 'A' },
    'GET /api-v1/user/get-charger': stationReply(),
    'GET /api-v1/user/get-profile': profileReply(),
    'GET /client-config': clientConfig(),
  });
});
let permission: string;
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const message = () => element('[role=status]').textContent;
const opened = async () => {
  await open('/scan');
  await press(await until(() => element('button', 'Use the camera')));
};

test('the camera is requested only after a tap, a sticker in sight opens its station, and the camera is off then', async () => {
  await open('/scan');
  await until(() => element('h1', 'Scan to charge'));
  expect(asked).toBe(0);
  inSight = `${location.origin}/c/A/1`;
  await press(element('button', 'Use the camera'));
  await until(() => expect(here().path).toBe('/charger'));
  expect(here().state).toEqual({ sticker: { charger: 'A', connector: 1 } });
  expect(asked).toBe(1);
  expect(track.stop).toHaveBeenCalled();
});

test('a driver who has allowed the camera before needs no tap', async () => {
  permission = 'granted';
  inSight = `${location.origin}/c/A`;
  await open('/scan');
  await until(() => expect(here().path).toBe('/charger'));
});

test.each([
  ['https://pay.example/c/A/1', 'This code leads to pay.example'],
  ['upi://pay?pa=someone@bank&am=500', 'This code asks for a UPI payment'],
  ['WIFI:S:guest;;', 'This is not a charger’s code'],
])('%s is named and not opened, and the camera keeps looking', async (code, words) => {
  await opened();
  await until(() => expect(message()).toContain('Point at the code on the charger'));
  inSight = code;
  await until(() => expect(message()).toContain(words));
  expect(here().path).toBe('/scan');
  expect(server.asked.some(({ call }) => call === FIND)).toBe(false);
  inSight = `${location.origin}/c/A/1`;
  await until(() => expect(here().path).toBe('/charger'));
});

test.each([
  ['NotAllowedError', 'The camera is blocked', 'Allow it for this site'],
  ['NotFoundError', 'No camera found', 'Type the number'],
])('with %s the page names the problem, and the number can be typed', async (name, words, hint) => {
  answer = () => Promise.reject(new DOMException('', name));
  await opened();
  await until(() => expect(message()).toContain(words));
  expect(message()).toContain(hint);
  await press(element('a', 'Type the charger’s number'));
  await until(() => expect(here().path).toBe('/charger-number'));
});

test('the camera’s light is switched on and off', async () => {
  await opened();
  const light = await until(() => element('button[aria-label=Light]'));
  await press(light);
  await until(() => expect(element('button[aria-label=Light]').getAttribute('aria-pressed')).toBe('true'));
  expect(track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
});

test('if no codes can be read the number is typed: case and spaces do not matter, and an invalid one is refused with the reason', async () => {
  vi.stubGlobal('BarcodeDetector', undefined);
  await open('/scan');
  await until(() => expect(here().path).toBe('/charger-number'));
  const field = await until(() => element<HTMLInputElement>('form input'));
  await press(element('button', 'Find charger'));
  expect(element('[role=alert]').textContent).toBe('Enter the charger’s number');
  await fill(field, 'https://pay.example/');
  expect(document.querySelector('[role=alert]')).toBeNull();
  await press(element('button', 'Find charger'));
  expect(element('[role=alert]').textContent).toBe('This code leads to pay.example');
  await fill(field, ' ka 5uf8q 1 ');
  await press(element('button', 'Find charger'));
  await until(() => expect(here().path).toBe('/charger'));
  expect(server.asked.find(({ call }) => call === FIND)?.search).toBe('?charger=ka+5uf8q+1');
});

test('a number that no charger has is refused at the field, where it can be corrected', async () => {
  server.answers[FIND] = { success: false, message: 'No such charger.', code: 'charger_not_found' };
  await open('/charger-number');
  const field = await until(() => element<HTMLInputElement>('form input'));
  await fill(field, 'KA-5UF8Q-2');
  await press(element('button', 'Find charger'));
  await until(() => element('[role=alert]', 'No charger has the number KA-5UF8Q-2'));
  expect([here().path, field.value]).toEqual(['/charger-number', 'KA-5UF8Q-2']);
  expect(document.activeElement).toBe(field);
  server.answers[FIND] = { success: true, property_id: 's1', charger_id: 'A' };
  await fill(field, 'KA-5UF8Q-1');
  await press(element('button', 'Find charger'));
  await until(() => expect(here().path).toBe('/charger'));
});

test('the rail of wide screens leads there, and on phones the menu', async () => {
  await open('/wallet');
  await press(await until(() => element('header button[aria-label="Menu"]')));
  await press(await until(() => element('[role=dialog] a[href="/scan"]', 'Scan')));
  await until(() => expect(here().path).toBe('/scan'));
  setSize(1280);
  await open('/wallet');
  await until(() => element('nav a[href="/scan"]', 'Scan'));
  expect(text()).not.toContain('Page not found');
});
