import { expect, test } from 'vitest';
import { isNearlyDone } from './session-events.ts';

const bought = { boughtWh: 10_000, targetSoc: null };

test.each([
  { energyWh: 7_999, soc: undefined, socAtFirst: undefined, nearly: false },
  { energyWh: 8_000, soc: undefined, socAtFirst: undefined, nearly: true },
  { energyWh: 9_000, soc: 79, socAtFirst: 40, nearly: false },
  { energyWh: 1_000, soc: 80, socAtFirst: 79, nearly: true },
  { energyWh: 9_000, soc: 92, socAtFirst: 85, nearly: false },
])(
  'a session is nearly done by its battery, or by its units if the car does not report the battery: %o',
  ({ nearly, ...now }) => {
    expect(isNearlyDone(bought, now)).toBe(nearly);
  },
);

test.each([
  { targetSoc: 80, soc: 71, socAtFirst: 40, nearly: false },
  { targetSoc: 80, soc: 72, socAtFirst: 40, nearly: true },
  { targetSoc: 50, soc: 46, socAtFirst: 30, nearly: true },
  { targetSoc: 100, soc: 79, socAtFirst: 40, nearly: false },
  { targetSoc: 100, soc: 80, socAtFirst: 40, nearly: true },
  { targetSoc: 50, soc: 60, socAtFirst: 60, nearly: false },
])(
  'a session to a percentage of the battery is nearly done before it is reached: %o',
  ({ targetSoc, nearly, ...now }) => {
    expect(isNearlyDone({ ...bought, targetSoc }, { energyWh: 1_000, ...now })).toBe(nearly);
  },
);
