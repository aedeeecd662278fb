import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel(event: SyntheticEvent): void;
  onClose(): void;
}

/**
 * What a `<dialog>` needs that is open as long as it is there; the focus goes back to what had opened it. While it
 * `isKept`, Escape leaves it open.
 */
export function useModal(onClose: () => void, isKept = false): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref,
    // The browser would give the focus back before we know that it has closed, and the next Enter would be lost.
    onCancel(event) {
      event.preventDefault();
      if (!isKept) onClose();
    },
    // A second Escape closes it in any case (HTML, close watchers).
    onClose: () => (isKept ? ref.current?.showModal() : onClose()),
  };
}
