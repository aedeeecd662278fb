import { expect, test } from 'vitest';
import { checksumFits, checksumOf } from './checksum.ts';

const started = { txnId: 'T-7KQ2MX9W4T', amountPaise: 50_000, driverId: 7 };

test('a checksum fits its own payment, driver, amount and secret, and no other [TOPUP-12]', () => {
  const checksum = checksumOf(started, 'secret');
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
  expect(checksumFits(started, 'secret', checksum)).toBe(true);
  expect(checksumFits({ ...started, driverId: 8 }, 'secret', checksum)).toBe(false);
  expect(checksumFits({ ...started, amountPaise: 50_001 }, 'secret', checksum)).toBe(false);
  expect(checksumFits({ ...started, txnId: 'T-OTHER' }, 'secret', checksum)).toBe(false);
  expect(checksumFits(started, 'other', checksum)).toBe(false);
  expect(checksumFits(started, 'secret', '')).toBe(false);
});
