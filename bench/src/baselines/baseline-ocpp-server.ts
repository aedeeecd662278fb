import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocketServer, type WebSocket } from 'ws';

/**
 * The floor for OCPP frames on this machine: nothing is stored. As `answer` the server parses and answers each call. As
 * `relay` it also passes the frame to the listeners of that charge point at `/listen/{id}`.
 */
const LISTEN = '/listen';
const lines = createInterface({ input: process.stdin });
const { job } = JSON.parse(String((await once(lines, 'line'))[0])) as { job: 'answer' | 'relay' };
lines.on('close', () => process.exit());

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
const listeners = new Map<string, WebSocket>();

server.on('connection', (socket, { url = '' }) => {
  if (url.startsWith(LISTEN)) return void listeners.set(url.slice(LISTEN.length), socket);
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    const [, id, action] = JSON.parse(text) as [number, string, string];
    if (job === 'relay') listeners.get(url)?.send(text);
    socket.send(JSON.stringify([3, id, action === 'Heartbeat' ? { currentTime: new Date().toISOString() } : {}]));
  });
});
await once(server, 'listening');
console.log(JSON.stringify({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }));
