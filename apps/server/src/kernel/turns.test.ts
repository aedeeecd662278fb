import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Asks for turns, and tells which have begun; each is ended by name. */
function stage() {
  const turns = new Turns(1);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const heard = new Map<string, () => void>();
  return {
    begun,
    ask(caller: string, name: string): Promise<void> {
      return new Promise((begins) => {
        heard.set(name, begins);
        turns.take(caller, (end) => {
          begun.push(name);
          ends.set(name, end);
          heard.get(name)?.();
        });
      });
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

test('of one caller one thing is at work at a time, in order; others do not wait for it', async () => {
  const { begun, ask, end } = stage();
  const asked = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  await ask('b', 'b1');
  expect(begun).toEqual(['a1', 'b1']);
  end('a1');
  await asked[1];
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  // An end that is told twice lets nobody else begin.
  end('a1');
  end('a2');
  await asked[2];
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  end('a3');
  await ask('a', 'a4');
});

test('whoever waits rests as long as the turn before took, and a turn that does not end is over by itself', async () => {
  const { ask, end } = stage();
  void ask('a', 'a1');
  const next = ask('a', 'a2');
  const began = performance.now();
  await next;
  const tookMs = performance.now() - began;
  // A tenth of a second of work and as long a rest: timers are kept to a millisecond.
  expect(tookMs).toBeGreaterThanOrEqual(198);
  const last = ask('a', 'a3');
  end('a2');
  await last;
});
