import type { Tx } from '#db/database.ts';
import { listUsedAt } from './local-lists.store.ts';
import type { Candidate, ListLimits } from './tag-list.ts';

/** Tags that have charged there come first if there is not room for all. */
export async function sortCandidates(
  tx: Tx,
  chargePointId: string,
  candidates: readonly Candidate[],
  { entries }: ListLimits,
): Promise<readonly Candidate[]> {
  if (candidates.length <= entries) return candidates;
  const tags = candidates.map(({ token }) => token.idTag);
  const used = await listUsedAt(tx, chargePointId, tags);
  const isOthers = ({ token }: Candidate) => Number(token.driverId !== null && !used.has(token.idTag));
  return candidates.toSorted((one, other) => isOthers(one) - isOthers(other));
}
