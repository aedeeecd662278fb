import { describe, expect, test } from 'vitest';
import { stopInMs } from './stop-plan.ts';

const live = { limitWh: 2000, energyWh: 1000, powerW: 120_000 };

describe('the stop of what was bought', () => {
  test('is asked for a moment before the limit, between samples if need be', () => {
    // 1,000 Wh at 120 kW are 30 s.
    expect(stopInMs(live, 0)).toBe(29_750);
  });

  test('counts the time since the sample', () => {
    expect(stopInMs(live, 5_000)).toBe(24_750);
  });

  test('is at once when the limit is reached, or will be before the request arrives', () => {
    expect(stopInMs({ ...live, energyWh: 1997 }, 0)).toBe(0);
    expect(stopInMs(live, 40_000)).toBe(0);
  });

  test('waits for the next sample when the car does not tell its power', () => {
    expect(stopInMs({ ...live, powerW: undefined }, 0)).toBeUndefined();
    expect(stopInMs({ ...live, powerW: 0 }, 0)).toBeUndefined();
  });
});
