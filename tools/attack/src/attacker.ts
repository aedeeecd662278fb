import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS, type Field } from './attacks.ts';

/** Runs one attack in a thread of its own and tells what it saw, or why the server has failed it. */
const { name, field, forMs } = workerData as { name: string; field: Omit<Field, 'end'>; forMs: number };
const said = await ATTACKS[name]?.({ ...field, end: performance.now() + forMs }).then(
  (words) => ({ words }),
  (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
);
parentPort?.postMessage(said);
