import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { SOCKET_OPTIONS } from '@bijli/contract/realtime';
import { signIn, type Driver } from '@bijli/dev-stack/driver';
import { HTTP_TIMEOUTS } from '@bijli/server/http/timeouts';
import { ATTACKER, isTimeOver, type Attack, type AttackContext } from './attack.ts';
import { PATH_FLOODS } from './path-floods.ts';
import { RawChargePoint } from './raw-charge-point.ts';

const MEGABYTE = 900_000;

/** A slow request is cut off at the next check after its time limit. One more second is for noticing it. */
const BODY_ENDS_MS = HTTP_TIMEOUTS.requestMs + 2 * HTTP_TIMEOUTS.checkMs + 1_000;

function pause(ms = 0): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/**
 * A charge point's link that the server closes and that comes back again and again. Each new link sends what `say`
 * sends.
 */
async function relink(
  context: AttackContext,
  pauseMs: number,
  say: (peer: RawChargePoint) => Promise<void> | void,
): Promise<number> {
  let links = 0;
  const [chargePoint] = context.chargePoints;
  if (!chargePoint) throw new Error('There is no charger to attack with.');
  while (!isTimeOver(context)) {
    const peer = await RawChargePoint.open(chargePoint).catch(() => undefined);
    if (peer) {
      links += 1;
      const closed = once(peer.socket, 'close');
      await say(peer);
      await Promise.race([closed, pause(pauseMs)]);
      peer.close();
    } else await pause(pauseMs);
  }
  return links;
}

const sample = (value: number | string, more: object = {}) => ({ value: String(value), ...more });

export const ATTACKS: Record<string, Attack> = {
  async 'deep frame'(context) {
    const depth = 5_000;
    const frame = `[${'['.repeat(depth)}${']'.repeat(depth)},"x1"]`;
    return `${await relink(context, 100, (peer) => peer.send(frame))} links`;
  },

  async 'four bytes without a subprotocol'(context) {
    let dialled = 0;
    const [{ url, id, password } = { url: '', id: '', password: '' }] = context.chargePoints;
    const { hostname, port } = new URL(url);
    const authorization = Buffer.from(`${id}:${password}`).toString('base64');
    while (!isTimeOver(context)) {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => socket.destroy());
      const lines = ['Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
      socket.write(
        [`GET /ocpp/${id} HTTP/1.1`, ...lines, key, `Authorization: Basic ${authorization}`, '', ''].join('\r\n'),
      );
      socket.once('data', () => socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff])));
      await Promise.race([once(socket, 'close'), pause(200)]);
      socket.destroy();
      dialled += 1;
    }
    return `${dialled} links`;
  },

  async 'a charger that does not read'(context) {
    const frame = `[2,"${'x'.repeat(MEGABYTE)}",{}]`;
    let sent = 0;
    const links = await relink(context, 2_000, async (peer) => {
      peer.socket.pause();
      for (let nth = 0; nth < 100 && peer.socket.readyState === 1 && !isTimeOver(context); nth += 1) {
        peer.send(frame);
        sent += 1;
        while (peer.socket.bufferedAmount > 4 * MEGABYTE && peer.socket.readyState === 1 && !isTimeOver(context))
          await pause(5);
      }
    });
    return `${sent} frames of ${MEGABYTE} bytes on ${links} links`;
  },

  async 'forty thousand phases'(context) {
    const sampledValue = Array.from({ length: 40_000 }, () => ({ value: '1', phase: {} }));
    const payload = { connectorId: 1, meterValue: [{ timestamp: new Date().toISOString(), sampledValue }] };
    let sent = 0;
    await relink(context, 10_000, async (peer) => {
      while (peer.socket.readyState === 1 && !isTimeOver(context)) {
        await peer.call('MeterValues', payload);
        sent += 1;
      }
    });
    return `${sent} messages of ${Math.round(JSON.stringify(payload).length / 1e5) / 10} MB`;
  },

  async 'NUL and numbers without end'(context) {
    const nul = 'x\0\0';
    let sent = 0;
    await relink(context, 10_000, async (peer) => {
      const boot = await peer.call('BootNotification', {
        chargePointVendor: nul,
        chargePointModel: nul,
        firmwareVersion: nul,
      });
      if ((boot as { status?: string }).status !== 'Accepted')
        throw new Error('a charger with padded texts cannot boot');
      while (peer.socket.readyState === 1 && !isTimeOver(context)) {
        await peer.call('StatusNotification', { connectorId: 2 ** 40, errorCode: nul, status: 'Available' });
        await peer.call('StartTransaction', {
          connectorId: 1,
          idTag: nul,
          meterStart: 1e18,
          timestamp: new Date().toISOString(),
        });
        await peer.call('MeterValues', {
          connectorId: 1,
          transactionId: 2 ** 31 - 1,
          meterValue: [{ timestamp: new Date().toISOString(), sampledValue: [sample('9'.repeat(100_000))] }],
        });
        sent += 3;
      }
    });
    return `${sent} messages`;
  },

  async 'guessed secrets'(context) {
    let tried = 0;
    let limited = 0;
    const guess = async (id: string): Promise<void> => {
      const authorization = `Basic ${Buffer.from(`${id}:guess-${tried}`).toString('base64')}`;
      const headers = { Authorization: authorization, Connection: 'Upgrade', Upgrade: 'websocket' };
      const version = { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      const asked = request(`${context.url}/ocpp/${id}`, {
        localAddress: ATTACKER,
        headers: { ...headers, ...version, 'Sec-WebSocket-Protocol': 'ocpp1.6' },
      });
      asked.end();
      const [{ statusCode }] = (await once(asked, 'response').catch(() => [{}])) as [{ statusCode?: number }];
      asked.destroy();
      tried += 1;
      if (statusCode === 429) limited += 1;
    };
    const guesser = async (): Promise<void> => {
      while (!isTimeOver(context)) await guess(tried % 2 ? `UNKNOWN-${tried}` : (context.chargePoints[0]?.id ?? ''));
    };
    await Promise.all(Array.from({ length: 16 }, guesser));
    if (limited === 0) throw new Error(`${tried} guesses went through`);
    return `${tried} guesses, ${limited} refused for their number`;
  },

  async 'four thousand readings in one stop'(context) {
    const { driver, peer, bookingId, transactionId } = await session(context, 1);
    const nowMs = Date.now();
    const transactionData = Array.from({ length: 4_000 }, (_, nth) => ({
      timestamp: new Date(nowMs + nth).toISOString(),
      sampledValue: [sample(nth * 136)],
    }));
    const stop = {
      transactionId,
      meterStop: 544_000,
      timestamp: new Date(nowMs + 4_000).toISOString(),
      transactionData,
    };
    await peer.call('StopTransaction', stop);
    const { total_amount: total, units_consumed: units } = await driver.invoice(bookingId);
    peer.close();
    while (!isTimeOver(context)) await pause(100);
    if (units > 1.06) throw new Error(`1 kWh was bought, ${units} kWh and Rs ${total} were billed`);
    return `1 kWh bought, ${units} kWh and Rs ${total} billed`;
  },

  async 'a hundred stops at once'(context) {
    const { driver, peer, bookingId, chargePointId, stationId, transactionId } = await session(context, 5);
    const other = await newDriver(context.url);
    const presses = Array.from({ length: 100 }, () => driver.stop(bookingId).catch(() => undefined));
    const start = other.start({ stationId, chargePointId, connector: 2 }, 1);
    const [second] = await Promise.all([start, ...presses]);
    const frames = peer.count('RemoteStopTransaction');
    await peer.call('StopTransaction', { transactionId, meterStop: 10, timestamp: new Date().toISOString() });
    peer.close();
    while (!isTimeOver(context)) await pause(100);
    if (!second || frames > 3) throw new Error(`the charger was sent ${frames} stops`);
    return `100 presses, ${frames} sent to the charger, the other connector started`;
  },

  async 'a socket that asks without end'(context) {
    const driver = await newDriver(context.url);
    let sent = 0;
    let ended = 0;
    while (!isTimeOver(context)) {
      const socket = io(context.url, {
        ...SOCKET_OPTIONS,
        reconnection: false,
        auth: { token: driver.client.token },
        forceNew: true,
      });
      const gone = new Promise<void>((done) => {
        socket.once('disconnect', () => done());
        socket.once('connect_error', () => done());
      });
      await Promise.race([new Promise<void>((done) => socket.once('connect', done)), gone]);
      while (socket.connected && !isTimeOver(context)) {
        for (let nth = 0; nth < 30; nth += 1) {
          socket.emit('transaction_stop', { transaction: { booking_id: `B-${sent}` } });
          sent += 1;
        }
        await pause(10);
      }
      if (!socket.connected) ended += 1;
      socket.disconnect();
      await pause(50);
    }
    if (ended === 0) throw new Error(`${sent} messages went through on one socket`);
    return `${sent} messages, ${ended} sockets ended or refused`;
  },

  ...PATH_FLOODS,

  async 'bodies that never end'(context) {
    const { hostname, port } = new URL(context.url);
    const sockets = Array.from({ length: 300 }, (_, nth) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: ATTACKER });
      socket.on('error', () => socket.destroy());
      socket.resume();
      const head = 'POST /api-v1/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
      socket.write(nth % 2 ? `${head}Content-Length: 5000\r\n\r\n{` : head);
      return socket;
    });
    const beganAtMs = performance.now();
    const left = () => sockets.filter((socket) => !socket.destroyed);
    while (left().length > 0 && performance.now() - beganAtMs < BODY_ENDS_MS) {
      for (const socket of left()) if (socket.writable) socket.write(' ');
      await pause(500);
    }
    const [open, seconds] = [left().length, Math.round((performance.now() - beganAtMs) / 1000)];
    for (const socket of sockets) socket.destroy();
    while (!isTimeOver(context)) await pause(100);
    if (open > 0) throw new Error(`${open} of ${sockets.length} connections are open after ${seconds} s`);
    if (seconds * 1000 < HTTP_TIMEOUTS.headersMs) throw new Error(`all connections were cut within ${seconds} s`);
    return `${sockets.length} connections, all ended within ${seconds} s`;
  },
};

let drivers = 0;

async function newDriver(url: string): Promise<Driver> {
  drivers += 1;
  const driver = await signIn(url, String(9_500_000_000 + Math.floor(performance.timeOrigin % 1e6) * 100 + drivers));
  await driver.topUp(500);
  return driver;
}

/** Starts a session of this many units on the first connector of the first charge point. */
async function session({ url, chargePoints }: AttackContext, units: number) {
  const [chargePoint] = chargePoints;
  if (!chargePoint) throw new Error('There is no charger to attack with.');
  const { stationId, id: chargePointId, connector } = chargePoint;
  const driver = await newDriver(url);
  const peer = await RawChargePoint.open(chargePoint);
  await peer.call('BootNotification', { chargePointVendor: 'Hostile', chargePointModel: 'H2' });
  for (const connectorId of [1, 2]) {
    await peer.call('StatusNotification', { connectorId, errorCode: 'NoError', status: 'Available' });
  }
  const starting = driver.start({ stationId, chargePointId, connector }, units);
  const { idTag } = await peer.commanded('RemoteStartTransaction');
  const bookingId = await starting;
  const begun = await peer.call('StartTransaction', {
    connectorId: connector,
    idTag,
    meterStart: 0,
    timestamp: new Date().toISOString(),
  });
  const { transactionId } = begun as { transactionId: number };
  return { driver, peer, bookingId, transactionId, chargePointId, stationId };
}
