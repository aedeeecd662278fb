import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DatabaseUnavailable } from '#db/database-unavailable.ts';
import { TestClock } from '#kernel/clock.ts';
import { BareChargePoint, ocppFixture, PASSWORD, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';
import { RawLink } from '#testing/raw-link.ts';

const START = '2026-11-20T08:36:00.000Z';
const START_REQUEST = { connectorId: 1, idTag: 'A1B2', meterStart: 100, timestamp: '2026-11-20T08:35:58Z' };

let fixture: OcppFixture;
let clock: TestClock;
const chargePoints: BareChargePoint[] = [];

beforeEach(async () => {
  clock = new TestClock(START);
  fixture = await ocppFixture({ clock });
});

afterEach(async () => {
  for (const { socket } of chargePoints.splice(0)) if (socket.readyState !== socket.CLOSED) socket.terminate();
  await fixture.close();
});

function bare(id: string, options?: ConstructorParameters<typeof BareChargePoint>[1]): BareChargePoint {
  const chargePoint = new BareChargePoint(`${fixture.url}/${id}`, options);
  chargePoints.push(chargePoint);
  return chargePoint;
}

describe('who may connect', () => {
  test('an unknown charge point gets 404 [OCPP-1]', async () => {
    await expect(bare('STRANGER').open()).rejects.toThrow('404');
    expect(fixture.listener.heard).toEqual([]);
  });

  test('a wrong secret gets 401, and so does the right one with another id [OCPP-1]', async () => {
    await expect(bare('CP-1', { password: 'guess' }).open()).rejects.toThrow('401');
    await expect(bare('CP-1', { user: 'CP-2' }).open()).rejects.toThrow('401');
    expect(fixture.central.isOnline('CP-1')).toBe(false);
  });

  test('ids with a colon or a space are accepted', async () => {
    await bare('CP:1%202', { user: 'CP:1 2' }).open();
    expect(await fixture.listener.atLeast('connected', 1)).toEqual(['CP:1 2']);
  });

  test.each(['CP-1/', '/CP-1', '//CP-1//', '/%43P-1/?a=b'])(
    'a charge point whose address has a slash too many is accepted: %s',
    async (path) => {
      await bare(path, { user: 'CP-1' }).open();
      expect(await fixture.listener.atLeast('connected', 1)).toEqual(['CP-1']);
    },
  );

  test.each(['ws://central.example:80/ocpp/CP-1', 'http://central.example//ocpp/CP-1'])(
    'a charge point whose modem sends the whole address %s is accepted',
    async (path) => {
      const link = new RawLink(`${fixture.url}/CP-1`, { path });
      expect(await link.status()).toContain('101');
      link.socket.destroy();
    },
  );

  test.each(['Basic  ', 'basic\t'])('a secret after %j is read', async (scheme) => {
    const authorization = `${scheme}${Buffer.from(`CP-1:${PASSWORD}`).toString('base64')}`;
    const socket = new WebSocket(`${fixture.url}/CP-1`, ['ocpp1.6'], { headers: { authorization } });
    await once(socket, 'open');
    socket.terminate();
  });

  test.each(['CP-1/more', ''])('any other path is refused: %j', async (path) => {
    await expect(bare(path, { user: 'CP-1' }).open()).rejects.toThrow('404');
  });

  test.each([
    ['ocpp1.6, ocpp2.0.1', 'ocpp1.6'],
    ['ocpp2.0.1,ocpp1.6', 'ocpp1.6'],
    ['ocpp1.6,ocpp1.6', 'ocpp1.6'],
    [',ocpp1.6, ', 'ocpp1.6'],
    ['ocpp2.0.1', undefined],
    [',', undefined],
  ])('of the subprotocols %j that are offered %s is agreed on', async (offered, agreed) => {
    const { port, pathname } = new URL(`${fixture.url}/CP-1`);
    const upgrade = request({
      port,
      path: pathname,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        authorization: `Basic ${Buffer.from(`CP-1:${PASSWORD}`).toString('base64')}`,
        'sec-websocket-key': randomBytes(16).toString('base64'),
        'sec-websocket-version': '13',
        'sec-websocket-protocol': offered,
        'x-forwarded-for': '127.0.0.1',
      },
    }).end();
    const [{ statusCode, headers }, socket] = (await once(upgrade, 'upgrade')) as [IncomingMessage, Duplex];
    expect([statusCode, headers['sec-websocket-protocol']]).toEqual([101, agreed]);
    socket.destroy();
  });

  test('a path that cannot be decoded gets 404', async () => {
    await expect(bare('CP%ff').open()).rejects.toThrow('404');
  });

  test('a client that does not speak OCPP 1.6 gets a reason and is closed', async () => {
    const chargePoint = bare('CP-1', { protocols: [] });
    const [code] = await once(chargePoint.socket, 'close');
    expect(code).toBe(1002);
    expect(fixture.listener.heard).toEqual([]);
  });

  test('if the secret cannot be looked up, or the server is closing, the charge point is asked to connect again later', async () => {
    await expect(bare('CP-UNREADABLE').open()).rejects.toThrow('503');
    await fixture.central.close();
    await expect(bare('CP-1').open()).rejects.toThrow('503');
  });
});

describe('connecting and disconnecting', () => {
  test('each connection and each disconnection is reported once', async () => {
    const chargePoint = await bare('CP-1').open();
    await fixture.listener.atLeast('connected', 1);
    expect(fixture.central.isOnline('CP-1')).toBe(true);
    await chargePoint.close();
    await fixture.listener.atLeast('disconnected', 1);
    expect(fixture.central.isOnline('CP-1')).toBe(false);
    expect(fixture.listener.heard.map(({ name }) => name)).toEqual(['connected', 'disconnected']);
  });

  test('the newest link wins: the old one is closed, and its end does not take the charge point offline [OCPP-3]', async () => {
    const old = await bare('CP-1').open();
    const oldClosed = once(old.socket, 'close');
    const fresh = await bare('CP-1').open();
    await oldClosed;
    expect((await fresh.call('Heartbeat', {}))[0]).toBe(3);
    expect(fixture.central.isOnline('CP-1')).toBe(true);
    expect(fixture.listener.heard.map(({ name }) => name)).toEqual(['connected']);
  });

  test('a link that does not answer a ping is ended; one that does stays', async () => {
    const dead = await bare('CP-DEAD').open();
    const alive = await bare('CP-ALIVE').open();
    await fixture.listener.atLeast('connected', 2);
    dead.socket.pause();
    const pinged = once(alive.socket, 'ping');
    clock.advance(30_000);
    await pinged;
    // The server answers this ping after it has read the pong, and hears nothing else.
    const pong = once(alive.socket, 'pong');
    alive.socket.ping();
    await pong;
    clock.advance(30_000);
    expect(await fixture.listener.atLeast('disconnected', 1)).toEqual(['CP-DEAD']);
    expect(fixture.central.isOnline('CP-ALIVE')).toBe(true);
  });

  test('if storing the offline state failed, the online state of a charge point that is back is reported once more', async () => {
    const chargePoint = await bare('CP-1').open();
    await fixture.listener.atLeast('connected', 1);
    fixture.listener.answers.disconnected = () => Promise.reject(new DatabaseUnavailable('its answer was lost'));
    await chargePoint.close();
    await fixture.listener.atLeast('disconnected', 1);
    await bare('CP-1').open();
    expect(await fixture.listener.atLeast('connected', 2)).toEqual(['CP-1', 'CP-1']);
  });

  test('an online report that could not be stored is repeated', async () => {
    fixture.listener.answers.connected = () => Promise.reject(new Error('database down'));
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('Heartbeat', {});
    fixture.listener.answers = {};
    clock.advance(5_000);
    expect(await fixture.listener.atLeast('connected', 2)).toEqual(['CP-1', 'CP-1']);
  });

  test('a charge point that reconnects while its disconnection is being stored ends up online', async () => {
    let release: () => void = () => undefined;
    const first = await bare('CP-1').open();
    await fixture.listener.atLeast('connected', 1);
    fixture.listener.answers.disconnected = () => new Promise((resolve) => (release = resolve));
    await first.close();
    await fixture.listener.atLeast('disconnected', 1);
    await bare('CP-1').open();
    fixture.listener.answers = {};
    release();
    await fixture.listener.atLeast('connected', 2);
    expect(fixture.listener.heard.map(({ name }) => name)).toEqual(['connected', 'disconnected', 'connected']);
  });
});

describe('messages', () => {
  test('boot is accepted with the time and a heartbeat interval', async () => {
    const chargePoint = await bare('CP-1').open();
    const request = { chargePointVendor: 'Acme', chargePointModel: 'Fast', firmwareVersion: '1.2' };
    expect((await chargePoint.call('BootNotification', request))[2]).toEqual({
      status: 'Accepted',
      currentTime: START,
      interval: 300,
    });
    expect(fixture.listener.heard.find(({ name }) => name === 'booted')?.args).toEqual([
      { chargePointId: 'CP-1', vendor: 'Acme', model: 'Fast', firmware: '1.2' },
    ]);
  });

  test('a start is answered with the transaction id that the rules gave it', async () => {
    const chargePoint = await bare('CP-1').open();
    expect((await chargePoint.call('StartTransaction', START_REQUEST))[2]).toEqual({
      transactionId: 1000,
      idTagInfo: { status: 'Accepted' },
    });
    expect(fixture.listener.of('started')).toEqual([
      {
        chargePointId: 'CP-1',
        connector: 1,
        idTag: 'A1B2',
        meterStartWh: 100,
        at: new Date('2026-11-20T08:35:58Z'),
        receivedAt: new Date(START),
        linkedAt: new Date(START),
      },
    ]);
    fixture.listener.answers.started = async () => ({ transactionId: 1001, status: 'Invalid' });
    expect((await chargePoint.call('StartTransaction', START_REQUEST))[2]).toEqual({
      transactionId: 1001,
      idTagInfo: { status: 'Invalid' },
    });
  });

  const KEPT = [
    ['StopTransaction', 'stopped', { transactionId: 1000, meterStop: 500, timestamp: START }],
    ['StartTransaction', 'started', START_REQUEST],
    ['MeterValues', 'metered', { connectorId: 1, meterValue: [{ timestamp: START, sampledValue: [{ value: '5' }] }] }],
    ['StatusNotification', 'statusChanged', { connectorId: 1, status: 'Available', errorCode: 'NoError' }],
    ['BootNotification', 'booted', { chargePointVendor: 'Acme', chargePointModel: 'Fast' }],
  ] as const;

  test.each(KEPT.map(([action, event, payload]) => ({ action, event, payload })))(
    'no $action is acknowledged before it is stored [OCPP-4, OCPP-16-$action]',
    async ({ action, event, payload }) => {
      let keep: (kept: unknown) => void = () => undefined;
      const kept = new Promise((resolve) => (keep = resolve));
      Object.assign(fixture.listener.answers, { [event]: () => kept });
      const chargePoint = await bare('CP-1').open();
      let acknowledged = false;
      const answer = chargePoint.call(action, payload).finally(() => (acknowledged = true));
      await fixture.listener.atLeast(event, 1);
      // Another charge point's round trip gives a wrong acknowledgement the time to arrive.
      await (await bare('CP-2').open()).call('Heartbeat', {});
      expect(acknowledged).toBe(false);
      keep(event === 'booted' ? 'accepted' : { transactionId: 1000, status: 'Accepted' });
      expect((await answer)[0]).toBe(3);
    },
  );

  test('a message that could not be stored gets an error, and the next try succeeds [OCPP-4]', async () => {
    fixture.listener.answers.metered = () => Promise.reject(new Error('database down'));
    const chargePoint = await bare('CP-1').open();
    const values = { connectorId: 1, meterValue: [{ timestamp: START, sampledValue: [{ value: '5' }] }] };
    expect((await chargePoint.call('MeterValues', values)).slice(0, 3)).toEqual([4, '1', 'InternalError']);
    expect(fixture.logged.map(({ chargePointId, error }) => [chargePointId, error?.message])).toContainEqual([
      'CP-1',
      'database down',
    ]);
    fixture.listener.answers = {};
    expect(await chargePoint.call('MeterValues', values)).toEqual([3, '2', {}]);
  });

  test('while the database is away the link is closed, so that the charge point queues its messages instead of dropping them [OCPP-4]', async () => {
    fixture.listener.answers.stopped = () => Promise.reject(new DatabaseUnavailable('it does not answer'));
    const chargePoint = await bare('CP-1').open();
    const heard: string[] = [];
    chargePoint.socket.on('message', (data: Buffer) => heard.push(data.toString()));
    const stop = { transactionId: 1000, meterStop: 500, timestamp: START };
    chargePoint.say([2, 'stop', 'StopTransaction', stop]);
    chargePoint.say([2, 'next', 'Heartbeat', {}]);
    await once(chargePoint.socket, 'close');
    expect(heard.filter((frame) => frame.startsWith('[3') || frame.startsWith('[4'))).toEqual([]);
    fixture.listener.answers = {};
    expect((await (await bare('CP-1').open()).call('StopTransaction', stop))[0]).toBe(3);
  });

  test('meter values are passed on with their readings and the original frame', async () => {
    const chargePoint = await bare('CP-1').open();
    const payload = `{"connectorId": "2", "transactionId":1000,"meterValue":[{"timestamp":"${START}","sampledValue":[{"value":"1.50","unit":"kWh"},{"value":"x"}]}]}`;
    const frame = `[2,"m","MeterValues",${payload}]`;
    chargePoint.say(frame);
    expect(await fixture.listener.atLeast('metered', 1)).toEqual([
      {
        chargePointId: 'CP-1',
        connector: 2,
        transactionId: 1000,
        readings: [{ at: new Date(START), context: 'Sample.Periodic', registerWh: 1500 }],
        receivedAt: new Date(START),
        raw: frame,
      },
    ]);
  });

  test('a byte order mark before a frame and NUL after it are ignored', async () => {
    const chargePoint = await bare('CP-1').open();
    const answer = once(chargePoint.socket, 'message');
    chargePoint.say('\uFEFF[2,"padded","Heartbeat",{}]\0\0');
    expect(String((await answer)[0])).toMatch(/^\[3,"padded",/);
  });

  test('a text in another encoding is read as far as it can be, and its link stays', async () => {
    const chargePoint = await bare('CP-1').open();
    const boot = { chargePointVendor: 'Ladesäule', chargePointModel: 'M1' };
    const answer = once(chargePoint.socket, 'message');
    chargePoint.socket.send(Buffer.from(JSON.stringify([2, 'latin', 'BootNotification', boot]), 'latin1'), {
      binary: false,
    });
    expect(String((await answer)[0])).toMatch(/^\[3,"latin",/);
    expect(fixture.listener.of('booted')).toMatchObject([{ vendor: 'Lades\uFFFDule', model: 'M1' }]);
  });

  test('a stop with a transaction id is accepted without a register', async () => {
    const chargePoint = await bare('CP-1').open();
    for (const meterStop of [null, 'many'])
      expect((await chargePoint.call('StopTransaction', { transactionId: 1000, meterStop, timestamp: START }))[0]).toBe(
        3,
      );
    expect(fixture.listener.of('stopped')).toMatchObject([
      { transactionId: 1000, meterStopWh: undefined },
      { transactionId: 1000, meterStopWh: undefined },
    ]);
  });

  test('a stop without a transaction, a reason or a correct time is accepted', async () => {
    const chargePoint = await bare('CP-1').open();
    expect((await chargePoint.call('StopTransaction', { meterStop: 7, timestamp: '1970-01-01T00:00:00Z' }))[0]).toBe(3);
    expect(fixture.listener.of('stopped')).toEqual([
      {
        chargePointId: 'CP-1',
        transactionId: -1,
        meterStopWh: 7,
        at: new Date(START),
        isClockDoubted: true,
        claimedAt: new Date(0),
        receivedAt: new Date(START),
        reason: undefined,
        idTag: undefined,
        readings: [],
      },
    ]);
  });

  test('messages of one charge point are handled in order, and those of others do not wait', async () => {
    let release: () => void = () => undefined;
    fixture.listener.answers.metered = ({ chargePointId }) =>
      chargePointId === 'CP-1' ? new Promise((resolve) => (release = resolve)) : Promise.resolve();
    const slow = await bare('CP-1').open();
    const values = { connectorId: 1, meterValue: [] };
    const first = slow.call('MeterValues', values);
    const second = slow.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError' });
    await fixture.listener.atLeast('metered', 1);
    expect((await (await bare('CP-2').open()).call('MeterValues', values))[0]).toBe(3);
    expect(fixture.listener.of('statusChanged')).toEqual([]);
    release();
    expect([(await first)[0], (await second)[0]]).toEqual([3, 3]);
    expect(fixture.listener.of('statusChanged')).toHaveLength(1);
  });

  test('messages of a new link wait until those of the old link are handled', async () => {
    let release: () => void = () => undefined;
    fixture.listener.answers.started = () =>
      new Promise((resolve) => (release = () => resolve({ transactionId: 1000, status: 'Accepted' })));
    const old = await bare('CP-1').open();
    old.call('StartTransaction', START_REQUEST).catch(() => undefined);
    await fixture.listener.atLeast('started', 1);
    const fresh = await bare('CP-1').open();
    const again = fresh.call('StartTransaction', START_REQUEST);
    // Both links are read meanwhile; what the old one still says belongs to nobody.
    old.say([2, 'late', 'StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' }]);
    for (const { socket } of [old, fresh]) {
      const pong = once(socket, 'pong');
      socket.ping();
      await pong;
    }
    expect(fixture.listener.of('started')).toHaveLength(1);
    fixture.listener.answers = {};
    release();
    expect((await again)[2]).toMatchObject({ transactionId: 1000 });
    expect(fixture.listener.of('statusChanged')).toEqual([]);
  });

  test('a violation is logged once for a charge point, however often it is repeated', async () => {
    const chargePoint = await bare('CP-1').open();
    for (let time = 0; time < 3; time += 1) {
      expect(
        (await chargePoint.call('StatusNotification', { connectorId: '1', status: 'Available', extra: 1 }))[0],
      ).toBe(3);
    }
    expect(fixture.listener.of('statusChanged')).toHaveLength(3);
    expect(fixture.logged.filter(({ msg }) => msg.includes('violates OCPP'))).toHaveLength(1);
  });

  test('a status that OCPP does not know is acknowledged and changes nothing', async () => {
    const chargePoint = await bare('CP-1').open();
    const answer = await chargePoint.call('StatusNotification', {
      connectorId: 1,
      status: 'Occupied',
      errorCode: 'NoError',
    });
    expect(answer).toEqual([3, '1', {}]);
    expect(fixture.listener.of('statusChanged')).toEqual([]);
  });

  test.each([
    ['SecurityEventNotification', { type: 'StartupOfTheDevice', timestamp: START }, {}],
    ['SignCertificate', { csr: 'x' }, { status: 'Rejected' }],
    ['LogStatusNotification', { status: 'Idle' }, {}],
    ['FirmwareStatusNotification', { status: 'Idle' }, {}],
    ['SignedFirmwareStatusNotification', { status: 'Idle' }, {}],
    ['DiagnosticsStatusNotification', { status: 'Idle' }, {}],
    ['DataTransfer', { vendorId: 'x' }, { status: 'UnknownVendorId' }],
    ['Authorize', { idTag: 'A1' }, { idTagInfo: { status: 'Accepted' } }],
  ])('%s is answered', async (action, request, answer) => {
    const chargePoint = await bare('CP-1').open();
    expect(await chargePoint.call(action, request)).toEqual([3, '1', answer]);
  });

  test.each([
    ['a number', 7],
    ['longer than OCPP allows', `CP-1_${'x'.repeat(60)}`],
    ['empty', ''],
  ])('a message id that is %s is answered as it came', async (_, id) => {
    const chargePoint = await bare('CP-1').open();
    const heard = once(chargePoint.socket, 'message') as Promise<[Buffer]>;
    chargePoint.say([2, id, 'Heartbeat', {}]);
    expect(JSON.parse((await heard)[0].toString())).toEqual([3, id, { currentTime: expect.any(String) }]);
    const refused = once(chargePoint.socket, 'message') as Promise<[Buffer]>;
    chargePoint.say([2, id, 'Nothing', {}]);
    expect(JSON.parse((await refused)[0].toString())).toEqual([4, id, 'NotImplemented', 'not done here', {}]);
  });

  test('a heartbeat is answered with the time [OCPP-16-Heartbeat]', async () => {
    expect(await (await bare('CP-1').open()).call('Heartbeat', {})).toEqual([3, '1', { currentTime: START }]);
  });

  test('unknown actions get NotImplemented, also those that are inherited properties of objects', async () => {
    const chargePoint = await bare('CP-1').open();
    expect((await chargePoint.call('TransactionEvent', {}))[2]).toBe('NotImplemented');
    expect((await chargePoint.call('constructor', {}))[2]).toBe('NotImplemented');
    expect((await chargePoint.call('RemoteStartTransaction', {}))[2]).toBe('NotSupported');
  });

  test('frames that are not OCPP do not affect the following ones', async () => {
    const chargePoint = await bare('CP-1').open();
    for (const frame of ['', 'hello', '[]', '[3,"nobody",{}]', '{"a":1}', '[2,"x"]']) chargePoint.say(frame);
    expect((await chargePoint.call('Heartbeat', {}))[0]).toBe(3);
  });

  test('an empty frame, which some modems send, is allowed', async () => {
    const chargePoint = await bare('CP-1').open();
    chargePoint.say('');
    await chargePoint.call('Heartbeat', {});
    expect(fixture.logged).toEqual([]);
  });

  test('a charge point that sends without waiting gets all its answers', async () => {
    const chargePoint = await bare('CP-1').open();
    const answers = await Promise.all(Array.from({ length: 500 }, () => chargePoint.call('Heartbeat', {})));
    expect(answers.every((answer) => answer[0] === 3)).toBe(true);
  });
});

describe('commands', () => {
  const start = { connector: 2, idTag: '0123456789ABCDEF0123' };

  test('a remote start names the connector, and the charge point’s answer is returned', async () => {
    const chargePoint = await bare('CP-1').open();
    const answer = fixture.central.sessionCalls.remoteStart('CP-1', start);
    const { id, payload } = await chargePoint.wasAsked('RemoteStartTransaction');
    expect(payload).toEqual({ connectorId: 2, idTag: start.idTag });
    chargePoint.say([3, 'another', { status: 'Rejected' }]);
    chargePoint.say([3, id, { status: 'Accepted' }]);
    expect(await answer).toBe('accepted');

    const stop = fixture.central.sessionCalls.remoteStop('CP-1', 1000);
    const asked = await chargePoint.wasAsked('RemoteStopTransaction');
    expect(asked.payload).toEqual({ transactionId: 1000 });
    chargePoint.say([3, asked.id, { status: 'Rejected' }]);
    expect(await stop).toBe('rejected');
  });

  test('an error as the answer counts as rejected', async () => {
    const chargePoint = await bare('CP-1').open();
    const answer = fixture.central.sessionCalls.remoteStart('CP-1', start);
    chargePoint.say([4, (await chargePoint.wasAsked('RemoteStartTransaction')).id, 'InternalError', '', {}]);
    expect(await answer).toBe('rejected');
  });

  test('a charge point without a link is offline', async () => {
    await expect(fixture.central.sessionCalls.remoteStart('CP-1', start)).rejects.toMatchObject({
      code: 'charger_offline',
    });
  });

  test('a charge point that does not answer within 15 s is silent, and its late answer is ignored [OCPP-9]', async () => {
    const chargePoint = await bare('CP-1').open();
    const answer = fixture.central.sessionCalls.remoteStart('CP-1', start);
    const failed = expect(answer).rejects.toMatchObject({ code: 'charger_silent' });
    const { id } = await chargePoint.wasAsked('RemoteStartTransaction');
    clock.advance(15_000);
    await failed;
    chargePoint.say([3, id, { status: 'Accepted' }]);
    expect((await chargePoint.call('Heartbeat', {}))[0]).toBe(3);
  });

  test('one call is in flight at a time, and a driver’s call goes before the others', async () => {
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    const background = await chargePoint.wasAsked('GetConfiguration');
    const answers = [
      fixture.central.sessionCalls.remoteStop('CP-1', 1),
      fixture.central.sessionCalls.remoteStop('CP-1', 2),
    ];
    await chargePoint.call('Heartbeat', {});
    expect(chargePoint.asked.map(({ action }) => action)).toEqual(['GetConfiguration']);
    const key = { key: 'MeterValueSampleInterval', readonly: false, value: '60' };
    chargePoint.say([3, background.id, { configurationKey: [key] }]);
    for (const time of [1, 2]) {
      chargePoint.say([3, (await chargePoint.wasAsked('RemoteStopTransaction', time)).id, { status: 'Accepted' }]);
    }
    expect(await Promise.all(answers)).toEqual(['accepted', 'accepted']);
    await chargePoint.wasAsked('ChangeConfiguration');
    expect(chargePoint.asked.map(({ action }) => action)).toEqual([
      'GetConfiguration',
      'RemoteStopTransaction',
      'RemoteStopTransaction',
      'ChangeConfiguration',
    ]);
  });

  test('a driver waits no longer than that if the charge point is stuck', async () => {
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    await chargePoint.wasAsked('GetConfiguration');
    clock.advance(10_000);
    const answer = fixture.central.sessionCalls.remoteStart('CP-1', start);
    const failed = expect(answer).rejects.toMatchObject({ code: 'charger_silent' });
    clock.advance(5_000);
    await chargePoint.wasAsked('RemoteStartTransaction');
    clock.advance(10_000);
    await failed;
  });

  test('when a link ends, every waiting call is answered', async () => {
    const chargePoint = await bare('CP-1').open();
    const sent = fixture.central.sessionCalls.remoteStart('CP-1', start);
    const queued = fixture.central.sessionCalls.remoteStop('CP-1', 1000);
    const failures = Promise.allSettled([sent, queued]);
    await chargePoint.wasAsked('RemoteStartTransaction');
    chargePoint.socket.terminate();
    const codes = (await failures).map((result) => result.status === 'rejected' && result.reason.code);
    expect(codes).toEqual(['charger_silent', 'charger_offline']);
  });

  test('a command during the charge point’s own call causes no deadlock', async () => {
    const chargePoint = await bare('CP-1').open();
    let stopped: Promise<unknown> = Promise.resolve();
    fixture.listener.answers.metered = async () => {
      stopped = fixture.central.sessionCalls.remoteStop('CP-1', 1000);
    };
    const answer = chargePoint.call('MeterValues', { connectorId: 1, meterValue: [] });
    const { id } = await chargePoint.wasAsked('RemoteStopTransaction');
    expect((await answer)[0]).toBe(3);
    chargePoint.say([3, id, { status: 'Accepted' }]);
    expect(await stopped).toBe('accepted');
  });
});

describe('preparing a charger', () => {
  const keys = (interval: string, measurands: string, readonly = false) => ({
    configurationKey: [
      { key: 'MeterValueSampleInterval', readonly, value: interval },
      { key: 'MeterValuesSampledData', readonly, value: measurands },
    ],
  });
  const FULL = 'Energy.Active.Import.Register,Power.Active.Import,SoC';

  async function boot(): Promise<BareChargePoint> {
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
    return chargePoint;
  }

  test('a charge point that already samples as wanted, in any order of its list, is not changed', async () => {
    const chargePoint = await boot();
    const listed = 'SoC, Energy.Active.Import.Register,Power.Active.Import';
    chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, keys('1', listed)]);
    clock.advance(5_000);
    await chargePoint.call('Heartbeat', {});
    expect(chargePoint.asked.map(({ action }) => action)).toEqual(['GetConfiguration']);
  });

  test('only settings that differ are written', async () => {
    const chargePoint = await boot();
    chargePoint.say([
      3,
      (await chargePoint.wasAsked('GetConfiguration')).id,
      keys('1', 'Energy.Active.Import.Register'),
    ]);
    const { payload } = await chargePoint.wasAsked('ChangeConfiguration');
    expect(payload).toEqual({ key: 'MeterValuesSampledData', value: FULL });
  });

  test('a charge point that refuses the state of charge is asked for less, and after that not again', async () => {
    const chargePoint = await boot();
    const less = 'Energy.Active.Import.Register,Power.Active.Import';
    chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, keys('1', less)]);
    chargePoint.say([3, (await chargePoint.wasAsked('ChangeConfiguration')).id, { status: 'Rejected' }]);
    await chargePoint.call('Heartbeat', {});
    await chargePoint.call('Heartbeat', {});
    expect(chargePoint.asked.map(({ action }) => action)).toEqual(['GetConfiguration', 'ChangeConfiguration']);
  });

  test('settings that cannot be written are left alone', async () => {
    const chargePoint = await boot();
    chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, keys('60', 'SoC', true)]);
    await chargePoint.call('Heartbeat', {});
    await chargePoint.call('Heartbeat', {});
    expect(chargePoint.asked.map(({ action }) => action)).toEqual(['GetConfiguration']);
  });

  test('a charge point that reconnects without a boot is asked for the status of its connectors', async () => {
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('Heartbeat', {});
    clock.advance(5_000);
    chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, keys('1', FULL)]);
    const { payload } = await chargePoint.wasAsked('TriggerMessage');
    expect(payload).toEqual({ requestedMessage: 'StatusNotification' });
  });

  test('a charge point that cannot be triggered is not asked', async () => {
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('Heartbeat', {});
    clock.advance(5_000);
    const profiles = { key: 'SupportedFeatureProfiles', readonly: true, value: 'Core' };
    chargePoint.say([3, (await chargePoint.wasAsked('GetConfiguration')).id, { configurationKey: [profiles] }]);
    await chargePoint.call('Heartbeat', {});
    await chargePoint.call('Heartbeat', {});
    expect(chargePoint.asked.map(({ action }) => action)).toEqual(['GetConfiguration']);
  });
});

test('a closing server stores and acknowledges what it has received, and reports the disconnections', async () => {
  let keep: () => void = () => undefined;
  fixture.listener.answers.stopped = () => new Promise((resolve) => (keep = resolve));
  const chargePoint = await bare('CP-1').open();
  const answer = chargePoint.call('StopTransaction', { transactionId: 1000, meterStop: 5, timestamp: START });
  await fixture.listener.atLeast('stopped', 1);
  const closed = fixture.central.close();
  keep();
  expect((await answer)[0]).toBe(3);
  await closed;
  expect(fixture.listener.of('disconnected')).toEqual(['CP-1']);
});

test('a draining server ends a share of its links each second and serves the others', async () => {
  const [first, second, third] = [bare('CP-1'), bare('CP-2'), bare('CP-3')];
  for (const chargePoint of [first, second, third]) await chargePoint.open();
  await fixture.listener.atLeast('connected', 3);
  const codes: unknown[] = [];
  const ends = [first, second, third].map(async ({ socket }) => codes.push((await once(socket, 'close'))[0]));
  const closed = fixture.central.close(3_000);
  await ends[0];
  expect(codes).toEqual([1012]);
  expect((await second.call('Heartbeat', {}))[0]).toBe(3);
  await expect(bare('CP-4').open()).rejects.toThrow('503');
  clock.advance(1_000);
  await ends[1];
  expect((await third.call('Heartbeat', {}))[0]).toBe(3);
  // Each wait begins when the one before is over.
  await eventually(() => expect(clock.nextDueInMs).toBe(1_000));
  clock.advance(1_000);
  await closed;
  await ends[2];
  expect(codes).toEqual([1012, 1012, 1012]);
  expect(fixture.listener.of('disconnected').toSorted()).toEqual(['CP-1', 'CP-2', 'CP-3']);
});

describe('the message log', () => {
  test('contains each call of a charge point with its answer, including refused calls and broken frames', async () => {
    const chargePoint = await bare('CP-1').open();
    await chargePoint.call('Heartbeat', {});
    await chargePoint.call('NoSuchAction'.repeat(9), {});
    fixture.listener.answers.metered = async () => {
      throw new Error('full');
    };
    await chargePoint.call('MeterValues', { connectorId: 1, meterValue: [] });
    chargePoint.say('no frame');
    chargePoint.say([2, 'x'.repeat(36)]);
    chargePoint.say([3, 'nobody asked', {}]);
    await chargePoint.call('Heartbeat', {});
    const currentTime = START;
    const received = { chargePointId: 'CP-1', direction: 'received', at: new Date(START) };
    expect(fixture.said).toMatchObject([
      {
        ...received,
        action: 'Heartbeat',
        messageId: '1',
        frame: '[2,"1","Heartbeat",{}]',
        answerCode: 'CALLRESULT',
        answer: JSON.stringify([3, '1', { currentTime }]),
        latencyMs: 0,
      },
      { ...received, action: 'NoSuchAction'.repeat(9).slice(0, 40), answerCode: 'NotImplemented' },
      { ...received, action: 'MeterValues', answerCode: 'InternalError' },
      { ...received, action: null, messageId: null, frame: 'no frame', answerCode: null, answer: null },
      { ...received, action: null, messageId: 'x'.repeat(36), answerCode: 'FormationViolation' },
      { ...received, action: null, messageId: 'nobody asked', frame: '[3,"nobody asked",{}]', answer: null },
      { ...received, action: 'Heartbeat' },
    ]);
  });

  const UNANSWERED = { answer: null, answerCode: null, latencyMs: null };

  test('names a call that waits for the database, and those that wait behind it', async () => {
    const chargePoint = await bare('CP-1').open();
    const allReceived = once(chargePoint.socket, 'pong');
    fixture.listener.answers.metered = async () => {
      await allReceived;
      throw new DatabaseUnavailable('gone');
    };
    chargePoint.say([2, '7', 'MeterValues', { connectorId: 1, meterValue: [] }]);
    chargePoint.say([2, '8', 'Heartbeat', {}]);
    chargePoint.socket.ping();
    await once(chargePoint.socket, 'close');
    expect(fixture.said).toMatchObject([
      { action: 'MeterValues', messageId: '7', ...UNANSWERED },
      { action: 'Heartbeat', messageId: '8', ...UNANSWERED },
    ]);
  });

  test('contains no answer whose link was gone', async () => {
    const chargePoint = await bare('CP-1').open();
    const keep = Promise.withResolvers<undefined>();
    fixture.listener.answers.metered = () => keep.promise;
    chargePoint.say([2, '7', 'MeterValues', { connectorId: 1, meterValue: [] }]);
    await fixture.listener.atLeast('metered', 1);
    chargePoint.socket.terminate();
    await fixture.listener.atLeast('disconnected', 1);
    keep.resolve(undefined);
    await fixture.central.close();
    expect(fixture.said).toMatchObject([{ action: 'MeterValues', messageId: '7', ...UNANSWERED }]);
  });

  test('contains our own calls once they are answered, and those that never are', async () => {
    const chargePoint = await bare('CP-1').open();
    const reset = fixture.central.sessionCalls.reset('CP-1');
    const { id } = await chargePoint.wasAsked('Reset');
    clock.advance(40);
    chargePoint.say([4, id, 'InternalError', 'not now', {}]);
    expect(await reset).toBe('rejected');
    const stop = fixture.central.sessionCalls.remoteStop('CP-1', 1000);
    const asked = await chargePoint.wasAsked('RemoteStopTransaction');
    clock.advance(15_000);
    await expect(stop).rejects.toMatchObject({ code: 'charger_silent' });
    const sent = { chargePointId: 'CP-1', direction: 'sent' };
    expect(fixture.said.filter(({ action }) => action !== 'GetConfiguration')).toMatchObject([
      { ...sent, action: 'Reset', messageId: id, answerCode: 'InternalError', latencyMs: 40 },
      { ...sent, action: 'RemoteStopTransaction', messageId: asked.id, answerCode: null, answer: null },
    ]);
  });
});
