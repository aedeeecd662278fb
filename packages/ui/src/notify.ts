type ToastKind = 'success' | 'error' | 'warning' | 'info';

let toasts: Promise<typeof import('./Toasts.tsx')> | undefined;

/** Comes after the first screen, because no screen needs it to be drawn; a sentence said before then waits for it. */
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

/** A sentence on top of the screen for three seconds. */
export const notify = {
  success: (sentence: string) => say('success', sentence),
  error: (sentence: string) => say('error', sentence),
  warning: (sentence: string) => say('warning', sentence),
  info: (sentence: string) => say('info', sentence),
  /** Takes away what is shown: it has come true. */
  clear: (): void => void toasts?.then(({ clearToasts }) => clearToasts()),
  /** Another page has been opened: what was said on the one before goes. */
  leave: (): void => void toasts?.then(({ leaveToasts }) => leaveToasts()),
};
