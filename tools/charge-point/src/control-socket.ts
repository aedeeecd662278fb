import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Takes orders at a socket of the file system, which only who may write there can reach: a line of JSON each, answered by
 * `{"done":true}` or `{"problem":"…"}`. What another process has left at the path is removed.
 */
export async function openControlSocket(path: string, handleOrder: (order: unknown) => void): Promise<void> {
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    createInterface({ input: socket }).on('line', (line) =>
      socket.write(`${JSON.stringify(answerTo(line, handleOrder))}\n`),
    );
  });
  server.listen(path);
  await once(server, 'listening');
}

function answerTo(line: string, handleOrder: (order: unknown) => void): object {
  try {
    handleOrder(JSON.parse(line));
    return { done: true };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
