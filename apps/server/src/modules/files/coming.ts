import { refuse } from './files.failures.ts';

/** A second try while the first, which hangs, is not given up yet. */
const MAX_OF_ADDRESS = 2;
const MAX_OF_OWNER = 4;

/** What is on its way to one address. */
export interface Place {
  /** Room for what is more than was announced. Throws files_no_room. */
  grow(toBytes: number): void;
  leave(): void;
}

/**
 * What comes at a time, and how much of it lies on this machine's disk until the store has it: nobody who has an address fills the
 * disk.
 */
export function createComing(maxBytes: number) {
  const atOnce = new Map<string, number>();
  let waitingBytes = 0;

  const isFull = (key: string, most: number): boolean => (atOnce.get(key) ?? 0) >= most;
  function count(key: string, change: 1 | -1): void {
    const left = (atOnce.get(key) ?? 0) + change;
    if (left > 0) atOnce.set(key, left);
    else atOnce.delete(key);
  }

  return {
    /** The owner is the charge point or the firmware that it is of. Throws file_coming, files_no_room. */
    enter({ address, owner, bytes }: { address: string; owner: string; bytes: number }): Place {
      const places = [`address ${address}`, `owner ${owner}`] as const;
      if (isFull(places[0], MAX_OF_ADDRESS) || isFull(places[1], MAX_OF_OWNER)) refuse('file_coming');
      let taken = 0;
      function grow(toBytes: number): void {
        const more = Math.max(0, toBytes - taken);
        if (waitingBytes + more > maxBytes) refuse('files_no_room');
        waitingBytes += more;
        taken += more;
      }
      grow(bytes);
      for (const place of places) count(place, 1);
      let isGone = false;
      return {
        grow,
        leave() {
          if (isGone) return;
          isGone = true;
          waitingBytes -= taken;
          for (const place of places) count(place, -1);
        },
      };
    },
  };
}
