import type { FeatureCollection, Point } from 'geojson';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { MarkedView } from '../view/view.ts';
import type { MapMark } from './clusters.ts';
import { rankOf } from './layout.ts';
import type { MarksQuestion } from './marks-worker.ts';

/**
 * Hook: the marks of a view, in drawing order. They stay the old ones until the answer for a new view arrives.
 * Undefined before the first answer.
 */
export function useMarks(data: FeatureCollection<Point>, view: MarkedView | undefined): MapMark[] | undefined {
  const [marks, setMarks] = useState<MapMark[]>();
  const ask = useRef<(question: MarksQuestion) => void>(undefined);
  useEffect(() => {
    const worker = new Worker(new URL('marks-worker.ts', import.meta.url), { type: 'module' });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    ask.current = (question) => worker.postMessage(question);
    // In a transition, because rendering hundreds of marks takes long.
    worker.addEventListener('message', ({ data: answer }: MessageEvent<MapMark[]>) =>
      startTransition(() => setMarks(answer)),
    );
    worker.addEventListener('error', (event) => console.warn('The stations were not put together', event.message));
    return () => worker.terminate();
  }, []);
  useEffect(() => ask.current?.({ data }), [data]);
  useEffect(() => {
    if (view) ask.current?.({ view });
  }, [view]);
  return useMemo(() => marks && inOrder(marks), [marks]);
}

/** Sorts marks into drawing order, later ones on top. Of the same rank, southern ones are over northern ones. */
export function inOrder(marks: readonly MapMark[]): MapMark[] {
  return marks.toSorted((a, b) => rankOf(a) - rankOf(b) || b.place.latitude - a.place.latitude);
}
