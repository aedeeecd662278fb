import { expect, test } from 'vitest';
import { commandHash, requestHash, isResponseSigned } from './payu-hash.ts';

const merchant = { key: 'JPM7Fg', salt: 'TuxqAugd' };
const request = {
  txnid: 'txn_0001',
  amount: '500.00',
  productinfo: 'wallet',
  firstname: 'Asha',
  email: 'a@example.com',
  udf1: 'u42',
};

test('orders and queries carry PayU’s hashes', () => {
  expect(requestHash(request, merchant)).toBe(
    'd5b05d83678141214c48071a783053ad7886877ba7cc8c8c35ed5cd20f8be6846282b9d2cb71b507c3804410c1294732e175d0ae43a9522f99667593eee8fb05',
  );
  expect(commandHash('verify_payment', 'txn_0001', merchant)).toBe(
    '871b39cf411326da7ffcbd29d1ae71790bfb4509d69dc4a59f27d2cea98d49e5f413b6af854ea158635915e2ea14ebfd43bc8a01e4081c9a73fe2c7ff863066c',
  );
});

test('only responses that PayU signed are accepted, with or without additional charges [TOPUP-12]', () => {
  const signed = (more: Record<string, string>) =>
    isResponseSigned(new URLSearchParams({ ...request, key: merchant.key, status: 'success', ...more }), merchant);
  const hash =
    '1b775150974315f3887be6206113f950e28e31423dc9f9f83b8171ba96da9dc72267427e9e1888f841c06ffad4adad88b6d9b343f16a2e2c05a5fde72e560de3';
  const withSessions = {
    additionalCharges: '12.50',
    hash: 'b0300a2e4caaffcdea6ed7025f05a907020df5b5be73612f860cb54df07974120c0a8e8562ab6788b17acd322e44d5b26ddc9c1f3993c5c2a1d77e805c9dda02',
  };
  expect(signed({ hash })).toBe(true);
  expect(signed(withSessions)).toBe(true);
  for (const change of [
    { status: 'failure' },
    { amount: '900.00' },
    { txnid: 'txn_0002' },
    { key: 'other' },
    { udf1: '' },
  ]) {
    expect(signed({ hash, ...change })).toBe(false);
  }
  expect(signed({ hash, additionalCharges: '10.00' })).toBe(false);
  expect(signed({})).toBe(false);
});
