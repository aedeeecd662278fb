import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

interface ModalProps {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel(event: SyntheticEvent): void;
  onClose(): void;
}

/**
 * Hook: the properties of a `<dialog>` that is open while it is mounted. Focus returns to the element that opened it.
 * While `isKept` is true, Escape does not close it.
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
    // The browser would close the dialog and move focus before React knows, and the next Enter would be lost.
    onCancel(event) {
      event.preventDefault();
      if (!isKept) onClose();
    },
    // A second Escape closes a dialog in any case (HTML, close watchers), so it is opened again.
    onClose: () => (isKept ? ref.current?.showModal() : onClose()),
  };
}
