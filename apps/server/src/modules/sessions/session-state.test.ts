import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSessionOver,
  isStarting,
  looksOver,
  looksRunning,
  nextState,
  statusAtStart,
  type SessionInput,
  type SessionState,
} from './session-state.ts';

const inputs: SessionInput[] = [
  'asked',
  'accepted',
  'start-failed',
  'started',
  'suspended',
  'resumed',
  'stop-asked',
  'stopped',
];
const allInputs: SessionInput[] = [...inputs, 'revived'];
const after = (...seen: SessionInput[]) => seen.reduce<SessionState>(nextState, 'held');

describe('a session', () => {
  test('goes from held to completed', () => {
    expect(after('asked', 'accepted', 'started', 'stop-asked', 'stopped')).toBe('completed');
  });

  test('is charging even if the transaction begins before the charge point has answered the request', () => {
    expect(after('asked', 'started', 'accepted')).toBe('charging');
  });

  test('pauses and continues', () => {
    expect(after('asked', 'accepted', 'started', 'suspended')).toBe('suspended');
    expect(after('asked', 'accepted', 'started', 'suspended', 'resumed')).toBe('charging');
  });

  test('that was given up without an answer continues when its charge point reports that it had begun in time', () => {
    expect(after('asked', 'accepted', 'start-failed', 'revived')).toBe('charging');
    for (const seen of allInputs.filter((input) => input !== 'start-failed')) {
      expect(nextState(after(seen), 'revived')).toBe(after(seen));
    }
  });

  test('that failed to start never charges by itself, and a completed one never changes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs)), fc.array(fc.constantFrom(...inputs)), (before, more) => {
        const state = after(...before);
        if (isSessionOver(state)) expect(more.reduce<SessionState>(nextState, state)).toBe(state);
      }),
    );
  });

  test('keeps its stop request until the charge point has stopped', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs.filter((input) => input !== 'stopped'))), (more) => {
        expect(more.reduce<SessionState>(nextState, 'stopping')).toBe('stopping');
      }),
    );
  });

  test('is starting until its transaction begins, and over once it has ended or failed', () => {
    const states: SessionState[] = [
      'held',
      'sent',
      'accepted',
      'charging',
      'suspended',
      'stopping',
      'completed',
      'failed',
    ];
    expect(states.filter(isStarting)).toEqual(['held', 'sent', 'accepted']);
    expect(states.filter(isSessionOver)).toEqual(['completed', 'failed']);
  });

  test('is presumed over when its connector is free or waits for the cable to be unplugged', () => {
    const statuses = ['Available', 'Preparing', 'Charging', 'SuspendedEV', 'Finishing', 'Faulted', null];
    expect(statuses.filter(looksOver)).toEqual(['Available', 'Finishing']);
  });

  test('starts with the status of its connector, unless that is left over from an earlier session', () => {
    const statuses = ['Preparing', 'Charging', 'Available', 'Finishing', null];
    expect(statuses.map(statusAtStart)).toEqual(['Preparing', 'Charging', null, null, null]);
  });
});

test('a connector looks as if a session runs while it charges or pauses', () => {
  const statuses = ['Available', 'Preparing', 'Charging', 'SuspendedEV', 'SuspendedEVSE', 'Finishing', 'Faulted'];
  expect(statuses.filter(looksRunning)).toEqual(['Charging', 'SuspendedEV', 'SuspendedEVSE']);
});
