import { probeHere } from './probe.ts';

let asked: Promise<boolean> | undefined;

/**
 * Whether WebGL is drawn by a graphics processor here. Where the main processor has to do so, each picture takes it tens of
 * milliseconds, and whoever touches the page waits for them. It is tried in a worker, since the first try takes as long as a picture.
 */
export function drawsFast(): Promise<boolean> {
  // Not every worker can draw.
  const canAskWorker = 'Worker' in window && 'OffscreenCanvas' in window;
  asked ??= canAskWorker ? probeInWorker() : Promise.resolve(probeHere(document.createElement('canvas')));
  return asked;
}

function probeInWorker(): Promise<boolean> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data));
    worker.addEventListener('error', () => resolve(false));
  });
  return answer.finally(() => worker.terminate());
}
