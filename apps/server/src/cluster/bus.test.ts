import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { systemClock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { atEnd } from '#testing/at-end.ts';
import { eventually } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { createBus, question, subject, type Bus } from './bus.ts';
import { createInProcessTransports } from './in-process-transport.ts';
import { openNatsTransport } from './nats-transport.ts';
import type { BusTransport } from './transport.ts';

const greeting = subject('test-greeting', z.object({ text: z.string() }));
const sum = question('test-sum', { request: z.object({ a: z.number(), b: z.number() }), answer: z.number() });

/** What every transport has to do, by two nodes on it. */
function keeps(name: string, isThere: boolean, open: () => Promise<() => BusTransport>): void {
  async function pair(): Promise<[Bus, Bus]> {
    const transport = await open();
    const both = [createBus(transport(), 'one', testLog), createBus(transport(), 'two', testLog)] as const;
    atEnd(async () => void (await Promise.all(both.map((bus) => bus.close()))));
    await eventually(async () => {
      for (const bus of both) expect(bus.problem()).toBe(undefined);
    });
    return [...both];
  }

  test.skipIf(!isThere)(
    `${name}: nodes receive what others send on their topics, and nothing of their own`,
    async () => {
      const [one, other] = await pair();
      const heard: unknown[] = [];
      const arrived = Promise.withResolvers<void>();
      one.subscribe(greeting, () => heard.push('own'));
      one.answer(sum, 'one.x', async ({ a, b }) => a + b);
      const end = other.subscribe(greeting, () => heard.push('ended'));
      end();
      other.subscribe(greeting, ({ text }, from) => heard.push({ text, from }), 'key with a . in it');
      other.subscribe(greeting, ({ text }) => text === 'last' && arrived.resolve());
      // An answer comes behind what was listened to before.
      await eventually(async () =>
        expect(await other.ask(sum, 'one.x', { a: 1, b: 2 }, SECOND_MS)).toEqual({ kind: 'answer', answer: 3 }),
      );
      one.publish(greeting, { text: 'first' }, 'key with a . in it');
      one.publish(greeting, { text: 'last' });
      await arrived.promise;
      expect(heard).toEqual([{ text: 'first', from: 'one' }]);
    },
  );

  test.skipIf(!isThere)(
    `${name}: a request to an unknown node fails at once, and one without an answer in time`,
    async () => {
      const [one, other] = await pair();
      expect(await one.ask(sum, 'nobody', { a: 1, b: 2 }, 60 * SECOND_MS)).toEqual({ kind: 'nobody' });
      other.answer(sum, 'failing', () => Promise.reject(new Error('no')));
      await eventually(async () =>
        expect(await one.ask(sum, 'failing', { a: 1, b: 2 }, 100)).toEqual({ kind: 'silent' }),
      );
    },
  );

  test.skipIf(!isThere)(`${name}: a message that does not match the protocol is ignored`, async () => {
    const [one, other] = await pair();
    const heard: unknown[] = [];
    const arrived = Promise.withResolvers<void>();
    other.subscribe(greeting, ({ text }) => (text === 'last' ? arrived.resolve() : heard.push(text)));
    other.answer(sum, 'odd', async () => 'three' as unknown as number);
    await eventually(async () => expect(await one.ask(sum, 'odd', { a: 1, b: 2 }, 500)).toEqual({ kind: 'silent' }));
    one.publish(greeting, { text: 5 } as unknown as { text: string });
    one.publish(greeting, { text: 'last' });
    await arrived.promise;
    expect(heard).toEqual([]);
  });
}

keeps('in one process', true, async () => createInProcessTransports(systemClock));
keeps('over NATS', hasNatsServer, async () => {
  const nats = await startNats();
  return () => openNatsTransport(nats.url, { name: 'test', log: testLog });
});

test.skipIf(!hasNatsServer)(
  'a node that was without NATS reconnects by itself, and is told that it may have missed messages',
  async () => {
    const nats = await startNats();
    const one = createBus(openNatsTransport(nats.url, { name: 'one', log: testLog }), 'one', testLog);
    const two = createBus(openNatsTransport(nats.url, { name: 'two', log: testLog }), 'two', testLog);
    atEnd(async () => void (await Promise.all([one.close(), two.close()])));
    let backs = 0;
    two.onBack(() => (backs += 1));
    two.answer(sum, 'two', async ({ a, b }) => a + b);
    const answered = () => one.ask(sum, 'two', { a: 1, b: 2 }, SECOND_MS);
    await eventually(async () => expect(await answered()).toMatchObject({ kind: 'answer' }));
    await nats.stop();
    await eventually(async () => expect(two.problem()).toContain('bus'));
    await eventually(async () => expect(await answered()).toEqual({ kind: 'nobody' }));
    await nats.start();
    await eventually(async () => expect(await answered()).toEqual({ kind: 'answer', answer: 3 }));
    expect(backs).toBe(2);
  },
);
