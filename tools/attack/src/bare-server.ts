import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server in a process of its own that only answers. How long it lets the honest driver wait is what this machine
 * costs in the same seconds. It sends its address to its parent, and ends with it.
 */
const server = createServer((_request, response) => response.end('ok'));
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
