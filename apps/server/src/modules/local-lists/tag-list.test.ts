import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Token } from '#modules/tokens/index.ts';
import { nextPart, retryAtAfter, wantedTags, type Candidate, type ListedTags } from './tag-list.ts';

const now = new Date('2026-11-20T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

function candidate(idTag: string, more: Partial<Token> & { isFunded?: boolean } = {}): Candidate {
  const { isFunded = true, ...token } = more;
  const usual = {
    driverId: null,
    label: 'van',
    createdAt: later(-DAY_MS),
    blockedAt: null,
    isBlockedByDriver: false,
    removedAt: null,
    expiresAt: null,
    parentIdTag: null,
    isShared: false,
  };
  return { token: { idTag, ...usual, ...token }, isFunded };
}
const wanted = (candidates: Candidate[], held: ListedTags = {}, entries = 100) =>
  wantedTags(candidates, held, { entries }, now);

test('a list has the operator’s tags, and paid cards for a day at most [OCPP-24]', () => {
  const list = [
    candidate('VAN'),
    candidate('GUEST', { expiresAt: later(HOUR_MS) }),
    candidate('GONE', { expiresAt: later(-1) }),
    candidate('LOST', { blockedAt: later(-1) }),
    candidate('CARD', { driverId: 1, parentIdTag: 'D-1' }),
    candidate('POOR', { driverId: 2, isFunded: false }),
    candidate('SHORT', { driverId: 3, expiresAt: later(MINUTE_MS) }),
  ];
  expect(wanted(list)).toEqual({
    VAN: { status: 'Accepted' },
    GUEST: { status: 'Accepted', expiresAt: later(HOUR_MS).toISOString() },
    CARD: { status: 'Accepted', expiresAt: later(DAY_MS).toISOString(), parentIdTag: 'D-1' },
    SHORT: { status: 'Accepted', expiresAt: later(MINUTE_MS).toISOString() },
  });
  expect(Object.keys(wanted(list, {}, 2))).toEqual(['VAN', 'GUEST']);
});

test.each([
  [13 * HOUR_MS, 13 * HOUR_MS],
  [11 * HOUR_MS, DAY_MS],
  [-HOUR_MS, DAY_MS],
  [30 * HOUR_MS, DAY_MS],
])('a card that was sent as valid for %i ms is sent %i ms [OCPP-24]', (told, tells) => {
  const held = { CARD: { status: 'Accepted', expiresAt: later(told).toISOString() } } as const;
  expect(wanted([candidate('CARD', { driverId: 1 })], held)['CARD']?.expiresAt).toBe(later(tells).toISOString());
});

test('a tag of the list that is blocked now is sent as blocked, before all others [OCPP-24]', () => {
  const held: ListedTags = { OLD: { status: 'Accepted' }, LOST: { status: 'Accepted' }, VAN: { status: 'Accepted' } };
  const list = [candidate('NEW'), candidate('VAN'), candidate('LOST', { blockedAt: later(-1) })];
  const part = nextPart({ version: 3, held }, wanted(list, held), { entriesAtOnce: 10 });
  expect(part).toEqual({
    isWhole: false,
    tags: [
      ['LOST', { status: 'Blocked' }],
      ['OLD', undefined],
      ['NEW', { status: 'Accepted' }],
    ],
    after: { LOST: { status: 'Blocked' }, NEW: { status: 'Accepted' }, VAN: { status: 'Accepted' } },
  });
});

test('a list that is too long for one message is sent in full first and then by updates, until it is complete [OCPP-24]', () => {
  const all = wanted(['A', 'B', 'C', 'D', 'E'].map((tag) => candidate(tag)));
  const sent: [boolean, string[]][] = [];
  let list = { version: 0, held: {} as ListedTags };
  for (;;) {
    const part = nextPart(list, all, { entriesAtOnce: 2 });
    if (!part) break;
    sent.push([part.isWhole, part.tags.map(([tag]) => tag)]);
    list = { version: list.version + 1, held: part.after };
  }
  expect(sent).toEqual([
    [true, ['A', 'B']],
    [false, ['C', 'D']],
    [false, ['E']],
  ]);
  expect(list.held).toEqual(all);
  expect(nextPart({ version: 0, held: {} }, {}, { entriesAtOnce: 2 })).toMatchObject({ isWhole: true, tags: [] });
});

test('a list that is not accepted is sent again at once, and then at growing intervals', () => {
  const minutes = [1, 2, 3, 4, 5, 6].map(
    (failures) => (retryAtAfter(failures, now).getTime() - now.getTime()) / MINUTE_MS,
  );
  expect(minutes).toEqual([0, 1, 10, 60, 360, 360]);
});
