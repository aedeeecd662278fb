/**
 * The owner of a charge point is the node in its row of `charger_links`. A new link takes the ownership. A session
 * without a link is adopted once its owner's lease has run out. Each takeover raises the epoch by one, and writes with
 * a smaller epoch are refused.
 */
export interface Ownership {
  /** The epoch with which this node writes. Undefined while it is not the owner, or while a new link is being taken. */
  epoch: number | undefined;
  /** The link at this node. */
  link: number | undefined;
  /** The highest known epoch, of any node. */
  seen: number;
  /** True if memory has the sessions of the charge point. */
  isLoaded: boolean;
}

export const NOT_OURS: Ownership = { epoch: undefined, link: undefined, seen: 0, isLoaded: false };

export type OwnershipInput =
  /** A charge point has connected. The node numbers its links. */
  | { kind: 'linked'; link: number }
  /** The database has given the link its epoch. */
  | { kind: 'taken'; link: number; epoch: number }
  /** The database could not be asked, or its answer was lost. */
  | { kind: 'not-taken'; link: number }
  | { kind: 'unlinked'; link: number }
  /** The job has claimed a charge point whose owner's lease had run out. */
  | { kind: 'adopted'; epoch: number }
  /** The sessions of the charge point could not be loaded. */
  | { kind: 'not-loaded'; epoch: number }
  /** Another node says that it has taken the charge point, or the database has refused a write for it. */
  | { kind: 'outdated'; epoch: number }
  /** The lease has run out, or the node is ending. */
  | { kind: 'let-go' };

export type OwnershipEffect =
  /** Ask the database for `epoch + 1`, for this link. Nothing of the link is read before. */
  | { kind: 'take'; link: number }
  | { kind: 'close'; link: number }
  /** Begin to read messages of the link. */
  | { kind: 'read'; link: number }
  /** Load the charge point's sessions from the database. */
  | { kind: 'load'; epoch: number }
  /** Forget the charge point's sessions. */
  | { kind: 'drop' }
  /** Tell all nodes. */
  | { kind: 'announce'; epoch: number };

export interface OwnershipStep {
  ownership: Ownership;
  effects: OwnershipEffect[];
}

export function nextOwnershipStep(before: Ownership, input: OwnershipInput): OwnershipStep {
  switch (input.kind) {
    case 'linked': {
      const { link } = input;
      return {
        ownership: { ...before, epoch: undefined, link },
        effects: [...closing(before), { kind: 'take', link }],
      };
    }
    case 'taken':
      return taken(before, input);
    case 'not-taken':
      return input.link === before.link
        ? { ownership: { ...before, link: undefined }, effects: [{ kind: 'close', link: input.link }] }
        : unchanged(before);
    case 'unlinked':
      return input.link === before.link
        ? { ownership: { ...before, link: undefined }, effects: [] }
        : unchanged(before);
    case 'adopted':
      return input.epoch > before.seen ? owned(before, input.epoch, []) : unchanged(before);
    case 'not-loaded':
      return input.epoch === before.epoch
        ? {
            ownership: { ...before, epoch: undefined, link: undefined, isLoaded: false },
            effects: [...closing(before), ...dropping(before)],
          }
        : unchanged(before);
    case 'outdated':
      return outdated(before, input.epoch);
    case 'let-go': {
      const { seen } = before;
      return { ownership: { ...NOT_OURS, seen }, effects: [...closing(before), ...dropping(before)] };
    }
  }
}

/** True if a write with `epoch` is allowed when the row has `current`. */
export function mayWrite(current: number, epoch: number): boolean {
  return epoch >= current;
}

function taken(before: Ownership, { link, epoch }: { link: number; epoch: number }): OwnershipStep {
  const isCurrent = link === before.link;
  if (epoch > before.seen) return owned(before, epoch, isCurrent ? [{ kind: 'read', link }] : []);
  // Another node has taken the charge point since, and we learned that before this answer.
  if (!isCurrent) return unchanged(before);
  return {
    ownership: { ...before, epoch: undefined, link: undefined, isLoaded: false },
    effects: [{ kind: 'close', link }, ...dropping(before)],
  };
}

/** The memory about a charge point stays valid only if nobody else has owned it in between. */
function owned(before: Ownership, epoch: number, then: OwnershipEffect[]): OwnershipStep {
  const isLoaded = before.isLoaded && epoch === before.seen + 1;
  return {
    ownership: { ...before, epoch, seen: epoch, isLoaded: true },
    effects: [...(isLoaded ? [] : [{ kind: 'load', epoch } as const]), ...then, { kind: 'announce', epoch }],
  };
}

function outdated(before: Ownership, epoch: number): OwnershipStep {
  if (epoch <= before.seen) return unchanged(before);
  // A link whose epoch is not known yet may be newer than the one reported.
  const isBeingTaken = before.link !== undefined && before.epoch === undefined;
  return {
    ownership: { epoch: undefined, link: isBeingTaken ? before.link : undefined, seen: epoch, isLoaded: false },
    effects: [...(isBeingTaken ? [] : closing(before)), ...dropping(before)],
  };
}

const unchanged = (ownership: Ownership): OwnershipStep => ({ ownership, effects: [] });
const closing = ({ link }: Ownership): OwnershipEffect[] => (link === undefined ? [] : [{ kind: 'close', link }]);
const dropping = ({ isLoaded }: Ownership): OwnershipEffect[] => (isLoaded ? [{ kind: 'drop' }] : []);
