import type { Socket } from 'socket.io';
import type { Clock } from '#kernel/clock.ts';
import { TokenBucket, type Rate } from '#kernel/token-bucket.ts';

/** The WebSocket below a driver's socket, as engine.io shows it. */
type Connection = Socket['conn'];

/** Many times what a page may send at once after a long time offline. */
const PACKETS: Rate = { burst: 600, perSecond: 20 };
/** A client sends one greeting and then waits for the answer. */
const BEFORE_SIGN_IN = 5;
/** Packets that wait for a client who does not read. */
const MAX_UNREAD = 200;

type Abuse = 'too many messages' | 'too many messages before sign-in' | 'does not read';

/**
 * Counts all packets of one connection and closes it if there are too many. It works below the events, so malformed
 * packets count too. Call the returned function with the driver who has signed in.
 */
export function guardConnection(
  connection: Connection,
  clock: Clock,
  cutFor: (abuse: Abuse, driverId: number | undefined) => void,
): (driverId: number) => void {
  const packets = new TokenBucket(PACKETS, clock);
  let before = BEFORE_SIGN_IN;
  let driverId: number | undefined;
  let unread = 0;
  let isCut = false;

  function cut(abuse: Abuse): void {
    if (isCut) return;
    isCut = true;
    // A polite end would wait for what is still to be sent and read on until the other side agrees.
    connection.close(true);
    connection.request.socket.destroy();
    cutFor(abuse, driverId);
  }

  // Whatever goes wrong on a connection ends that connection, which engine.io does.
  connection.on('error', () => undefined);
  connection.on('packet', () => {
    if (driverId !== undefined) return packets.take() ? undefined : cut('too many messages');
    before -= 1;
    return before >= 0 ? undefined : cut('too many messages before sign-in');
  });
  connection.on('packetCreate', () => {
    unread += 1;
    if (unread > MAX_UNREAD) cut('does not read');
  });
  connection.on('flush', () => {
    unread = 0;
  });
  return (driver) => {
    driverId = driver;
  };
}
