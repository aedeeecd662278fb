import { io, type Socket } from 'socket.io-client';
import { SOCKET_OPTIONS } from '@bijli/contract/realtime';
import { atEnd } from './at-end.ts';

/** A driver's screen on the socket. It keeps every event that it receives. */
export interface LiveSocket {
  socket: Socket;
  events: { name: string; payload: unknown; at: number }[];
  /** Settles with the first event of this name whose payload passes, whether it has arrived or is still to come. */
  next<T>(name: string, passes?: (payload: T) => boolean): Promise<T>;
}

export async function liveSocket(url: string, token: string, language = 'en'): Promise<LiveSocket> {
  const socket = io(url, { ...SOCKET_OPTIONS, auth: { token, language }, forceNew: true });
  const events: LiveSocket['events'] = [];
  const listeners = new Set<() => void>();
  socket.onAny((name: string, payload: unknown) => {
    events.push({ name, payload, at: performance.now() });
    for (const checkOne of listeners) checkOne();
  });
  atEnd(() => void socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error) => reject(error));
  });
  return {
    socket,
    events,
    next<T>(name: string, passes: (payload: T) => boolean = () => true) {
      return new Promise<T>((resolve) => {
        const checkOne = (): void => {
          const found = events.find((event) => event.name === name && passes(event.payload as T));
          if (!found) return;
          listeners.delete(checkOne);
          resolve(found.payload as T);
        };
        listeners.add(checkOne);
        checkOne();
      });
    },
  };
}
