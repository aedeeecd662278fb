import { expect, test, vi } from 'vitest';
import { hasNodePrograms, startNodeStack, type NodeStackOptions } from './node-stack.ts';
import { dataFolder, PATIENCE } from './testing.ts';

const options = (change: Partial<NodeStackOptions>): NodeStackOptions => ({
  port: 0,
  host: '127.0.0.1',
  dataDir: dataFolder(),
  fleet: 'none',
  nodes: 2,
  onStep: () => undefined,
  ...change,
});

test('a demo of several nodes has two or three, and names missing system programs', async () => {
  await expect(startNodeStack(options({ nodes: 1 }))).rejects.toThrow('--nodes takes 2 or 3.');
  vi.stubEnv('PATH', '/nowhere');
  await expect(startNodeStack(options({}))).rejects.toThrow(
    'Several nodes need nats-server and haproxy of the system: sudo apt-get install nats-server haproxy',
  );
  vi.unstubAllEnvs();
});

test.skipIf(!process.env['NODES_KILLED'] || !hasNodePrograms)(
  'a killed node of the demo comes back, and the others answer meanwhile',
  { timeout: 180_000 },
  async () => {
    const steps: string[] = [];
    const stack = await startNodeStack(options({ onStep: (step) => void steps.push(step) }));
    try {
      const [first] = stack.nodes();
      if (!first) throw new Error('There is no node.');
      process.kill(first.pid, 'SIGKILL');
      await vi.waitUntil(() => steps.some((step) => step.includes('ended (SIGKILL)')), PATIENCE);
      await vi.waitUntil(async () => (await fetch(`${stack.url}/demo/messages`)).status === 200, PATIENCE);
      await vi.waitUntil(() => stack.nodes().length === 2, PATIENCE);
      expect(steps.at(-1)).toContain('is back');
      expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
    } finally {
      await stack.stop();
    }
  },
);
