/** Names in PostgreSQL's log (WAL): segments such as `000000010000000A000000FE`, and the history of a timeline. */
const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^([0-9A-F]{8})\.history$/;
/** Segments of 16 MB in the middle part of a name, the default of initdb. */
const SEGMENTS_APART = 256n;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

export function isHistory(name: string): boolean {
  return HISTORY.test(name);
}

export function timelineOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}

/** The position of a segment in the log, on any timeline. */
export function segmentNumber(segment: string): bigint {
  return BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_APART + BigInt(`0x${segment.slice(16)}`);
}

/** The first missing segment between a segment and the last one. */
export function firstMissingSegment(segments: readonly string[], from: string): bigint | undefined {
  const there = new Set(segments.map(segmentNumber));
  const last = [...there].reduce((most, one) => (one > most ? one : most), segmentNumber(from));
  for (let at = segmentNumber(from); at <= last; at += 1n) if (!there.has(at)) return at;
  return undefined;
}

/** The name of the segment at this position, on the timeline of the one before it. */
export function segmentNameAt(at: bigint, segments: readonly string[]): string {
  const before = segments.find((one) => segmentNumber(one) === at - 1n) ?? segments[0] ?? '';
  const part = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0');
  return before.slice(0, 8) + part(at / SEGMENTS_APART) + part(at % SEGMENTS_APART);
}

/** A position such as `0/2000158`. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Up to which position each earlier timeline belongs to this one, by its history file. */
export function parseHistory(text: string): Map<number, bigint> {
  const lines = text.split('\n').map((line) => /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line));
  return new Map(lines.flatMap((line) => (line ? [[Number(line[1]), positionOf(line[2] ?? '')] as const] : [])));
}
