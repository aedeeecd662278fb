import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { atEnd } from '@bijli/server/testing/at-end';
import { startChild } from '../parts/child.ts';
import type { AllCalls, SteadyCall, SteadyCalls } from './steady-calls-process.ts';

const STEADY_CALLS = fileURLToPath(new URL('steady-calls-process.ts', import.meta.url));

/**
 * Has another process call the stack at an even pace until it is stopped, because the test's own has all the chargers
 * to play. A test fails whose calls are not all known at the end.
 */
export async function callSteadily(input: SteadyCalls): Promise<{ pid: number; stop(): Promise<SteadyCall[]> }> {
  const ended: SteadyCall[] = [];
  let begun: number | undefined;
  const child = await startChild<object, SteadyCall | AllCalls>(STEADY_CALLS, {
    input,
    onMessage: (message) => ('begun' in message ? (begun = message.begun) : ended.push(message)),
  });
  atEnd(child.stop);
  return {
    pid: child.pid,
    async stop() {
      await child.stop();
      expect(await child.ended).toBe('0');
      // What it wrote last can arrive after its end.
      await vi.waitUntil(() => begun !== undefined);
      expect(ended).toHaveLength(begun ?? Number.NaN);
      return ended;
    },
  };
}
