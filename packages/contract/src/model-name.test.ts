import { expect, test } from 'vitest';
import { nameBesideBattery } from './model-name.ts';

test.each([
  ['Kia EV9 99.8 kWh', 96, 'Kia EV9'],
  ['BYD Seal 82.5 kWh RWD', 82.5, 'BYD Seal RWD'],
  ['Hyundai Ioniq 5 Long Range (72.6 kWh)', 72.6, 'Hyundai Ioniq 5 Long Range'],
  ['Kia Carens Clavis EV 42 / 51.4 kWh', 51.4, 'Kia Carens Clavis EV'],
  ['Euler HiLoad EV 12.4-13 kWh', 13, 'Euler HiLoad EV'],
  ['Bajaj RE E-TEC 9.0 8.9 kWh', 8.9, 'Bajaj RE E-TEC 9.0'],
  ['Tata Nexon EV 45', 45, 'Tata Nexon EV 45'],
  ['Ather 450X 2.9 kWh', null, 'Ather 450X 2.9 kWh'],
  ['Ather 450X 3.7 kWh', undefined, 'Ather 450X 3.7 kWh'],
])('beside its battery %s, of %s kWh, is %s', (name, kwh, shown) => {
  expect(nameBesideBattery(name, kwh)).toBe(shown);
});
