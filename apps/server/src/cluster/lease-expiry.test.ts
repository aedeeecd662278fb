import { expect, test } from 'vitest';
import { createLeaseExpiry } from './lease-expiry.ts';

/** A lease as it stands, and how often its charge points were let go. */
function watched() {
  const lease = { hasRunOut: false, lapses: 0 };
  let times = 0;
  const lapses = createLeaseExpiry(
    { hasRunOut: () => lease.hasRunOut, lapses: () => lease.lapses },
    () => (times += 1),
  );
  return {
    ...lapses,
    times: () => times,
    runOut: () => (lease.hasRunOut = true),
    renew() {
      lease.lapses += lease.hasRunOut ? 1 : 0;
      lease.hasRunOut = false;
    },
    /** A clock that had jumped is right again. */
    isRightAgain: () => (lease.hasRunOut = false),
  };
}

test('an expired lease calls back once, and not again when it is renewed, so that chargers that came back stay', () => {
  const lease = watched();
  for (const nth of [1, 2]) {
    lease.runOut();
    lease.check();
    lease.check();
    expect(lease.takeReclaim()).toBe(false);
    lease.renew();
    lease.check();
    expect(lease.times()).toBe(nth);
    expect(lease.takeReclaim()).toBe(true);
    expect(lease.takeReclaim()).toBe(false);
  }
});

test('a lease that expired and was renewed between two checks calls back too', () => {
  const lease = watched();
  lease.runOut();
  lease.renew();
  lease.check();
  lease.check();
  expect(lease.times()).toBe(1);
  expect(lease.takeReclaim()).toBe(true);
});

test('a lease that only seemed to expire calls back again when it does', () => {
  const lease = watched();
  lease.runOut();
  lease.check();
  lease.isRightAgain();
  lease.check();
  expect(lease.takeReclaim()).toBe(true);
  lease.runOut();
  lease.check();
  expect(lease.times()).toBe(2);
});
