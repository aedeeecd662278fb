/** The app's native wrapper: a React Native WebView or Capacitor. Each adds an object to the page. */
export type NativeShell = 'android' | 'ios';

/** What the page asks of its wrapper. docs/native-shell.md tells wrappers what to do. */
export interface ShellMessage {
  type: 'open-payment';
  /** The payment page, to be opened in a browser tab of the phone instead of the web view. */
  url: string;
  txnId: string;
  /** The address at which the payment ends. The tab can be closed there. */
  returnUrl: string;
}

interface Wrappers {
  ReactNativeWebView?: { postMessage?: (message: string) => void };
  Capacitor?: { isNativePlatform?: () => boolean };
}

function wrappers(): Wrappers {
  return globalThis as Wrappers;
}

/** The wrapper's platform. Undefined in a browser. */
export function nativeShell(): NativeShell | undefined {
  const { ReactNativeWebView, Capacitor } = wrappers();
  // Capacitor's script also exists in a browser, so it is asked.
  const isWrapped = ReactNativeWebView !== undefined || (Capacitor && Capacitor.isNativePlatform?.() !== false);
  if (!isWrapped) return undefined;
  return /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent) ? 'ios' : 'android';
}

/** The event on `window` that carries a `ShellMessage` to a Capacitor wrapper, in `detail`. */
export const SHELL_EVENT = 'bijli-shell';

/**
 * Sends a message to the wrapper: to React Native by its own `postMessage`, as JSON; to Capacitor by an event on the
 * window.
 */
export function postToNativeShell(message: ShellMessage): void {
  const { ReactNativeWebView } = wrappers();
  // This is React Native's `postMessage`, which takes only the message, not the window's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if (ReactNativeWebView?.postMessage) ReactNativeWebView.postMessage(JSON.stringify(message));
  else window.dispatchEvent(new CustomEvent(SHELL_EVENT, { detail: message }));
}
