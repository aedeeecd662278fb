import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { AttackContext } from './attack.ts';
import { ATTACKS } from './attacks.ts';

// Lowers this thread's priority: a real attacker has its own machine and takes no processor from the server or from
// honest callers. The attack uses what they leave over, and its report says how much that was.
setPriority(constants.priority.PRIORITY_LOW);

/** Runs one attack in its own thread. Reports what it saw, or how the server failed. */
const { name, context, forMs } = workerData as { name: string; context: Omit<AttackContext, 'end'>; forMs: number };
const said = await ATTACKS[name]?.({ ...context, end: performance.now() + forMs }).then(
  (saw) => ({ saw }),
  (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
);
parentPort?.postMessage(said);
