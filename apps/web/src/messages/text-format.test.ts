import { expect, test } from 'vitest';
import { distanceKm } from '@bijli/contract/geo';
import { spacedPlate } from '@bijli/contract/registration-number';
import { truncateTitle, distance, mobileDigits, spacedMobile } from '@bijli/ui/format/text';
import './messages.ts';

test('a title is cut after 30 characters and gets an ellipsis, one of 30 stays complete [SHELL-3]', () => {
  expect(truncateTitle('a'.repeat(30))).toBe('a'.repeat(30));
  expect(truncateTitle('a'.repeat(31))).toBe(`${'a'.repeat(30)}…`);
});

test('distance is in kms with one decimal [CONST-4]', () => {
  const [delhi, mumbai] = [
    { latitude: 28.6139, longitude: 77.209 },
    { latitude: 19.076, longitude: 72.8777 },
  ];
  expect(distance(distanceKm(delhi, mumbai))).toBe('1148.1\u202Fkms');
});

test('a pasted number loses its country code and everything but digits [LOGIN-8]', () => {
  expect(mobileDigits('+91 98765-43210')).toBe('9876543210');
  expect(mobileDigits('9198765432')).toBe('9198765432');
  expect(mobileDigits('919876543210')).toBe('9876543210');
  expect(mobileDigits('09876543210')).toBe('9876543210');
  expect(mobileDigits('abc')).toBe('');
});

test('numbers and plates are spaced as people read them [PROFILE-2]', () => {
  expect(spacedMobile('9876543210')).toBe('98765 43210');
  expect(spacedPlate('KA05MR4521')).toBe('KA 05 MR 4521');
  expect(spacedPlate('MH121234')).toBe('MH 12 1234');
});
