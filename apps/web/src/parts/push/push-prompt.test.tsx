import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, draw, element, press, text, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { createQueryClient } from '#shell/query-client.ts';
import PushPrompt from './PushPrompt.tsx';

const SUBSCRIBE = 'POST /api-v1/user/push-subscription';
const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh: 'p', auth: 'a' } };
/** The driver's answer to the browser's permission question. */
let permission: NotificationPermission;
let bound: object | null;
const requestPermission = vi.fn(async () => permission);
const pushManager = {
  getSubscription: async () => bound,
  subscribe: async (options: object) =>
    (bound = { options, toJSON: () => subscription, unsubscribe: async () => true }),
};

let server: Awaited<ReturnType<typeof serveAnswers>>;
beforeEach(async () => {
  bound = null;
  requestPermission.mockClear();
  server = await serveAnswers({
    'GET /api-v1/user/push-key': { success: true, public_key: 'AQID' },
    [SUBSCRIBE]: { success: true, message: '' },
  });
  keepUser({ token: 'token', name: 'Asha', email: 'asha@example.com' });
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', {
    get permission() {
      return requestPermission.mock.calls.length > 0 ? permission : 'default';
    },
    requestPermission,
  });
  const registration = { active: {}, pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getRegistration: async () => registration }),
  });
});
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  await server.close();
  localStorage.clear();
});

const drawOffer = () =>
  draw(
    <QueryClientProvider client={createQueryClient()}>
      <PushPrompt />
    </QueryClientProvider>,
  );

test('the browser asks only after the driver has agreed, and the device is registered with the server and its language', async () => {
  permission = 'granted';
  await drawOffer();
  const turnOn = await until(() => element('button', 'Turn on'));
  expect(requestPermission).not.toHaveBeenCalled();
  await press(turnOn);
  await until(() => expect(server.bodies(SUBSCRIBE)).toEqual([{ ...subscription, language: 'en' }]));
  await until(() => expect(text()).not.toContain('Know when your car is ready'));
});

test('a driver who refuses in the browser is not asked again, and nothing is sent to the server', async () => {
  permission = 'denied';
  await drawOffer();
  await press(await until(() => element('button', 'Turn on')));
  await until(() => expect(text()).not.toContain('Know when your car is ready'));
  expect(server.bodies(SUBSCRIBE)).toEqual([]);
});

test('“Not now” is remembered on the device', async () => {
  await drawOffer();
  await press(await until(() => element('button', 'Not now')));
  expect(text()).not.toContain('Know when your car is ready');
  await drawOffer();
  expect(text()).not.toContain('Know when your car is ready');
  expect(requestPermission).not.toHaveBeenCalled();
});
