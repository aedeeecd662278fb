import { expect, test } from 'vitest';
import { exitOf } from './charge-exit.ts';

const charging = { booking_id: 'b', at: '2026-11-20T08:36:10Z', status: 'Charging', stage: 'charging' } as const;
const paused = { ...charging, status: 'SuspendedEV' } as const;
const failed = { ...charging, status: 'Available', stage: 'failed' } as const;
const stop = { booking_id: 'b', transaction_id: '1', reason: 'Remote' };
const nothing = { stop: undefined, status: undefined, isOver: false, hasRun: true };

test.each([
  ['nothing is known yet', {}, undefined],
  ['it charges', { status: charging }, undefined],
  ['it pauses', { status: paused }, 'paused'],
  ['it paused before the page was opened', { status: paused, hasRun: false }, undefined],
  ['its start failed', { status: failed }, 'failed'],
  ['its start failed, and the server has forgotten it', { status: failed, isOver: true }, 'failed'],
  ['it has stopped', { status: charging, stop }, 'ended'],
  ['it pauses and has stopped', { status: paused, stop }, 'ended'],
  ['the server has forgotten it', { isOver: true }, 'ended'],
  ['the server has forgotten it while it paused', { status: paused, isOver: true }, 'ended'],
] as const)('when %s, the page is left accordingly [CHARGE-13, CHARGE-18]', (_, known, exit) => {
  expect(exitOf({ ...nothing, ...known })).toBe(exit);
});
