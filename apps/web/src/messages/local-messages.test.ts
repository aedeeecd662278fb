import { expect, test } from 'vitest';
import { en } from './en.ts';

test('the four messages of the app itself are written exactly as specified, with their misspellings [ERROR-6]', () => {
  const { selectVehicle, registration, noPlace, noLocation } = en.errors;
  expect([selectVehicle, registration, noPlace, noLocation]).toEqual([
    'Please select a vehicle.',
    'please enter valid registration no.',
    'Please enter both latitude and longitude.',
    'Please Allow Your Loaction.',
  ]);
});
