import { expect, test } from 'vitest';
import { isChecksumRight, checksumOf } from './checksum.ts';

const started = { txnId: 'T-7KQ2MX9W4T', amountPaise: 50_000, driverId: 7 };

test('a checksum is valid for its own payment, driver, amount and secret only [TOPUP-12]', () => {
  const checksum = checksumOf(started, 'secret');
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(isChecksumRight(started, 'secret', checksum)).toBe(true);
  expect(isChecksumRight({ ...started, driverId: 8 }, 'secret', checksum)).toBe(false);
  expect(isChecksumRight({ ...started, amountPaise: 50_001 }, 'secret', checksum)).toBe(false);
  expect(isChecksumRight({ ...started, txnId: 'T-OTHER' }, 'secret', checksum)).toBe(false);
  expect(isChecksumRight(started, 'other', checksum)).toBe(false);
  expect(isChecksumRight(started, 'secret', '')).toBe(false);
});
