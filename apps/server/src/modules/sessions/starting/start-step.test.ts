import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';
import { SESSION_RULES } from '../session-rules.ts';
import { nextStartStep, type StartInput, type StartRow } from './start-step.ts';

const ASKED_AT = new Date('2026-11-20T10:00:00Z');
const at = (seconds: number) => new Date(ASKED_AT.getTime() + seconds * SECOND_MS);
const row = (change: Partial<StartRow> = {}): StartRow => ({
  state: 'held',
  transactionId: null,
  endReason: null,
  createdAt: ASKED_AT,
  endedAt: null,
  linkLostAt: null,
  pastOutagesMs: 0,
  ...change,
});
const lookedAt = (seconds: number): StartInput => ({
  kind: 'checked',
  nowMs: at(seconds).getTime(),
  rules: SESSION_RULES,
});
const started = (seconds: number): StartInput => ({ kind: 'started', at: at(seconds) });

describe('a start', () => {
  test('is sent once: a second sender finds it sent', () => {
    expect(nextStartStep(row(), { kind: 'asked' })).toEqual({ state: 'sent' });
    for (const state of ['sent', 'accepted', 'charging', 'failed', 'completed'] as const)
      expect(nextStartStep(row({ state }), { kind: 'asked' })).toBeUndefined();
  });

  test('that fails releases its hold once', () => {
    const rejected = { kind: 'failed', reason: 'charger_rejected' } as const;
    const step = nextStartStep(row({ state: 'sent' }), rejected);
    expect(step).toEqual({ state: 'failed', holdChange: 'release', reason: 'charger_rejected' });
    for (const input of [rejected, lookedAt(3600)])
      expect(
        nextStartStep(row({ state: 'failed', endedAt: at(5), endReason: 'charger_rejected' }), input),
      ).toBeUndefined();
    expect(nextStartStep(row({ state: 'charging', transactionId: 7 }), lookedAt(3600))).toBeUndefined();
  });

  test('ends at its deadline, or after its link was lost for too long', () => {
    const accepted = row({ state: 'accepted' });
    expect(nextStartStep(accepted, lookedAt(89))).toBeUndefined();
    expect(nextStartStep(accepted, lookedAt(90))).toMatchObject({ holdChange: 'release', reason: 'start_timed_out' });
    const lost = { ...accepted, linkLostAt: at(10) };
    expect(nextStartStep(lost, lookedAt(90))).toBeUndefined();
    expect(nextStartStep(lost, lookedAt(16 * 60))).toMatchObject({ holdChange: 'release', reason: 'start_link_lost' });
  });

  test('that began in time and is reported late gets a new hold; one that began later, or was rejected, does not', () => {
    const failed = row({ state: 'failed', endedAt: at(90), endReason: 'start_timed_out' });
    expect(nextStartStep(failed, started(80))).toEqual({ state: 'charging', holdChange: 'renew' });
    expect(nextStartStep(failed, started(91))).toBeUndefined();
    expect(nextStartStep({ ...failed, endReason: 'charger_rejected' }, started(80))).toBeUndefined();
    expect(nextStartStep(row({ state: 'sent' }), started(3))).toEqual({ state: 'charging' });
  });
});
