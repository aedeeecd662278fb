import { describe, expect, test } from 'vitest';
import { isFresh, nextLeaseStep, NO_LEASE, type LeaseInput, type Moment, type LeaseState } from './lease.ts';
import {
  mayWrite,
  NOT_OURS,
  nextOwnershipStep,
  type Ownership,
  type OwnershipEffect,
  type OwnershipInput,
} from './ownership-step.ts';
import { requesterAction, isOrphaned, ownerAction } from './requests.ts';

const TTL_MS = 10_000;
const at = (ms: number): Moment => ({ steadyMs: ms, wallMs: 1_000_000 + ms });

describe('the lease of a node', () => {
  const granted = (ms: number): LeaseInput => ({ kind: 'granted', askedAt: at(ms) });
  const serving: LeaseState = { grantedAt: at(0), isServing: true };

  test('counts from before its request, by the faster of two clocks', () => {
    expect(isFresh(undefined, at(0), TTL_MS)).toBe(false);
    expect(isFresh(at(0), at(7_999), TTL_MS)).toBe(true);
    expect(isFresh(at(0), at(8_000), TTL_MS)).toBe(false);
    expect(isFresh(at(0), { ...at(100), wallMs: at(9_000).wallMs }, TTL_MS)).toBe(false);
    expect(isFresh(at(0), { ...at(9_000), wallMs: 0 }, TTL_MS)).toBe(false);
  });

  test('lets a node serve, and makes it release everything when it expires', () => {
    expect(nextLeaseStep(NO_LEASE, granted(0), at(5), TTL_MS)).toEqual({ lease: serving, action: 'serve' });
    expect(nextLeaseStep(serving, { kind: 'look' }, at(7_000), TTL_MS)).toEqual({ lease: serving });
    expect(nextLeaseStep(serving, { kind: 'look' }, at(8_000), TTL_MS)).toMatchObject({ action: 'let-go' });
  });

  test('that expired while a node was paused is released first, even if the answer to a renewal is waiting', () => {
    const woken = nextLeaseStep(serving, granted(60_000), at(60_001), TTL_MS);
    expect(woken).toEqual({ lease: { grantedAt: at(60_000), isServing: false }, action: 'let-go' });
    expect(nextLeaseStep(woken.lease, { kind: 'look' }, at(60_002), TTL_MS)).toMatchObject({ action: 'serve' });
  });

  test('is not extended by a late answer', () => {
    const { lease } = nextLeaseStep({ grantedAt: at(5_000), isServing: true }, granted(2_000), at(6_000), TTL_MS);
    expect(lease.grantedAt).toEqual(at(5_000));
    expect(nextLeaseStep(NO_LEASE, granted(0), at(9_000), TTL_MS).lease.isServing).toBe(false);
  });
});

/** Takes the inputs one after the other. */
function after(...inputs: OwnershipInput[]): { ownership: Ownership; effects: OwnershipEffect[] } {
  let ownership = NOT_OURS;
  let effects: OwnershipEffect[] = [];
  for (const input of inputs) ({ ownership, effects } = nextOwnershipStep(ownership, input));
  return { ownership, effects };
}
const linked = (link: number): OwnershipInput => ({ kind: 'linked', link });
const taken = (link: number, epoch: number): OwnershipInput => ({ kind: 'taken', link, epoch });
const unlinked = (link: number): OwnershipInput => ({ kind: 'unlinked', link });
const outdated = (epoch: number): OwnershipInput => ({ kind: 'outdated', epoch });

describe('the ownership of a charge point', () => {
  test('begins with a link, of which nothing is read before its epoch is known', () => {
    expect(after(linked(1))).toEqual({
      ownership: { ...NOT_OURS, link: 1 },
      effects: [{ kind: 'take', link: 1 }],
    });
    expect(after(linked(1), taken(1, 5))).toEqual({
      ownership: { epoch: 5, link: 1, seen: 5, isLoaded: true },
      effects: [
        { kind: 'load', epoch: 5 },
        { kind: 'read', link: 1 },
        { kind: 'announce', epoch: 5 },
      ],
    });
  });

  test('remains when the link is lost, and so does the memory if the charge point returns without another owner in between', () => {
    const before = [linked(1), taken(1, 5), unlinked(1)];
    expect(after(...before).ownership).toEqual({ epoch: 5, link: undefined, seen: 5, isLoaded: true });
    const back = after(...before, linked(2), taken(2, 6));
    expect(back.effects).toEqual([
      { kind: 'read', link: 2 },
      { kind: 'announce', epoch: 6 },
    ]);
    expect(after(...before, linked(2), taken(2, 7)).effects[0]).toEqual({ kind: 'load', epoch: 7 });
  });

  test('belongs to the newer of two links, and an answer for the older one reads nothing', () => {
    expect(after(linked(1), linked(2)).effects).toEqual([
      { kind: 'close', link: 1 },
      { kind: 'take', link: 2 },
    ]);
    const { ownership, effects } = after(linked(1), linked(2), taken(1, 5));
    expect(ownership).toMatchObject({ link: 2, epoch: 5 });
    expect(effects).not.toContainEqual({ kind: 'read', link: 1 });
  });

  test('is given up if the sessions could not be read, until it is claimed again; late messages change nothing', () => {
    const notLoaded: OwnershipInput = { kind: 'not-loaded', epoch: 5 };
    const failed = after(linked(1), taken(1, 5), notLoaded);
    expect(failed).toEqual({
      ownership: { epoch: undefined, link: undefined, seen: 5, isLoaded: false },
      effects: [{ kind: 'close', link: 1 }, { kind: 'drop' }],
    });
    expect(after(linked(1), taken(1, 5), linked(2), taken(2, 6), notLoaded).ownership).toMatchObject({
      epoch: 6,
      link: 2,
    });
  });

  test('ends when another node takes it, with its link and memory', () => {
    const mine = [linked(1), taken(1, 5)];
    expect(after(...mine, outdated(6))).toEqual({
      ownership: { epoch: undefined, link: undefined, seen: 6, isLoaded: false },
      effects: [{ kind: 'close', link: 1 }, { kind: 'drop' }],
    });
    // Told twice, late, or of ourselves.
    for (const epoch of [4, 5]) expect(after(...mine, outdated(epoch)).effects).toEqual([]);
  });

  test('keeps a link without a known epoch when another node reports its own, and closes it if that one is newer', () => {
    const told = [linked(1), outdated(6)];
    expect(after(...told)).toMatchObject({ ownership: { link: 1 }, effects: [] });
    expect(after(...told, taken(1, 7)).ownership).toMatchObject({ epoch: 7, link: 1 });
    expect(after(...told, taken(1, 5))).toMatchObject({
      ownership: { epoch: undefined, link: undefined, seen: 6 },
      effects: [{ kind: 'close', link: 1 }],
    });
  });

  test('can be adopted without a link, but never over a newer one', () => {
    const adopted = after({ kind: 'adopted', epoch: 3 });
    expect(adopted.ownership).toEqual({ epoch: 3, link: undefined, seen: 3, isLoaded: true });
    expect(after(linked(1), taken(1, 5), { kind: 'adopted', epoch: 4 }).ownership.epoch).toBe(5);
  });

  test('ends with the lease, and a link that could not be taken is closed', () => {
    expect(after(linked(1), taken(1, 5), { kind: 'let-go' })).toEqual({
      ownership: { ...NOT_OURS, seen: 5 },
      effects: [{ kind: 'close', link: 1 }, { kind: 'drop' }],
    });
    expect(after(linked(1), { kind: 'not-taken', link: 1 }).effects).toEqual([{ kind: 'close', link: 1 }]);
  });

  test('with a smaller epoch may not write', () => {
    expect([mayWrite(5, 4), mayWrite(5, 5)]).toEqual([false, true]);
  });
});

describe('a request to the owner of a charge point', () => {
  const unsent = { isUnsent: true, isPatient: false };

  test('without a receiver or an answer ends a row that was not sent, and no other', () => {
    expect(requesterAction('no-responder', unsent)).toBe('give-up');
    expect(requesterAction('lost', unsent)).toBe('give-up');
    expect(requesterAction('lost', { ...unsent, isUnsent: false })).toBe('leave');
    expect(requesterAction('no-responder', { ...unsent, isPatient: true })).toBe('leave');
    expect(requesterAction('answered', unsent)).toBe('leave');
  });

  test('is sent once by the owner', () => {
    const owner = { isOwner: true, hasLink: true };
    expect(ownerAction({ isUnsent: true, isOverdue: false }, owner)).toBe('send');
    expect(ownerAction({ isUnsent: false, isOverdue: false }, owner)).toBe('tell');
    expect(ownerAction({ isUnsent: true, isOverdue: true }, owner)).toBe('decline');
    expect(ownerAction({ isUnsent: true, isOverdue: false }, { ...owner, hasLink: false })).toBe('decline');
    expect(ownerAction({ isUnsent: true, isOverdue: false }, { ...owner, isOwner: false })).toBe('decline');
  });

  test('that was sent by a node which lost the charge point is not waited for', () => {
    expect(isOrphaned({ isSent: true, epoch: 4 }, 5)).toBe(true);
    expect(isOrphaned({ isSent: true, epoch: 5 }, 5)).toBe(false);
    expect(isOrphaned({ isSent: false, epoch: 4 }, 5)).toBe(false);
  });
});
