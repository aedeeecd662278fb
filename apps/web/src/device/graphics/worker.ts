// Tells the page whether a graphics processor draws here.
import { probeHere } from './probe.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
postMessage(probeHere(new OffscreenCanvas(1, 1)));
