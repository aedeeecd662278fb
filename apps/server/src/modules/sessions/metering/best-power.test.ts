import { expect, test } from 'vitest';
import { bestPowerW } from './best-power.ts';

const START = Date.UTC(2026, 10, 20, 10);
/** Readings a minute apart, each with what was delivered in the minute before it at so many kW. */
function atKilowatts(...kilowatts: number[]) {
  let registerWh = 1000;
  return [{ at: new Date(START), registerWh }].concat(
    kilowatts.map((kw, minute) => {
      registerWh += (kw * 1000) / 60;
      return { at: new Date(START + (minute + 1) * 60_000), registerWh: Math.round(registerWh) };
    }),
  );
}
const times = (count: number, kw: number): number[] => Array.from({ length: count }, () => kw);

test('the best ten minutes of a session count, wherever they are', () => {
  expect(bestPowerW(atKilowatts(...times(5, 12), ...times(10, 48), ...times(20, 24)), 60_000)).toBe(48_000);
  expect(bestPowerW(atKilowatts(...times(30, 6)), 60_000)).toBe(6000);
});

test('a session of less than ten minutes, or without energy, has no best power', () => {
  expect(bestPowerW(atKilowatts(...times(9, 60)), 60_000)).toBeUndefined();
  expect(bestPowerW(atKilowatts(...times(20, 0)), 60_000)).toBeUndefined();
  expect(bestPowerW([], 60_000)).toBeUndefined();
});

test('a register that jumps or restarts counts as no more than the connector’s rating', () => {
  expect(bestPowerW(atKilowatts(...times(10, 24), 6000, ...times(5, 24)), 60_000)).toBe(60_000);
  expect(bestPowerW(atKilowatts(...times(10, 24), -6000, ...times(5, 24)), 60_000)).toBe(24_000);
});

test('readings more than ten minutes apart count over the time between them', () => {
  const readings = [0, 30, 60].map((minutes, nth) => ({
    at: new Date(START + minutes * 60_000),
    registerWh: nth * 9000,
  }));
  expect(bestPowerW(readings, 60_000)).toBe(18_000);
});
