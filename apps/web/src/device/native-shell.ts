/** The app's wrapper on a phone: a React Native WebView or Capacitor put an object of theirs into the page. */
export type NativeShell = 'android' | 'ios';

/** What the page asks of its wrapper; docs/native-shell.md tells wrappers what to do. */
export interface ShellMessage {
  type: 'open-payment';
  /** The payment page, to be opened in a browser tab of the phone and not in the web view. */
  url: string;
  txnId: string;
  /** The address that the payment ends at: the tab can be closed there. */
  returnUrl: string;
}

interface Wrappers {
  ReactNativeWebView?: { postMessage?: (message: string) => void };
  Capacitor?: { isNativePlatform?: () => boolean };
}

function wrappers(): Wrappers {
  return globalThis as Wrappers;
}

/** Which phone's wrapper this page runs in; `undefined` in a browser. */
export function nativeShell(): NativeShell | undefined {
  const { ReactNativeWebView, Capacitor } = wrappers();
  // Capacitor's script is there in a browser too, and says so itself.
  const isWrapped = ReactNativeWebView !== undefined || (Capacitor && Capacitor.isNativePlatform?.() !== false);
  if (!isWrapped) return undefined;
  return /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent) ? 'ios' : 'android';
}

/** The name of the event on `window` that carries a `ShellMessage` to a Capacitor wrapper, in `detail`. */
export const SHELL_EVENT = 'bijli-shell';

/** Tells the wrapper: React Native by its own `postMessage`, as JSON; Capacitor by an event on the window. */
export function tellShell(message: ShellMessage): void {
  const { ReactNativeWebView } = wrappers();
  // Not the window's: React Native's takes the message alone.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  if (ReactNativeWebView?.postMessage) ReactNativeWebView.postMessage(JSON.stringify(message));
  else window.dispatchEvent(new CustomEvent(SHELL_EVENT, { detail: message }));
}
