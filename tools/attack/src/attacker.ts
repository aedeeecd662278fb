import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS } from './attacks.ts';
import type { Field } from './field.ts';

// This thread's own: an attacker has a machine of its own and takes no processor from the server or from honest callers. It has
// what they leave over, and says how much it came to.
setPriority(constants.priority.PRIORITY_LOW);

/** Runs one attack in a thread of its own and tells what it saw, or why the server has failed it. */
const { name, field, forMs } = workerData as { name: string; field: Omit<Field, 'end'>; forMs: number };
const said = await ATTACKS[name]?.({ ...field, end: performance.now() + forMs }).then(
  (saw) => ({ saw }),
  (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
);
parentPort?.postMessage(said);
