import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/**
 * Opens a Unix socket that takes orders. Its folder's permissions decide who can connect. Each order is a line of JSON,
 * answered by `{"done":true}` or `{"problem":"…"}`. A socket that another process left at the path is removed.
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
