/**
 * Whole minutes that a charge still needs, from the battery percentage alone, as the specification fixes it: 20 s for
 * each percent up to 90 %, and 100 s for each percent of the whole remainder.
 */
export function minutesLeft(soc: number): number {
  const slow = (20 * (100 - soc) * 5) / 60;
  const fast = soc <= 90 ? (20 * (90 - soc)) / 60 : 0;
  return Math.round(fast + slow);
}
