import { expect, test } from 'vitest';
import { isNearlyDone } from './session-events.ts';

const bought = { boughtWh: 10_000 };

test.each([
  { energyWh: 7_999, soc: undefined, socAtFirst: undefined, nearly: false },
  { energyWh: 8_000, soc: undefined, socAtFirst: undefined, nearly: true },
  { energyWh: 9_000, soc: 79, socAtFirst: 40, nearly: false },
  { energyWh: 1_000, soc: 80, socAtFirst: 79, nearly: true },
  { energyWh: 9_000, soc: 92, socAtFirst: 85, nearly: false },
])('a session is nearly done by its battery, or by the units where the car does not tell: %o', ({ nearly, ...now }) => {
  expect(isNearlyDone(bought, now)).toBe(nearly);
});
