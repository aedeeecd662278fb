/** Ids of the fingers that are on the screen. */
const touching = new Set<number>();
const waiting = new Set<() => void>();

function goOn(): void {
  if (touching.size > 0) return;
  const then = [...waiting];
  waiting.clear();
  for (const go of then) go();
}

function lift({ pointerId }: PointerEvent): void {
  touching.delete(pointerId);
  // What the finger has chosen is drawn first.
  setTimeout(goOn);
}

addEventListener('pointerdown', ({ pointerId }) => touching.add(pointerId), { capture: true, passive: true });
addEventListener('pointerup', lift, { capture: true, passive: true });
addEventListener('pointercancel', lift, { capture: true, passive: true });

/**
 * Calls `then` at once, or once no finger is on the screen, so that nothing moves under one. Returns how to call it
 * off.
 */
export function whenUntouched(then: () => void): () => void {
  if (touching.size === 0) {
    then();
    return () => undefined;
  }
  waiting.add(then);
  return () => void waiting.delete(then);
}
