import { expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { displayTimes } from './display-times.ts';

const CREATED = new Date('2026-11-20T10:00:00Z');
const after = (minutes: number, from = CREATED) => new Date(from.getTime() + minutes * MINUTE_MS);
const ONE_TIME = { oneTimeTag: 'A1B2C3', requestedCard: null };
const shown = (
  startedAt: Date | null,
  endedAt: Date | null,
  tags: { oneTimeTag: string | null; requestedCard: string | null } = ONE_TIME,
) => displayTimes({ createdAt: CREATED, startedAt, endedAt, ...tags });
const of2018 = new Date('2018-01-01T00:00:00Z');

test('a session of a charge point whose clock was never set is shown from the time of the request, with its own duration', () => {
  expect(shown(of2018, after(20, of2018))).toEqual({ startedAt: CREATED, endedAt: after(20) });
});

test('an end that was reported after the clock was set is not changed', () => {
  expect(shown(of2018, after(20))).toEqual({ startedAt: CREATED, endedAt: after(20) });
  expect(shown(of2018, null)).toEqual({ startedAt: CREATED, endedAt: null });
});

test('a clock that is a minute behind is believed', () => {
  const [startedAt, endedAt] = [after(-1), after(-0.5)];
  expect(shown(startedAt, endedAt)).toEqual({ startedAt, endedAt });
  expect(shown(after(-1.01), null)).toEqual({ startedAt: CREATED, endedAt: null });
});

test('a session that has not begun, and one that a card may have begun before the request, are shown as reported', () => {
  expect(shown(null, after(2))).toEqual({ startedAt: null, endedAt: after(2) });
  for (const tags of [
    { oneTimeTag: 'A1B2C3', requestedCard: 'CARD' },
    { oneTimeTag: null, requestedCard: null },
  ])
    expect(shown(after(-20), after(5), tags)).toEqual({ startedAt: after(-20), endedAt: after(5) });
});
