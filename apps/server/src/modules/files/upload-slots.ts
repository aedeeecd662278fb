import { refuse } from './files.refusals.ts';

/** A second try may come while the first one hangs. */
const MAX_OF_ADDRESS = 2;
const MAX_OF_OWNER = 4;
/** Share of the total that one owner may use, so that others are not kept out. */
const SHARE_OF_OWNER = 1 / 4;

/** An upload to one URL. */
export interface UploadSlot {
  /** Reserves room for what has arrived. Throws files_no_room. */
  grow(toBytes: number): void;
  leave(): void;
}

/** Bytes that have arrived and are not stored yet, in total or of one owner. */
interface Room {
  bytes: number;
  maxBytes: number;
}

/**
 * Limits concurrent uploads and the bytes that they hold on this machine's disk until they are stored, so that nobody
 * with a URL fills the disk. Announced sizes are not counted, because the data may never come.
 */
export function createUploadSlots({ maxBytes, maxFileBytes }: { maxBytes: number; maxFileBytes: number }) {
  const atAddress = new Map<string, number>();
  const owners = new Map<string, Room & { files: number }>();
  const all: Room = { bytes: 0, maxBytes };
  // Even the largest file can be tried again while its first upload hangs.
  const maxOfOwner = Math.max(maxBytes * SHARE_OF_OWNER, MAX_OF_ADDRESS * maxFileBytes);

  function checkRoom(rooms: readonly Room[], more: number): void {
    if (rooms.some((room) => room.bytes + more > room.maxBytes)) refuse('files_no_room');
  }

  return {
    /** The owner is the charge point or the firmware that the file belongs to. Throws file_coming, files_no_room. */
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
