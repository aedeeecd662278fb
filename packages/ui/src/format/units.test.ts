import { expect, test } from 'vitest';
import { withUnit } from './units.ts';

test('a unit follows its figure after one thin space, and no line breaks between them', () => {
  expect(withUnit(12, 'kWh')).toBe('12\u202FkWh');
});
