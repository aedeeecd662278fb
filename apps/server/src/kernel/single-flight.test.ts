import { expect, test } from 'vitest';
import { runInTurn, type WorkTurn } from './fair-scheduler.ts';
import { singleFlight } from './single-flight.ts';

test('callers with the same key share one run, and others do not wait', async () => {
  const flights = singleFlight<string, number>();
  const first = Promise.withResolvers<number>();
  const runs: string[] = [];
  const ask = (key: string, outcome: Promise<number>) =>
    flights(key, () => {
      runs.push(key);
      return outcome;
    });
  const asked = [ask('a', first.promise), ask('a', Promise.resolve(9)), ask('b', Promise.resolve(2))];
  expect(await asked[2]).toBe(2);
  first.resolve(1);
  expect(await Promise.all(asked)).toEqual([1, 1, 2]);
  expect(runs).toEqual(['a', 'b']);
});

test('a failure reaches all who shared the run, and the next call tries again', async () => {
  const flights = singleFlight<string, number>();
  const fail = () => Promise.reject(new Error('no answer'));
  const asked = await Promise.allSettled([flights('a', fail), flights('a', fail)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights('a', async () => 3)).toBe(3);
});

test('waiting for another caller’s run is not work of one’s own', async () => {
  const flights = singleFlight<string, number>();
  const { promise, resolve } = Promise.withResolvers<number>();
  const ended: string[] = [];
  const turn = (name: string): WorkTurn => ({ end: () => void ended.push(name) });
  const asked = ['first', 'second'].map((name) => runInTurn(turn(name), () => flights('a', () => promise)));
  expect(ended).toEqual(['second']);
  resolve(1);
  expect(await Promise.all(asked)).toEqual([1, 1]);
});
