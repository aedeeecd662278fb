import { refuse } from './files.failures.ts';

/** A second try while the first, which hangs, is not given up yet. */
const MAX_OF_ADDRESS = 2;
const MAX_OF_OWNER = 4;
/** Of all the room: one owner does not keep the others out. */
const SHARE_OF_OWNER = 1 / 4;

/** What is on its way to one address. */
export interface UploadSlot {
  /** Takes room for what has come. Throws files_no_room. */
  grow(toBytes: number): void;
  leave(): void;
}

/** What has come and not left, of one or of all. */
interface Room {
  bytes: number;
  maxBytes: number;
}

/**
 * What comes at a time, and how much of it lies on this machine's disk until the store has it: nobody who has an address fills the
 * disk. What is announced takes no room, since it may never come.
 */
export function createUploadSlots({ maxBytes, maxFileBytes }: { maxBytes: number; maxFileBytes: number }) {
  const atAddress = new Map<string, number>();
  const owners = new Map<string, Room & { files: number }>();
  const all: Room = { bytes: 0, maxBytes };
  // Also the largest file is tried again while the first try of it hangs.
  const maxOfOwner = Math.max(maxBytes * SHARE_OF_OWNER, MAX_OF_ADDRESS * maxFileBytes);

  function checkRoom(rooms: readonly Room[], more: number): void {
    if (rooms.some((room) => room.bytes + more > room.maxBytes)) refuse('files_no_room');
  }

  return {
    /** The owner is the charge point or the firmware that it is of. Throws file_coming, files_no_room. */
    enter({ address, owner, announced }: { address: string; owner: string; announced: number }): UploadSlot {
      const ofAddress = atAddress.get(address) ?? 0;
      const ofOwner = owners.get(owner) ?? { bytes: 0, maxBytes: maxOfOwner, files: 0 };
      if (ofAddress >= MAX_OF_ADDRESS || ofOwner.files >= MAX_OF_OWNER) refuse('file_coming');
      const rooms = [all, ofOwner];
      checkRoom(rooms, announced);
      atAddress.set(address, ofAddress + 1);
      ofOwner.files += 1;
      owners.set(owner, ofOwner);
      let taken = 0;
      let isGone = false;
      function take(more: number): void {
        for (const room of rooms) room.bytes += more;
        taken += more;
      }
      return {
        grow(toBytes) {
          const more = Math.max(0, toBytes - taken);
          checkRoom(rooms, more);
          take(more);
        },
        leave() {
          if (isGone) return;
          isGone = true;
          take(-taken);
          ofOwner.files -= 1;
          if (ofOwner.files === 0) owners.delete(owner);
          const left = (atAddress.get(address) ?? 0) - 1;
          if (left > 0) atAddress.set(address, left);
          else atAddress.delete(address);
        },
      };
    },
  };
}
