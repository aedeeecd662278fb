import type { Socket } from 'socket.io';
import type { Authenticate } from '#http/caller.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { inWorkload } from '#kernel/workload.ts';

type Next = (refusal?: Error) => void;

export interface SocketSignInOptions {
  authenticate: Authenticate;
  /** True if the driver may open one more connection now. */
  mayConnect: (driverId: number) => boolean;
  /** Takes who signed in. */
  welcome: (socket: Socket, driverId: number, token: string) => void;
  logSampled: SampledLog;
}

/** Signs a socket in by a driver's token, one attempt of a connection at a time, so that each packet is one look-up. */
export function createSocketSignIn({ authenticate, mayConnect, welcome, logSampled }: SocketSignInOptions) {
  const underWay = new WeakSet<Socket['conn']>();

  async function answer(socket: Socket, token: string, next: Next): Promise<void> {
    const driver = token === '' ? undefined : await inWorkload('sockets', () => authenticate(token));
    if (!driver) return next(new Error('signed_out'));
    const { driverId } = driver;
    if (!mayConnect(driverId)) {
      const message = 'a driver connects too often; the connection is refused';
      logSampled('info', { event: 'socket.connects_limited', message, facts: { driverId }, by: String(driverId) });
      return leave(socket, next, 'too_many_requests');
    }
    welcome(socket, driverId, token);
    next();
  }

  return (socket: Socket, next: Next): void => {
    const { conn } = socket;
    if (underWay.has(conn)) return leave(socket, next, 'already_signing_in');
    underWay.add(conn);
    const token: unknown = socket.handshake.auth['token'];
    answer(socket, typeof token === 'string' ? token : '', next)
      .catch((error: unknown) => {
        logSampled('error', {
          event: 'socket.sign_in_failed',
          message: 'a socket could not be signed in',
          facts: { error },
        });
        leave(socket, next, 'unavailable');
      })
      .finally(() => underWay.delete(conn));
  };
}

/** After an error message the client never reconnects. After a plain close it tries again by itself. */
function leave(socket: Socket, next: Next, reason: string): void {
  socket.conn.close();
  next(new Error(reason));
}
