import { expect, test } from 'vitest';
import { nameBesideBattery, nameInParts, nameWithBattery } from './model-name.ts';

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

test.each([
  ['Kia EV9 99.8 kWh', 96, 'Kia EV9 96 kWh'],
  ['BYD Seal 82.5 kWh RWD', 82.5, 'BYD Seal 82.5 kWh RWD'],
  ['Kia Carens Clavis EV 42 / 51.4 kWh', 51.4, 'Kia Carens Clavis EV 51.4 kWh'],
  ['Tata Nexon EV 45', 45, 'Tata Nexon EV 45'],
])('%s, of %s kWh, is %s where its name has the size', (name, kwh, shown) => {
  expect(nameWithBattery(name, kwh)).toBe(shown);
});

test.each([
  ['Tata Nexon EV Max / LR 40.5 kWh', 'Max / LR 40.5 kWh', 40.5, 2022, ['Tata Nexon EV', 'Max / LR']],
  ['Tata Nexon EV 45', '45', 45, 2024, ['Tata Nexon EV', '']],
  ['Tata Nexon EV 30 (2023 facelift)', '30 (2023 facelift)', 30, 2023, ['Tata Nexon EV', 'facelift']],
  ['MG ZS EV 44.5 kWh (2020)', '44.5 kWh (2020)', 44.5, 2020, ['MG ZS EV', '']],
  ['Mahindra eVerito (fleet)', '(fleet)', null, 2016, ['Mahindra eVerito', 'fleet']],
  ['Ather 450X 3.7 kWh', '3.7 kWh', null, 2022, ['Ather 450X', '3.7 kWh']],
  ['Tata Curvv EV 45 kWh', undefined, 45, undefined, ['Tata Curvv EV', '']],
])('%s in parts', (name, variant, kwh, year, parts) => {
  expect(nameInParts({ name, variant, battery_capacity: kwh, launch_year: year })).toEqual(parts);
});
