import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { currentWorkload } from '#kernel/workload.ts';
import { testServer } from '#testing/server.ts';
import { FILES_PATH } from '../pages/file-path.ts';

/** More than Node adds to what is allowed between two requests. */
const FILE_MS = 4_000;
/** As a server's, but sooner. */
const app = await testServer({
  timeouts: { headersMs: 200, requestMs: 400, fileMs: FILE_MS, idleMs: 600, keepAliveMs: 300, checkMs: 50 },
});
const limit = { config: { limit: 'write' as const } };
app.post('/', limit, async () => ({ workload: currentWorkload() }));
app.post(`${FILES_PATH}/slow`, limit, async () => ({}));
const [isThere, isStored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
app.post(`${FILES_PATH}/stored`, limit, async () => {
  isThere.resolve();
  await isStored.promise;
  return {};
});
app.get('/never', limit, () => new Promise(() => {}));
const sockets = new WebSocketServer({ noServer: true });
sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
app.server.on('upgrade', (request, socket, head) => {
  sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request));
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

/** Says something, and gives all that is said back until the connection ends. */
async function answerTo(said: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  socket.write(said);
  await once(socket, 'close');
  return heard;
}

test('a caller who sends a request too slowly is told so and cut off; an upgraded socket stays open [OPS-12]', async () => {
  const screen = new WebSocket(`ws://127.0.0.1:${port}/live`);
  await once(screen, 'open');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
  const [slowBody, slowHead, silent, idle] = await Promise.all([
    answerTo(`${head}{`),
    answerTo('GET / HTTP/1.1\r\nHost: '),
    answerTo(''),
    answerTo('GET /never HTTP/1.1\r\nHost: x\r\n\r\n'),
  ]);
  for (const answer of [slowBody, slowHead, silent]) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      success: false,
      message: 'That could not be understood: it came too slowly',
      code: 'bad_request',
    });
  }
  expect(idle).toBe('');
  screen.send('still here');
  const [echo] = (await once(screen, 'message')) as [Buffer];
  expect(echo.toString()).toBe('still here');
  screen.close();
});

test('a file may take longer to arrive than another request', async () => {
  const said = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{`;
  const file = connect(port, '127.0.0.1');
  file.write(said(`${FILES_PATH}/slow`));
  const answered = text(file);
  expect(await answerTo(said('/'))).toMatch(/^HTTP\/1\.1 408 /);
  file.write('}');
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
});

test('after uploading a file a caller waits until it is stored, longer than for other answers', async () => {
  const socket = connect(port, '127.0.0.1');
  const head = `POST ${FILES_PATH}/stored HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 2\r\nConnection: close\r\n\r\n{}`);
  const answered = text(socket);
  await isThere.promise;
  // It is silent for longer than this one, which is cut off.
  expect(await answerTo('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
  isStored.resolve();
  expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['no body', ''],
  ['a body that nobody reads', 'Content-Length: 1\r\n\r\nx'],
])('a caller who requests a file with %s and falls silent is cut off as between any two requests', async (_, rest) => {
  const from = performance.now();
  expect(await answerTo(`GET ${FILES_PATH}/none HTTP/1.1\r\nHost: x\r\n${rest || '\r\n'}`)).toMatch(/^HTTP\/1\.1 404 /);
  expect(performance.now() - from).toBeLessThan(FILE_MS);
});

test('invalid HTTP gets the common error body', async () => {
  const answer = await answerTo('HELO charge.example\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: 'bad_request' });
});

test('a request with several Host headers is refused, and its connection is closed', async () => {
  const answer = await answerTo('POST / HTTP/1.1\r\nHost: a\r\nhost: b\r\nContent-Length: 0\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain('it names several hosts');
});

test('a request is served correctly after its body was read', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ long: 'x'.repeat(100_000) }),
  });
  expect(await answer.json()).toEqual({ workload: 'http' });
});
