// Tells the page whether a GPU draws on this device.
import { probeHere } from './probe.ts';

postMessage(probeHere(new OffscreenCanvas(1, 1)));
