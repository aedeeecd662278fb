import { expect, test } from 'vitest';
import { isPushAddressAllowed } from './web-push.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
  'http://127.0.0.1:4001/push/abc',
])('%s is a push service', (endpoint) => {
  expect(isPushAddressAllowed(endpoint, ['http://127.0.0.1:4001'])).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user:secret@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.example.com/abc',
  'https://evil-fcm.googleapis.com/abc',
  'https://notify.windows.com/abc',
  'https://evilnotify.windows.com/abc',
  'https://10.0.0.1/abc',
  'https://[::1]/abc',
  'http://127.0.0.1:4002/push/abc',
  'http://localhost:4001/push/abc',
  'file:///etc/passwd',
  'not an address',
  `https://fcm.googleapis.com/${'a'.repeat(3000)}`,
])('%s is not a push service, so no browser can make the server call other hosts', (endpoint) => {
  expect(isPushAddressAllowed(endpoint, ['http://127.0.0.1:4001'])).toBe(false);
});
