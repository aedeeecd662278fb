import { once } from 'node:events';
import { WebSocket } from 'ws';
import { memoryMb } from './processes.ts';

export interface ProcessMemory {
  /** Memory of the process, in MB. */
  heldMb: number;
  /** The part of it that JavaScript uses, with its buffers, in MB. */
  usedMb: number;
}

interface InspectorAnswer {
  id?: number;
  result?: { result?: { value?: unknown } };
}

/**
 * Memory of a process after garbage collection, by the inspector on this port. What links that have ended left over is
 * not counted.
 */
export async function memoryAfterCollection(pid: number, port: number): Promise<ProcessMemory> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  if (!target) throw new Error(`Nothing can be inspected at port ${port}.`);
  const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false });
  await once(socket, 'open');
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const { id, result } = JSON.parse(data.toString()) as InspectorAnswer;
      if (id === 1) return result?.result?.value;
    }
  };
  // The first collection finalises objects, and the second frees them.
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => (heapUsed + external) / 1e6)(process.memoryUsage())';
  const usedMb = Number(await ask('Runtime.evaluate', { expression, returnByValue: true }));
  socket.close();
  await once(socket, 'close');
  return { heldMb: memoryMb(pid) ?? Number.NaN, usedMb };
}
