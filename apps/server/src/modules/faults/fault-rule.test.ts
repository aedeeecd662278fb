import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import {
  brokenSince,
  FAULT_RULE,
  nextFaultStep,
  isByChargePoint,
  type FaultFacts,
  type FaultRule,
  type FaultStep,
  type StartOutcome,
} from './fault-rule.ts';

const now = new Date('2026-11-20T10:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

test.each<[string | null, string | null, boolean]>([
  ['charger_rejected', 'Available', true],
  ['charger_silent', 'Available', true],
  ['start_timed_out', 'Preparing', true],
  // The cable never came.
  ['start_timed_out', 'Available', false],
  ['start_timed_out', null, false],
  ['charger_offline', 'Preparing', false],
  ['start_cancelled', 'Preparing', false],
  ['start_interrupted', 'Preparing', false],
  ['start_link_lost', 'Preparing', false],
  [null, 'Preparing', false],
])(
  'a start that ends as %s while the connector reports %s is the charge point’s fault: %s [TRUTH-2]',
  (reason, status, its) => {
    expect(isByChargePoint(reason, status)).toBe(its);
  },
);

/**
 * `A` has failed, `a` has succeeded, the latest first, a minute apart; `-` is half a day, `t` a token of the operator's
 * own.
 */
function outcomes(text: string): StartOutcome[] {
  let agoMs = 0;
  return [...text].flatMap((letter) => {
    agoMs += letter === '-' ? 12 * HOUR_MS : MINUTE_MS;
    if (letter === '-') return [];
    const driverId = letter === 't' ? null : letter.toUpperCase().charCodeAt(0);
    return [{ driverId, isGood: letter !== letter.toUpperCase(), at: ago(agoMs) }];
  });
}

test.each<[string, Partial<FaultRule>, number | undefined]>([
  ['', {}, undefined],
  ['A', {}, undefined],
  // One driver who tries again and again may have a car that is to blame.
  ['AAAA', {}, undefined],
  ['AB', {}, 2],
  ['AAB', {}, 3],
  ['ABCD', {}, 2],
  ['Aba', {}, undefined],
  ['AbC', {}, undefined],
  ['AtB', {}, undefined],
  ['aAB', {}, undefined],
  ['A-B', {}, 12 * 60 + 2],
  ['A--B', {}, undefined],
  ['A--B', { withinHours: 48 }, 24 * 60 + 2],
  ['AB', { drivers: 3 }, undefined],
  ['ABC', { drivers: 3 }, 3],
  ['A', { drivers: 1 }, 1],
])(
  'starts %s, by the rule %o, count against the connector for the last %s minutes [TRUTH-2]',
  (text, more, minutes) => {
    const since = brokenSince(outcomes(text), { ...FAULT_RULE, ...more }, now);
    expect(since).toEqual(minutes === undefined ? undefined : ago(minutes * MINUTE_MS));
  },
);

const fixing = { state: 'fixing', fixIndex: 0, answer: 'none', isIdle: true } as const;

test.each<[FaultStep, Partial<FaultFacts>, Partial<FaultRule>]>([
  ['ask', fixing, {}],
  // Nobody's charge is cut short, and of one that is offline nothing can be asked.
  ['stay', { ...fixing, isIdle: false }, {}],
  ['stay', { ...fixing, answer: 'awaited' }, {}],
  ['next-fix', { ...fixing, answer: 'done' }, {}],
  ['next-fix', { ...fixing, answer: 'failed' }, {}],
  ['ask', { ...fixing, fixIndex: 1 }, {}],
  ['trial', { ...fixing, fixIndex: 1, answer: 'done' }, {}],
  ['out', { ...fixing, fixIndex: 1, answer: 'failed' }, {}],
  ['trial', { ...fixing, answer: 'done' }, { fixes: ['unlock'] }],
  ['trial', fixing, { fixes: [] }],
  ['out', { ...fixing, fixIndex: 1 }, { fixes: ['unlock'] }],
  ['end', { ...fixing, hasStarted: true }, {}],
  ['stay', { state: 'on_trial' }, {}],
  ['end', { state: 'on_trial', hasStarted: true }, {}],
  ['stay', { state: 'out' }, {}],
  ['end', { state: 'out', hasStarted: true }, {}],
  // No connector is out for ever.
  ['again', { state: 'out', changedAt: ago(24 * HOUR_MS) }, {}],
  ['again', { state: 'out', changedAt: ago(2 * HOUR_MS) }, { tryAgainHours: 2 }],
])('the next step is to %s: %o, by the rule %o [TRUTH-3]', (step, facts, rule) => {
  const usual: FaultFacts = {
    state: 'out',
    changedAt: ago(MINUTE_MS),
    fixIndex: 0,
    answer: 'none',
    hasStarted: false,
    isIdle: true,
  };
  expect(nextFaultStep({ ...usual, ...facts }, { ...FAULT_RULE, ...rule }, now)).toBe(step);
});
