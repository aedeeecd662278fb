type ToastKind = 'success' | 'error' | 'warning' | 'info';

let toasts: Promise<typeof import('./Toasts.tsx')> | undefined;

/** The toast library loads after the first screen, because no screen needs it. An earlier toast waits for it. */
function say(kind: ToastKind, sentence: string): void {
  toasts ??= import('./Toasts.tsx');
  toasts.then(
    ({ showToast }) => showToast(kind, sentence),
    (error: unknown) => {
      toasts = undefined;
      console.error('A notice could not be shown', sentence, error);
    },
  );
}

/** Shows a sentence at the top of the screen for three seconds. */
export const notify = {
  success: (sentence: string) => say('success', sentence),
  error: (sentence: string) => say('error', sentence),
  warning: (sentence: string) => say('warning', sentence),
  info: (sentence: string) => say('info', sentence),
  /** Removes the toast that is shown, because it is out of date. */
  clear: (): void => void toasts?.then(({ clearToasts }) => clearToasts()),
  /** Call it when another page opens: it removes the toast of the page before. */
  leave: (): void => void toasts?.then(({ leaveToasts }) => leaveToasts()),
};
