import { expect, test } from 'vitest';
import { endTurn, runInTurn, FairScheduler, type WorkTurn } from './fair-scheduler.ts';

/** Asks for turns, and tells which have begun; each is ended by name. */
function fixture(maxTurnMs?: number) {
  const turns = new FairScheduler(1, maxTurnMs);
  const begun: string[] = [];
  const at = new Map<string, WorkTurn>();
  const connections = new Map<string, object>();
  const connection = (name: string): object => {
    const known = connections.get(name) ?? {};
    connections.set(name, known);
    return known;
  };
  return {
    begun,
    ask(caller: string, line: string, name: string): Promise<void> {
      return new Promise((begins) => {
        turns.take(caller, connection(line), (turn) => {
          begun.push(name);
          at.set(name, turn);
          begins();
        });
      });
    },
    end: (name: string) => at.get(name)?.end?.(),
    leave: (caller: string, line: string) => turns.leave(caller, connection(line)),
  };
}

test('one task of a caller runs at a time, and other callers do not wait for it', async () => {
  const { begun, ask, end } = fixture();
  const asked = ['a1', 'a2', 'a3'].map((name) => ask('a', 'x', name));
  await ask('b', 'y', 'b1');
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
  await ask('a', 'x', 'a4');
});

test('connections of one caller take turns, so that a busy one does not block another', async () => {
  const { begun, ask, end } = fixture();
  const flood = [1, 2, 3, 4].map((nth) => ask('a', 'flood', `flood ${nth}`));
  const other = ask('a', 'other', 'other');
  end('flood 1');
  await flood[1];
  end('flood 2');
  await other;
  expect(begun).toEqual(['flood 1', 'flood 2', 'other']);
});

test('waiting tasks of a connection are dropped when it closes', async () => {
  const { begun, ask, end, leave } = fixture();
  void ask('a', 'x', 'first');
  void ask('a', 'gone', 'never');
  const next = ask('a', 'x', 'second');
  leave('a', 'gone');
  end('first');
  await next;
  end('second');
  await ask('a', 'x', 'third');
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('a task can end its turn anywhere to wait for something, and the next one begins', async () => {
  const turns = new FairScheduler(1, 3_600_000);
  const connection = {};
  const next = new Promise<void>((begins) => {
    turns.take('a', connection, async () => {
      await new Promise(setImmediate);
      endTurn();
    });
    turns.take('a', connection, () => begins());
  });
  await next;
  // Of a turn that is over, and of none, there is nothing to end.
  runInTurn({ end: undefined }, endTurn);
  endTurn();
});

test('a caller with waiting tasks pauses as long as the last turn took, and a turn that does not end is ended', async () => {
  const { ask } = fixture(50);
  void ask('a', 'x', 'a1');
  const next = ask('a', 'x', 'a2');
  const began = performance.now();
  await next;
  // Timers are kept to a millisecond or two.
  expect(performance.now() - began).toBeGreaterThanOrEqual(95);
});
