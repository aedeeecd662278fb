// Tells the page whether a GPU draws on this device.
import { probeHere } from './probe.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
postMessage(probeHere(new OffscreenCanvas(1, 1)));
