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

/**
 * The place where toasts appear: one for the whole app, outside its root element, so that toasts are above open sheets.
 */
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

/** Removes the toast that is shown. */
export function clearToasts(): void {
  toast.dismiss();
}

/** What one tap says and does happens within this time. */
const SAME_STEP_MS = 700;
let shownAtMs = 0;

/** Shows a toast in place of the one before. Showing the same sentence again adds no second toast. */
export function showToast(kind: Exclude<TypeOptions, 'default'>, sentence: string): void {
  const toastId = `${kind} ${sentence}`;
  if (!toast.isActive(toastId)) toast.dismiss();
  shownAtMs = performance.now();
  toast[kind](sentence, { toastId });
}

/** Removes a toast of the page that is left. A toast that came together with the navigation stays. */
export function leaveToasts(): void {
  if (performance.now() - shownAtMs > SAME_STEP_MS) toast.dismiss();
}
