import { vi } from 'vitest';

/** Where the static map draws a mark, in px from its upper left corner. */
export function spotOfMark(mark: Element | null): { x: number; y: number } {
  const { translate = '' } = (mark?.closest('[style*=translate]') as HTMLElement | null)?.style ?? {};
  const [x = Number.NaN, y = Number.NaN] = translate.split(' ').map(Number.parseFloat);
  return { x, y };
}

/**
 * Does for the static map what a browser does: page layout, and the worker that makes the clusters.
 * `vi.restoreAllMocks` and `vi.unstubAllGlobals` end it.
 */
export async function lendLayout(): Promise<void> {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 0, 390, this.tagName === 'SECTION' ? 844 : 230);
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void;
      constructor(tell: () => void) {
        this.tell = tell;
      }
      observe() {
        queueMicrotask(this.tell);
      }
      disconnect() {}
    },
  );
  await import('../screens/map/marks/marks-worker.ts');
  vi.stubGlobal(
    'Worker',
    class {
      hear: (event: MessageEvent) => void = () => {};
      addEventListener(kind: string, hear: (event: MessageEvent) => void) {
        if (kind === 'message') this.hear = hear;
      }
      postMessage(data: unknown) {
        // Only the asking map gets the answer: the map that is drawn in the background has a worker too.
        vi.stubGlobal('postMessage', (answer: unknown) => this.hear(new MessageEvent('message', { data: answer })));
        dispatchEvent(new MessageEvent('message', { data }));
      }
      terminate() {}
    },
  );
}
