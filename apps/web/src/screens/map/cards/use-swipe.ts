import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { indexAfterSwipe } from './swipe.ts';

/** A shorter movement counts as a tap. */
const TAP_PX = 6;

interface SwipeOptions {
  /** Index of the card in front. */
  front: number;
  count: number;
  onFront: (index: number) => void;
}

/** Hook: drags a row of cards. A tap passes through. */
export function useSwipe({ front, count, onFront }: SwipeOptions) {
  const grip = useRef<{ pointer: number; at: number }>(undefined);
  const wasDragged = useRef(false);
  const [drag, setDrag] = useState(0);

  const onPointerDown = (event: PointerEvent) => {
    wasDragged.current = false;
    if (event.isPrimary && event.button === 0) grip.current = { pointer: event.pointerId, at: event.clientX };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (grip.current?.pointer !== event.pointerId) return;
    const moved = event.clientX - grip.current.at;
    if (!wasDragged.current && Math.abs(moved) < TAP_PX) return;
    if (!wasDragged.current) event.currentTarget.setPointerCapture(event.pointerId);
    wasDragged.current = true;
    setDrag(moved);
  };
  const letGo = (event: PointerEvent) => {
    if (grip.current?.pointer !== event.pointerId) return;
    const moved = event.clientX - grip.current.at;
    grip.current = undefined;
    setDrag(0);
    const next = indexAfterSwipe(front, moved, count);
    if (event.type === 'pointerup' && next !== front) onFront(next);
  };

  return {
    /** How far the cards are moved aside now, in px. */
    drag,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onDragStart: (event: DragEvent) => event.preventDefault(),
      onClickCapture(event: MouseEvent) {
        if (wasDragged.current) event.preventDefault();
      },
    },
  };
}
