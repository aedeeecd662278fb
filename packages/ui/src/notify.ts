type ToastKind = 'success' | 'error' | 'warning' | 'info';

/** Comes after the first screen, because no screen needs it to be drawn; a sentence said before then waits for it. */
function say(kind: ToastKind, sentence: string): void {
  import('./Toasts.tsx').then(
    ({ showToast }) => showToast(kind, sentence),
    (error: unknown) => console.error('A notice could not be shown', sentence, error),
  );
}

/** A sentence on top of the screen for three seconds. */
export const notify = {
  success: (sentence: string) => say('success', sentence),
  error: (sentence: string) => say('error', sentence),
  warning: (sentence: string) => say('warning', sentence),
  info: (sentence: string) => say('info', sentence),
};
