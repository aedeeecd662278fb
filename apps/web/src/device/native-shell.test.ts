import { afterEach, expect, test, vi } from 'vitest';
import { nativeShell, SHELL_EVENT, type ShellMessage, postToNativeShell } from './native-shell.ts';

const message: ShellMessage = { type: 'open-payment', url: 'https://pay.example', txnId: 'T1', returnUrl: '/wallet' };
const onPhone = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a browser is not a wrapper, and neither is a page that only has Capacitor’s script', () => {
  expect(nativeShell()).toBeUndefined();
  vi.stubGlobal('Capacitor', { isNativePlatform: () => false });
  expect(nativeShell()).toBeUndefined();
});

test.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15', 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'ios'],
] as const)('the wrapper on %s is recognised as %s', (userAgent, shell) => {
  onPhone(userAgent);
  vi.stubGlobal('ReactNativeWebView', { postMessage: () => {} });
  expect(nativeShell()).toBe(shell);
  vi.unstubAllGlobals();
  vi.stubGlobal('Capacitor', { isNativePlatform: () => true });
  expect(nativeShell()).toBe(shell);
});

test('react native is notified by its own message, as JSON', () => {
  const postMessage = vi.fn<(text: string) => void>();
  vi.stubGlobal('ReactNativeWebView', { postMessage });
  postToNativeShell(message);
  expect(postMessage.mock.calls.map(([text]) => JSON.parse(text))).toEqual([message]);
});

test('capacitor is notified by an event on the window', () => {
  const heard: unknown[] = [];
  window.addEventListener(SHELL_EVENT, (event) => heard.push((event as CustomEvent).detail), { once: true });
  vi.stubGlobal('Capacitor', {});
  postToNativeShell(message);
  expect(heard).toEqual([message]);
});
