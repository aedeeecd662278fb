import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { createPortal } from 'react-dom';
import { ToastContainer, type TypeOptions, toast } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import styles from './Toasts.module.css';

const icons: Partial<Record<TypeOptions, typeof Info>> = {
  success: CircleCheck,
  error: CircleAlert,
  warning: TriangleAlert,
};

function ToastIcon({ type }: { type: TypeOptions }) {
  const Glyph = icons[type] ?? Info;
  return <Glyph size={20} aria-hidden />;
}

/** Where notices appear: one for the whole app, outside of it so that they lie above its open sheets. */
export function Toasts({ label }: { label: string }) {
  return createPortal(
    <ToastContainer
      className={styles.toasts ?? ''}
      toastClassName={styles.toast ?? ''}
      aria-label={label}
      position="top-center"
      theme="colored"
      autoClose={3000}
      closeOnClick
      pauseOnHover={false}
      pauseOnFocusLoss={false}
      draggable
      hideProgressBar
      closeButton={false}
      icon={ToastIcon}
    />,
    document.body,
  );
}

/** Takes away what is shown. */
export function clearToasts(): void {
  toast.dismiss();
}

/** What is said and done by one tap comes this close together. */
const SAME_STEP_MS = 700;
let shownAtMs = 0;

/** Shows a sentence in the place of the one before. The same sentence is not stacked upon itself. */
export function showToast(kind: Exclude<TypeOptions, 'default'>, sentence: string): void {
  const toastId = `${kind} ${sentence}`;
  if (!toast.isActive(toastId)) toast.dismiss();
  shownAtMs = performance.now();
  toast[kind](sentence, { toastId });
}

/** Takes away what was said on the page that is left; what came with the step to the next page stays. */
export function leaveToasts(): void {
  if (performance.now() - shownAtMs > SAME_STEP_MS) toast.dismiss();
}
