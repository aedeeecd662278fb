import { probeHere } from './probe.ts';

let asked: Promise<boolean> | undefined;

/**
 * Resolves with whether a GPU draws WebGL on this device. Without one, each picture takes the main processor tens of
 * milliseconds, and the page does not react meanwhile. The test runs in a worker, because the first one takes as long
 * as a picture.
 */
export function drawsFast(): Promise<boolean> {
  // Not every worker can draw.
  const canAskWorker = 'Worker' in window && 'OffscreenCanvas' in window;
  asked ??= canAskWorker ? probeInWorker() : Promise.resolve(probeHere(document.createElement('canvas')));
  return asked;
}

function probeInWorker(): Promise<boolean> {
  const worker = new Worker(new URL('probe-worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data));
    worker.addEventListener('error', () => resolve(false));
  });
  return answer.finally(() => worker.terminate());
}
