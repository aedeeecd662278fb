import { once } from 'node:events';
import type { Socket } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { connectionClosing, socketEvent } from '@bijli/contract/realtime';
import { refuse } from '#http/http.refusals.ts';
import { eventually } from '#testing/eventually.ts';
import { connected, hubFixture } from '#testing/hub-fixture.ts';

const said = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));

describe('a screen that sends too many questions', () => {
  test('gets one answer at a time, a few wait, and the rest is dropped; another screen is answered meanwhile', async () => {
    const { hub, screen, logged } = await hubFixture();
    const asked: string[] = [];
    const open = Promise.withResolvers<void>();
    hub.on('ask', z.object({ who: z.string() }), async ({ who }, _driver, _messages, answer) => {
      asked.push(who);
      if (who === 'many') await open.promise;
      answer('answer', who);
    });
    const many = await connected(screen('driver 1'));
    const one = await connected(screen('driver 2'));
    let answers = 0;
    many.on('answer', () => (answers += 1));
    for (let count = 0; count < 50; count += 1) many.emit('ask', { who: 'many' });
    await eventually(() => expect(logged.map(({ event }) => event)).toEqual(['socket.messages_dropped']));
    one.emit('ask', { who: 'one' });
    expect(await said(one, 'answer')).toBe('one');
    expect(asked).toEqual(['many', 'one']);
    open.resolve();
    // The first, and those that found a place to wait.
    await eventually(() => expect(answers).toBe(31));
    expect(many.connected).toBe(true);
  });

  test('is answered again as time passes', async () => {
    const { hub, screen, clock } = await hubFixture();
    let asked = 0;
    hub.on('ask', z.int(), (number, _driver, _messages, answer) => {
      asked += 1;
      answer('answer', number);
    });
    const socket = await connected(screen('driver 1'));
    const askedUpTo = async (count: number) => {
      for (let number = 0; number < 20; number += 1) socket.emit('ask', number);
      await eventually(() => expect(asked).toBe(count));
    };
    await askedUpTo(20);
    await askedUpTo(40);
    await askedUpTo(60);
    socket.emit('ask', 60);
    clock.advance(4000);
    await askedUpTo(80);
  });

  test('a hundred times over is cut off, may return, and waits if it repeats that', async () => {
    const { hub, screen, logged, clock } = await hubFixture();
    let asked = 0;
    hub.on('ask', z.int(), () => void (asked += 1));
    const flood = async () => {
      const socket = await connected(screen('driver 1'));
      const gone = said<string>(socket, 'disconnect');
      for (let number = 0; number < 3000; number += 1) socket.emit('ask', number);
      return gone;
    };
    for (let times = 0; times < 3; times += 1) expect(await flood()).toMatch(/^transport/);
    expect(asked).toBeLessThanOrEqual(3 * 60);
    expect(await flood()).toMatch(/^transport/);
    // Left without a line rather than told no: a client that is told no never comes back.
    const again = screen('driver 1', { reconnection: true, reconnectionDelay: 10, reconnectionDelayMax: 10 });
    await eventually(() => expect(logged.map(({ event }) => event)).toContain('socket.connects_limited'));
    expect(again.connected).toBe(false);
    clock.advance(60_000);
    await connected(again);
    expect(logged.filter(({ event }) => event === 'socket.cut_off').map(({ repeated = 1 }) => repeated)).toEqual([
      1, 3,
    ]);
    await connected(screen('driver 2'));
  });
});

describe('a question of a screen', () => {
  test('that is refused is no error; one that fails is logged, once a minute', async () => {
    const { hub, screen, logged, clock } = await hubFixture();
    let asked = 0;
    hub.on('ask', z.boolean(), (fails, _driver, _messages, answer) => {
      asked += 1;
      answer('asked', asked);
      if (fails) throw new Error('no database');
      refuse('not_found');
    });
    const socket = await connected(screen('driver 1'));
    for (let count = 0; count < 10; count += 1) socket.emit('ask', false);
    for (let count = 0; count < 10; count += 1) socket.emit('ask', true);
    await eventually(() => expect(asked).toBe(20));
    expect(logged).toMatchObject([{ event: 'socket.message_failed' }]);
    clock.advance(60_000);
    expect(logged.slice(1)).toMatchObject([{ event: 'socket.message_failed', repeated: 9 }]);
  });
});

test('a question that does not fit, or holds what the database does not take, is ignored', async () => {
  const { hub, screen } = await hubFixture();
  hub.on('ask', z.object({ who: z.string() }), ({ who }, _driver, _messages, answer) => answer('answer', who));
  const socket = await connected(screen('driver 1'));
  for (const question of [undefined, { who: 1 }, { who: '\0' }, { who: '\ud800' }]) socket.emit('ask', question);
  socket.emit('ask', { who: 'one' });
  expect(await said(socket, 'answer')).toBe('one');
});

describe('if a driver opens eleven screens', () => {
  const HELLO = '40{"token":"driver 1"}';
  const open = async (screen: (token: string) => Socket, count: number) => {
    const opened: Socket[] = [];
    while (opened.length < count) opened.push(await connected(screen('driver 1')));
    return opened;
  };
  const areOpen = (screens: Socket[]) => screens.map((screen) => screen.connected);
  const yes = (count: number) => Array.from({ length: count }, () => true);

  test('the one without questions for longest is closed with the reason, and the others stay', async () => {
    const { hub, screen } = await hubFixture();
    hub.on('ask', z.string(), (text, _driver, _messages, answer) => answer('answer', text));
    const [first, second, ...others] = (await open(screen, 10)) as [Socket, Socket, ...Socket[]];
    first.emit('ask', 'still in use');
    await said(first, 'answer');
    const why = said(second, socketEvent.closing);
    const gone = said(second, 'disconnect');
    const newest = await connected(screen('driver 1'));
    expect(z.parse(connectionClosing, await why)).toEqual({ reason: 'too_many_screens' });
    expect(await gone).toBe('io server disconnect');
    expect(areOpen([first, ...others, newest])).toEqual(yes(10));
  });

  /**
   * Three screens, then one that was asked whether it is still there and has not answered, and the stage they are on.
   */
  async function oneAsked() {
    const fixture = await hubFixture({ heartbeat: { pingInterval: 50 } });
    const first = await open(fixture.screen, 3);
    const asked = await fixture.line();
    const heard: string[] = [];
    asked.on('message', (message) => heard.push(String(message)));
    asked.send(HELLO);
    await eventually(() => expect(heard).toContain('2'));
    return { ...fixture, first, asked };
  }

  test('one that does not answer for seconds is closed before all that do', async () => {
    const { screen, clock, first, asked } = await oneAsked();
    clock.advance(5000);
    const gone = once(asked, 'close');
    const later = await open(screen, 7);
    await gone;
    expect(areOpen([...first, ...later])).toEqual(yes(10));
  });

  test('one that was pinged a moment ago counts like any other', async () => {
    const { screen, first, asked } = await oneAsked();
    const gone = Promise.race([...first.map((socket) => said(socket, 'disconnect')), once(asked, 'close')]);
    const later = await open(screen, 7);
    await gone;
    expect(asked.readyState).toBe(asked.OPEN);
    expect(areOpen([...first, ...later])).toEqual([false, ...yes(9)]);
  });
});

describe('a connection', () => {
  const HELLO = '40{"token":"nobody"}';

  test('that never signs in is closed', async () => {
    const { line } = await hubFixture({ signInWithinMs: 50 });
    const [silent, refused] = [await line(), await line()];
    refused.send(HELLO);
    await Promise.all([once(silent, 'close'), once(refused, 'close')]);
  });

  test('that sends a lot before it signs in is cut off, and looks up its driver only a few times', async () => {
    let asked = 0;
    const authenticate = async () => {
      asked += 1;
      return undefined;
    };
    const { line, logged } = await hubFixture({ authenticate });
    const socket = await line();
    for (let count = 0; count < 1000; count += 1) socket.send(HELLO);
    await once(socket, 'close');
    expect(asked).toBeLessThanOrEqual(5);
    expect(logged).toMatchObject([{ event: 'socket.cut_off', abuse: 'too many messages before sign-in' }]);
  });

  test('that signs in again before it is answered is refused, and looks up its driver once', async () => {
    let asked = 0;
    const authenticate = async () => {
      asked += 1;
      return { driverId: 1 };
    };
    const { line } = await hubFixture({ authenticate });
    const socket = await line();
    socket.send(HELLO);
    socket.send(HELLO);
    await once(socket, 'close');
    expect(asked).toBe(1);
  });

  test.each([
    ['what is no packet', '4nonsense'],
    ['a packet of a kind there is not', '49[]'],
    ['nesting thousands deep', `42["ask",${'['.repeat(8000)}${']'.repeat(8000)}]`],
    ['more than fits a message', `42["ask","${'x'.repeat(20_000)}"]`],
    ['bytes where text is expected', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['an event called error', '42["error"]'],
    ['a heartbeat that is the server’s to send', '2'],
  ])('that sends %s ends at most itself', async (_, message) => {
    const { hub, line, screen } = await hubFixture();
    hub.on('ask', z.string(), (text, _driver, _messages, answer) => answer('answer', text));
    const socket = await line();
    socket.send('40{"token":"driver 1"}');
    await eventually(async () => expect(String(await once(socket, 'message'))).toMatch(/^40/));
    socket.send(message);
    socket.send('42["ask","still there?"]');
    await Promise.race([once(socket, 'close'), once(socket, 'message')]);
    const other = await connected(screen('driver 2'));
    other.emit('ask', 'and you?');
    expect(await said(other, 'answer')).toBe('and you?');
  });

  test('with a frame that is not a WebSocket’s, or that ends half-way, ends only itself', async () => {
    const { line, screen } = await hubFixture();
    for (const bytes of [Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from([0x81])]) {
      const socket = await line();
      const wire = (socket as unknown as { _socket: import('node:net').Socket })._socket;
      wire.write(bytes);
      wire.resetAndDestroy();
      await once(socket, 'close');
    }
    await connected(screen('driver 1'));
  });

  test('that does not read is cut off before it fills the memory', async () => {
    const { hub, line, logged } = await hubFixture();
    const socket = await line();
    socket.send('40{"token":"driver 1"}');
    await eventually(async () => expect(String(await once(socket, 'message'))).toMatch(/^40/));
    socket.pause();
    const long = 'x'.repeat(100_000);
    await eventually(() => {
      for (let count = 0; count < 50; count += 1) hub.sendAll('news', long);
      expect(logged).toMatchObject([{ event: 'socket.cut_off', abuse: 'does not read' }]);
    });
  });

  test('is closed without a reason, not refused for good, while its driver cannot be looked up', async () => {
    let isAway = true;
    const authenticate = async () => {
      if (isAway) throw new Error('no database');
      return { driverId: 1 };
    };
    const { screen, logged } = await hubFixture({ authenticate });
    const socket = screen('driver 1', { reconnection: true, reconnectionDelay: 10, reconnectionDelayMax: 10 });
    await eventually(() => expect(logged).toMatchObject([{ event: 'socket.sign_in_failed' }]));
    isAway = false;
    await connected(socket);
  });
});

describe('failed upgrades', () => {
  test('are limited by address: those of unknown paths, and sockets that never sign in', async () => {
    const { line, logged } = await hubFixture({ perMinute: 6 });
    for (let count = 0; count < 3; count += 1) await expect(line('/elsewhere')).rejects.toThrow('404');
    for (let count = 0; count < 3; count += 1) await line();
    await expect(line()).rejects.toThrow('429');
    await expect(line('/elsewhere')).rejects.toThrow('429');
    await line(undefined, '203.0.113.2');
    expect(logged).toMatchObject([{ event: 'http.upgrades_limited', address: '203.0.113.1' }]);
  });

  test('are counted down once for a connection, however often it signs in', async () => {
    const { line, screen } = await hubFixture({ perMinute: 3 });
    await line();
    await line();
    const socket = await line();
    const heard: string[] = [];
    socket.on('message', (message) => heard.push(String(message)));
    const hears = (start: string, times: number) =>
      eventually(() => expect(heard.filter((message) => message.startsWith(start))).toHaveLength(times));
    for (let times = 1; times <= 4; times += 1) {
      socket.send('40{"token":"driver 1"}');
      await hears('40', times);
      socket.send('41');
      // Nothing answers a farewell, but what is refused after it tells that it was heard.
      socket.send('40/elsewhere,');
      await hears('44/elsewhere', times);
    }
    await connected(screen('driver 2', { extraHeaders: { 'x-forwarded-for': '203.0.113.1' } }));
    await line();
    await expect(line()).rejects.toThrow('429');
  });

  test('do not include those of drivers who sign in, however many share an address', async () => {
    const { screen } = await hubFixture({ perMinute: 3 });
    for (let driver = 1; driver <= 20; driver += 1) await connected(screen(`driver ${driver}`));
  });
});
