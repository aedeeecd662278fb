import type { HonestFigures } from './honest-clients.ts';

const MAX_TIMES = 2;
/** A p99 of a few milliseconds can double by the machine's own noise. */
const NOISE_MS = 15;
/** A call or frame passes this many processes: our server and the database. */
const PROCESSES = 2;
/** From this share on, the server's own work may be what the bare server waits for. */
const MAX_BUSY = 0.9;

/** How the same seconds were without and with the attack, and the share of the attack in which the server was busy. */
export interface Seconds {
  quiet: HonestFigures;
  attacked: HonestFigures;
  busy: number;
}

/**
 * Why the server let the honest driver or charge point wait too long: a p99 that has more than doubled, beside what the
 * machine itself has taken. That is what a bare server waited longer for each process, but no more than the double
 * again, and nothing if our server used its core up.
 */
export function waitProblems({ quiet, attacked, busy }: Seconds): string[] {
  const problems = attacked.bare.failed > 0 ? [`${attacked.bare.failed} calls to the bare server failed`] : [];
  const machineMs = busy < MAX_BUSY ? Math.max(0, attacked.bare.p99Ms - quiet.bare.p99Ms) * PROCESSES : 0;
  for (const what of ['calls', 'frames'] as const) {
    const [before, during] = [quiet[what], attacked[what]];
    const doubleMs = Math.max(before.p99Ms * MAX_TIMES, NOISE_MS);
    const maxMs = doubleMs + Math.min(machineMs, doubleMs);
    if (during.p99Ms > maxMs)
      problems.push(
        `honest ${what}: p99 ${before.p99Ms} ms became ${during.p99Ms} ms, ${maxMs.toFixed(1)} ms are allowed`,
      );
    if (during.failed > before.failed) problems.push(`${during.failed} of ${during.count} honest ${what} failed`);
  }
  return problems;
}
