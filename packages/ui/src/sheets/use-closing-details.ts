import { type RefObject, useEffect, useRef } from 'react';

/**
 * Hook: a `details` element whose panel lies over the page. Escape and a tap elsewhere close it. Escape moves the focus
 * to its summary.
 */
export function useClosingDetails(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event): void => {
      if (details.current?.open && !details.current.contains(target as Node)) details.current.open = false;
    };
    const escape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    // Before elements that keep the gesture for themselves.
    addEventListener('pointerdown', close, true);
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('pointerdown', close, true);
      removeEventListener('keydown', escape);
    };
  }, []);
  return details;
}
