import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { tagStatus, type Token } from '#modules/tokens/index.ts';

/** The facts about a tag in a list. */
export interface ListedTag {
  status: 'Accepted' | 'Blocked';
  /** UTC. */
  expiresAt?: string;
  parentIdTag?: string;
}
/** By idTag. */
export type ListedTags = Record<string, ListedTag>;

/** A token that may be in a list, with whether its driver's wallet pays for a charge. */
export interface Candidate {
  token: Token;
  isFunded: boolean;
}

/** How many tags a charge point takes, in total and in one message. */
export interface ListLimits {
  entries: number;
  entriesAtOnce: number;
}

/**
 * A card is accepted without a link for this long, as if it were presented (decision 38). Its entry is renewed after
 * half of that time.
 */
const CARD_TTL_MS = DAY_MS;
const RENEWED_BEFORE_MS = 12 * HOUR_MS;
/** A list that was rejected is sent again after these times. */
const RETRIES_MS = [0, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

/**
 * The tags that a charge point should hold: candidates in their order (the operator's own tags and funded cards) as far
 * as there is room, and tags that it holds and that are blocked now. A tag that it does not hold cannot charge without
 * a link.
 */
export function wantedTags(
  candidates: readonly Candidate[],
  held: ListedTags,
  { entries }: Pick<ListLimits, 'entries'>,
  now: Date,
): ListedTags {
  const good: [string, ListedTag][] = [];
  const blocked: [string, ListedTag][] = [];
  for (const { token, isFunded } of candidates) {
    const status = tagStatus(token, now);
    const before = held[token.idTag];
    if (status === 'Blocked' && before) blocked.push([token.idTag, { status, ...groupOf(token) }]);
    if (status !== 'Accepted' || !isFunded) continue;
    const expiresAt = endOf(token, before, now);
    good.push([token.idTag, { status, ...(expiresAt && { expiresAt }), ...groupOf(token) }]);
  }
  return Object.fromEntries([...good, ...blocked].slice(0, entries));
}

const groupOf = ({ parentIdTag }: Token) => (parentIdTag === null ? {} : { parentIdTag });

/** A card's expiry stays the same while it is valid long enough, so that lists do not change all day. */
function endOf({ driverId, expiresAt }: Token, before: ListedTag | undefined, now: Date): string | undefined {
  if (driverId === null) return expiresAt?.toISOString();
  const listedUntilMs = before?.expiresAt === undefined ? 0 : Date.parse(before.expiresAt);
  const isLong = listedUntilMs >= now.getTime() + RENEWED_BEFORE_MS && listedUntilMs <= now.getTime() + CARD_TTL_MS;
  const fundedUntilMs = isLong ? listedUntilMs : now.getTime() + CARD_TTL_MS;
  return new Date(Math.min(fundedUntilMs, expiresAt?.getTime() ?? Infinity)).toISOString();
}

/** The part of a list that one message carries. */
export interface ListPart {
  /** True if it replaces the whole list. */
  isWhole: boolean;
  /** Undefined for a tag to delete. */
  tags: [idTag: string, tag: ListedTag | undefined][];
  /** The list after it was accepted. */
  after: ListedTags;
}

/** The next update to send. Undefined if the list is right. Tags that may not charge any more come first. */
export function nextPart(
  { version, held }: { version: number; held: ListedTags },
  wanted: ListedTags,
  { entriesAtOnce }: Pick<ListLimits, 'entriesAtOnce'>,
): ListPart | undefined {
  const isWhole = version === 0;
  const from = isWhole ? {} : held;
  const changes: ListPart['tags'] = [
    ...Object.entries(wanted).filter(([tag, { status }]) => status === 'Blocked' && from[tag]?.status !== status),
    ...Object.keys(from).flatMap((tag): ListPart['tags'] => (wanted[tag] ? [] : [[tag, undefined]])),
    ...Object.entries(wanted).filter(([tag, one]) => one.status === 'Accepted' && !isSame(from[tag], one)),
  ];
  if (changes.length === 0 && !isWhole) return undefined;
  const tags = changes.slice(0, entriesAtOnce);
  const after = { ...from };
  for (const [tag, one] of tags)
    if (one) after[tag] = one;
    else delete after[tag];
  return { isWhole, tags, after };
}

function isSame(one: ListedTag | undefined, other: ListedTag): boolean {
  return one?.status === other.status && one.expiresAt === other.expiresAt && one.parentIdTag === other.parentIdTag;
}

/** When a list is sent again that was rejected this many times. */
export function retryAtAfter(failures: number, now: Date): Date {
  return new Date(now.getTime() + (RETRIES_MS[failures - 1] ?? RETRIES_MS.at(-1) ?? 0));
}
