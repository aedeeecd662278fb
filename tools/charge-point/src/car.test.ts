import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { charge, DEMO_CAR, powerAt, type Car, type ConnectorOutput } from './car.ts';

const DC: ConnectorOutput = { current: 'DC', maxPowerW: 120_000 };
const AC: ConnectorOutput = { current: 'AC', maxPowerW: 22_000 };

test('power rises over the first seconds to what the weaker side supports', () => {
  expect(powerAt(DEMO_CAR, DC, 0)).toBe(0);
  expect(powerAt(DEMO_CAR, DC, 4)).toBe(60_000);
  expect(powerAt(DEMO_CAR, DC, 60)).toBe(120_000);
  expect(powerAt({ ...DEMO_CAR, maxPowerW: 50_000 }, DC, 60)).toBe(50_000);
  expect(powerAt({ ...DEMO_CAR, dcShare: 0.8 }, DC, 60)).toBe(96_000);
  expect(powerAt({ ...DEMO_CAR, dcShare: 0.8 }, AC, 60)).toBe(11_000);
  expect(powerAt(DEMO_CAR, AC, 60)).toBe(11_000);
});

test('power falls steadily above 80 % and ends at 100 %', () => {
  const powers = [80, 85, 90, 95, 99.9, 100].map((soc) => powerAt({ ...DEMO_CAR, soc }, DC, 60));
  expect(powers).toEqual(powers.toSorted((a, b) => b - a));
  expect(powers[0]).toBe(120_000);
  expect(powers.at(-1)).toBe(0);
});

test('a 60 kWh car goes from 34 to 80 % in about a quarter of an hour at 120 kW', () => {
  const seconds = (0.46 * 60_000 * 3600) / 0.95 / 120_000;
  expect(charge(DEMO_CAR, DC, 60, seconds).car.soc).toBeCloseTo(80, 1);
});

const anyCar = fc.record({
  batteryWh: fc.integer({ min: 1_000, max: 200_000 }),
  soc: fc.double({ min: 0, max: 100, noNaN: true }),
  maxPowerW: fc.integer({ min: 1_000, max: 350_000 }),
});
const anyOutput: fc.Arbitrary<ConnectorOutput> = fc.record({
  current: fc.constantFrom('AC', 'DC'),
  maxPowerW: fc.integer({ min: 1_000, max: 350_000 }),
});
const fewSeconds = fc.double({ min: 0, max: 600, noNaN: true });

test('energy never exceeds power times time, the battery never exceeds 100 %, and energy and charge agree', () => {
  fc.assert(
    fc.property(anyCar, anyOutput, fewSeconds, fewSeconds, (car: Car, output, secondsIn, seconds) => {
      const after = charge(car, output, secondsIn, seconds);
      expect(after.energyWh).toBeGreaterThanOrEqual(0);
      expect(after.energyWh).toBeLessThanOrEqual((output.maxPowerW * seconds) / 3600 + 1e-6);
      expect(after.car.soc).toBeLessThanOrEqual(100);
      expect(after.car.soc).toBeGreaterThanOrEqual(car.soc);
      const stored = ((after.car.soc - car.soc) / 100) * car.batteryWh;
      expect(stored).toBeCloseTo(after.energyWh * 0.95, 3);
    }),
  );
});

test('charging in one part or in two is the same within a thousandth', () => {
  fc.assert(
    fc.property(anyCar, anyOutput, fewSeconds, fewSeconds, (car, output, first, second) => {
      const whole = charge(car, output, 0, first + second);
      const half = charge(car, output, 0, first);
      const rest = charge(half.car, output, first, second);
      const sum = half.energyWh + rest.energyWh;
      expect(Math.abs(sum - whole.energyWh)).toBeLessThanOrEqual(whole.energyWh / 1000 + output.maxPowerW / 3600 / 20);
    }),
  );
});
