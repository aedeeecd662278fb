import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './caller.ts';
import { Turns } from '#kernel/turns.ts';

/**
 * Lets HTTP read each address's new connections one by one, with a rest between while more of them wait, so that whoever opens
 * many at a moment, each with many requests, holds up nobody for longer than reading one takes. Proxies bring others: theirs
 * are read at once.
 */
export function readOneByOne(server: Server, isProxy: (peer: string) => boolean): void {
  const [read] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  const turns = new Turns(1);

  function begin(socket: Socket): void {
    socket.off('error', ignore);
    // A server that is closed would keep it.
    if (server.listening && !socket.destroyed) read.call(server, socket);
    else socket.destroy();
  }

  server.off('connection', read);
  server.on('connection', (socket: Socket) => {
    if (socket.destroyed) return;
    const peer = socket.remoteAddress ?? '';
    if (isProxy(peer)) return read.call(server, socket);
    // Until HTTP listens to it.
    socket.on('error', ignore);
    turns.take(networkOf(peer), socket, (turn) => {
      begin(socket);
      setImmediate(() => turn.end?.());
    });
  });
}

function ignore(): void {}
