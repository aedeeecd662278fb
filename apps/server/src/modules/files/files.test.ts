import { createHash, createSign, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#kernel/durations.ts';
import { freePort } from '#kernel/free-port.ts';
import { testApp } from '#testing/app.ts';
import { newAuthority } from '#testing/certificates.ts';
import { connectedChargePoint } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';
import { takeLoggedErrors } from '#testing/log.ts';
import { staffOf } from '#testing/staff.ts';

const port = await freePort();
const dataDir = mkdtempSync(join(tmpdir(), 'bijli-files-'));
const stack = await testApp({
  env: {
    PORT: String(port),
    FILES_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    FILES_MAX_MB: '1',
    FILES_INCOMING_MB: '3',
  },
});
const technician = await staffOf(stack, 'technician');
const at = { params: { charger_id: 'FAST-1' } };
const FIRMWARE = randomBytes(300_000);
const reason = 'as the maker asks';

const put = (
  url: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
  method: 'PUT' | 'POST' = 'PUT',
) => fetch(url, { method, headers, body: typeof body === 'string' ? body : new Uint8Array(body) });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

const uploadUrl = async (name: string): Promise<string> =>
  (await technician.ask('addFirmware', { body: { name, version: '1', reason } })).upload_url;

/** A firmware whose file is there. */
async function firmware(more: { signing_certificate?: string; signature?: string } = {}): Promise<string> {
  const body = { name: 'T7-2.4.1.bin', version: '2.4.1', reason, ...more };
  const added = await technician.ask('addFirmware', { body });
  expect((await put(added.upload_url, FIRMWARE)).status).toBe(201);
  return added.firmware.id;
}

async function commandState(command_id: string) {
  const { command } = await technician.ask('getChargerCommand', { params: { ...at.params, command_id } });
  return { state: command.state, told: command.follow_ups.map(({ payload }) => payload['status']), command };
}

/** A charge point as the standard has it is asked for its diagnostics; where it is to bring them. */
async function asked(charger_id = 'FAST-1'): Promise<{ address: string; file_id: string }> {
  const chargePoint = await connectedChargePoint(stack.url, charger_id);
  const body = { kind: 'diagnostics' as const, reason };
  const { file_id } = await technician.ask('fetchChargerFile', { params: { charger_id }, body });
  const { payload } = await chargePoint.wasAsked('GetDiagnostics');
  await chargePoint.close();
  return { address: (payload as { location: string }).location, file_id };
}

async function fileOf(file_id: string) {
  const { file, url } = await technician.ask('getChargerFile', { params: { ...at.params, file_id } });
  return { file, url, content: Buffer.from(await (await fetch(url)).arrayBuffer()) };
}
const isThere = async (file_id: string) =>
  (await technician.call('getChargerFile', { params: { ...at.params, file_id } })).success;

/** Of a maker of charge points, who signs what it makes. */
const makersKey = async () => (await newAuthority('Maker')).sign({ name: 'Maker' });

describe('firmware', () => {
  test('is fetched by one charge point from an address of its own, installed, and reported to the end [OCPP-25]', async () => {
    await stack.chargePoint('FAST-1');
    const firmware_id = await firmware();
    const { command_id } = await technician.ask('updateFirmware', { ...at, body: { firmware_id, reason } });
    await eventually(async () => {
      const { state, told } = await commandState(command_id);
      expect(told).toEqual(['Downloading', 'Downloaded', 'Installing', 'Installed']);
      expect(state).toBe('done');
    });
    const { command } = await commandState(command_id);
    expect(command.operation).toBe('UpdateFirmware');
    // Who has the address needs no sign-in: nobody reads it afterwards.
    expect(command.payload['location']).toBe(`http://127.0.0.1:${port}/charger-files/[blanked]/T7-2.4.1.bin`);
    const { messages } = await technician.ask('listChargerMessages', { ...at, query: {} });
    expect(JSON.stringify(messages)).not.toMatch(/charger-files\/[\w-]{20}/);
    await stack.switchOff();
  });

  test('that its maker has signed is sent with the signature, which the charge point verifies; a wrong one is refused at once', async () => {
    const { key, certificate } = await makersKey();
    const signature = createSign('sha256').update(FIRMWARE).sign(key, 'base64');
    const signed = { signing_certificate: certificate, signature };
    const firmware_id = await firmware(signed);
    await stack.chargePoint('FAST-1');
    const { command_id } = await technician.ask('updateFirmware', { ...at, body: { firmware_id, reason } });
    await eventually(async () =>
      expect((await commandState(command_id)).told).toEqual([
        'Downloading',
        'Downloaded',
        'SignatureVerified',
        'Installing',
        'Installed',
      ]),
    );
    await stack.switchOff();

    const body = { name: 'other.bin', version: '3', reason, ...signed };
    const { upload_url } = await technician.ask('addFirmware', { body });
    expect(await codeOf(await put(upload_url, randomBytes(1_000)))).toEqual([422, 'signature_wrong']);
    const half = { name: 'half.bin', version: '3', reason, signature };
    expect(await technician.call('addFirmware', { body: half })).toMatchObject({ code: 'signature_incomplete' });
  });

  test('is not served before its file is there, nor once it is retired; its file is not replaced', async () => {
    const body = { name: 'a.bin', version: '1', reason };
    const { firmware: added, upload_url } = await technician.ask('addFirmware', { body });
    const update = { ...at, body: { firmware_id: added.id, reason } };
    expect(await technician.call('updateFirmware', update)).toMatchObject({ code: 'firmware_not_there' });
    expect((await put(upload_url, 'first')).status).toBe(201);
    expect(await codeOf(await put(upload_url, 'second'))).toEqual([409, 'firmware_there']);
    const retire = { params: { firmware_id: added.id }, body: { reason } };
    await technician.ask('retireFirmware', retire);
    expect(await technician.call('updateFirmware', update)).toMatchObject({ code: 'firmware_unknown' });
    expect(await technician.call('retireFirmware', retire)).toMatchObject({ code: 'firmware_unknown' });
    const { firmware: listed } = await technician.ask('listFirmware', { query: {} });
    expect(listed.find(({ id }) => id === added.id)).toMatchObject({
      bytes: 5,
      retired_at: expect.any(String),
      is_signed: false,
    });
  });
});

test('that is uploaded several times at once keeps the accepted file, and no other', async () => {
  const body = { name: 'race.bin', version: '1', reason };
  const { firmware: added, upload_url } = await technician.ask('addFirmware', { body });
  const answers = await Promise.all(Array.from({ length: 8 }, () => put(upload_url, randomBytes(100_000))));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 409 && status !== 429)).toEqual([201]);
  const { firmware: listed } = await technician.ask('listFirmware', { query: {} });
  const folder = join(dataDir, 'files', 'firmware', added.id);
  const kept = readdirSync(folder).map((name) => createHash('sha256').update(readFileSync(join(folder, name))));
  expect(kept.map((hash) => hash.digest('hex'))).toEqual([listed.find(({ id }) => id === added.id)?.sha256]);
});

describe('a file that a charge point uploads', () => {
  test.each([
    ['diagnostics', 'GetDiagnostics', 'diagnostics.txt'],
    ['log', 'GetLog', 'DiagnosticsLog.txt'],
    ['security_log', 'GetLog', 'SecurityLog.txt'],
  ] as const)(
    'as %s by %s is stored, reported, and fetched by staff unchanged [OCPP-26]',
    async (kind, operation, name) => {
      const chargePoint = await stack.chargePoint('FAST-1');
      const { command_id, file_id } = await technician.ask('fetchChargerFile', { ...at, body: { kind, reason } });
      await eventually(async () => expect(await commandState(command_id)).toMatchObject({ state: 'done' }));
      const { command, told } = await commandState(command_id);
      expect([command.operation, told]).toEqual([operation, ['Uploading', 'Uploaded']]);
      const { file, content } = await fileOf(file_id);
      expect(file).toMatchObject({ kind, name, command_id, bytes: content.length });
      expect(content.toString()).toContain(`${chargePoint.id} list of tags`);
      const { files } = await technician.ask('listChargerFiles', { ...at, query: { limit: '1' } });
      expect(files).toMatchObject([{ id: file_id, name }]);
      await stack.switchOff();
    },
  );

  test.each(['uploadFails', 'uploadCut'] as const)(
    'is not stored if it breaks off or never comes (%s)',
    async (quirk) => {
      await stack.chargePoint('FAST-1', { quirks: { [quirk]: true } });
      const body = { kind: 'log' as const, reason };
      const { command_id, file_id } = await technician.ask('fetchChargerFile', { ...at, body });
      await eventually(async () => expect(await commandState(command_id)).toMatchObject({ state: 'failed' }));
      expect(await technician.call('getChargerFile', { params: { ...at.params, file_id } })).toMatchObject({
        code: 'file_unknown',
      });
      // Nothing of it is left on the disk.
      await eventually(async () => expect(readdirSync(join(dataDir, 'files', 'incoming'))).toEqual([]));
      await stack.switchOff();
    },
  );

  test('may come in any way that charge points use: by PUT or POST, below the address or to it, in a form or bare [OCPP-26]', async () => {
    const form = new FormData();
    form.append('note', 'of no use');
    form.append('file', new Blob(['in a form']), '../../diag log.zip');
    const ways: [string, (address: string) => Promise<Response>, string, string][] = [
      ['PUT below', (address) => put(`${address}/d.zip`, 'below'), 'd.zip', 'below'],
      ['PUT below, hidden', (address) => put(`${address}/.bashrc`, 'hidden'), 'bashrc', 'hidden'],
      ['PUT to it', (address) => put(address, 'to it'), 'file', 'to it'],
      ['POST bare', (address) => put(address, 'bare', { 'content-type': 'application/zip' }, 'POST'), 'file', 'bare'],
      [
        'POST as JSON',
        (address) => put(address, '{"a":1}', { 'content-type': 'application/json' }, 'POST'),
        'file',
        '{"a":1}',
      ],
      ['POST a form', (address) => fetch(address, { method: 'POST', body: form }), 'diag_log.zip', 'in a form'],
    ];
    for (const [way, bring, name, content] of ways) {
      const { address, file_id } = await asked();
      expect((await bring(address)).status, way).toBe(201);
      const brought = await fileOf(file_id);
      expect([brought.file.name, brought.content.toString()], way).toEqual([name, content]);
    }
  });

  test('is uploaded again after an unfinished try, and the last one counts', async () => {
    const { address, file_id } = await asked();
    for (const content of ['first', 'second']) expect((await put(address, content)).status).toBe(201);
    expect((await fileOf(file_id)).content.toString()).toBe('second');
  });

  test('has at most the maximum size, and is not empty; its address does not work in the other direction, with another key, or too late', async () => {
    const { address, file_id } = await asked();
    expect(await codeOf(await put(address, Buffer.alloc(1_000_001)))).toEqual([413, 'file_too_large']);
    expect(await codeOf(await put(address, ''))).toEqual([400, 'file_missing']);
    expect(await codeOf(await fetch(address))).toEqual([404, 'file_unknown']);
    expect(await codeOf(await put(address.slice(0, -3), 'x'))).toEqual([404, 'file_unknown']);
    const empty = new FormData();
    empty.append('note', 'no file');
    expect(await codeOf(await fetch(address, { method: 'POST', body: empty }))).toEqual([400, 'file_missing']);
    expect(await isThere(file_id)).toBe(false);
    expect((await put(address, Buffer.alloc(1_000_000))).status).toBe(201);
    const { url } = await fileOf(file_id);
    expect(await codeOf(await put(url, 'x'))).toEqual([404, 'file_unknown']);
    await stack.database.$client.query('update file_addresses set expires_at = now()');
    expect(await codeOf(await put(address, 'late'))).toEqual([404, 'file_unknown']);
    expect(await codeOf(await fetch(url))).toEqual([404, 'file_unknown']);
  });

  test('is fetched from where the download broke off', async () => {
    const { address, file_id } = await asked();
    await put(address, FIRMWARE);
    const { url } = await fileOf(file_id);
    const part = async (range: string) => {
      const answer = await fetch(url, { headers: { range } });
      return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())];
    };
    expect(await part('bytes=100-')).toEqual([206, 'bytes 100-299999/300000', FIRMWARE.subarray(100)]);
    expect(await part('bytes=-7')).toEqual([206, 'bytes 299993-299999/300000', FIRMWARE.subarray(-7)]);
    expect(await part('bytes=5-1')).toEqual([200, null, FIRMWARE]);
    expect((await part('bytes=300000-')).slice(0, 2)).toEqual([416, 'bytes */300000']);
  });

  test('is purged after its retention, also from the disk', async () => {
    const { address, file_id } = await asked();
    await put(address, 'old');
    const kept = () => readdirSync(join(dataDir, 'files', 'charger')).filter((name) => name.startsWith(file_id));
    expect(kept()).toHaveLength(1);
    // And what a server has left that was killed while it came.
    const left = join(dataDir, 'files', 'incoming', 'left');
    writeFileSync(left, 'half');
    utimesSync(left, 0, 0);
    const half = join(dataDir, 'files', 'charger', `${file_id}.1.part`);
    writeFileSync(half, 'half');
    utimesSync(half, 0, 0);
    const young = `${half.slice(0, -6)}2.part`;
    writeFileSync(young, 'being written');
    // And the file of a firmware that was retired while the store failed.
    const retired = await firmware();
    const stored = join(dataDir, 'files', 'firmware', retired, createHash('sha256').update(FIRMWARE).digest('hex'));
    await technician.ask('retireFirmware', { params: { firmware_id: retired }, body: { reason } });
    expect(existsSync(stored)).toBe(false);
    writeFileSync(stored, FIRMWARE);
    const query = "update charger_files set asked_at = now() - interval '91 days' where id = $1";
    await stack.database.$client.query(query, [file_id]);
    await stack.app.modules.files.purgeExpired();
    expect(await isThere(file_id)).toBe(false);
    expect(kept()).toEqual([basename(young)]);
    for (const gone of [left, half, stored]) expect(existsSync(gone), gone).toBe(false);
  });
});

test('to an unknown address is refused at once, and its body is not read', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `PUT /charger-files/${'x'.repeat(43)}/d.zip HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nthe beginning`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 [^]*file_unknown/);
});

/** A form of which the file's end never comes, though all is there that was announced. */
function cutForm(pathname: string): string {
  const body = '--b\r\nContent-Disposition: form-data; name="f"; filename="d.zip"\r\n\r\nhalf';
  const head = `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

test('that breaks off is not stored, and is no failure of the server', async () => {
  const { address } = await asked();
  takeLoggedErrors();
  const head = `PUT ${new URL(address).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n`;
  const gone = connect(port, '127.0.0.1');
  gone.write(`${head}half`);
  await eventually(async () => expect(readdirSync(join(dataDir, 'files', 'incoming'))).toHaveLength(1));
  gone.destroy();
  await eventually(async () => expect(readdirSync(join(dataDir, 'files', 'incoming'))).toEqual([]));
  expect((await put(address, Buffer.from('whole'))).status).toBe(201);
  expect(takeLoggedErrors()).toEqual([]);
});

test('in a form that breaks off is refused and not stored, and harms nobody', async () => {
  const { address } = await asked();
  for (const [pathname, answer] of [
    [`/charger-files/${'x'.repeat(43)}`, /^HTTP\/1\.1 404 [^]*file_unknown/],
    [new URL(address).pathname, /^HTTP\/1\.1 400 [^]*file_cut_off/],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.write(cutForm(pathname));
    expect(await text(socket)).toMatch(answer);
    // Whoever hangs up in the middle.
    const gone = connect(port, '127.0.0.1');
    await new Promise((resolve) => gone.write(cutForm(pathname).replace(/Length: \d+/, 'Length: 9999'), resolve));
    gone.destroy();
  }
  await eventually(async () => expect(readdirSync(join(dataDir, 'files', 'incoming'))).toEqual([]));
  const endless = { 'content-type': 'multipart/form-data' };
  expect((await put(address, 'no boundary', endless, 'POST')).status).toBe(400);
  const tooLong = { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` };
  expect(await codeOf(await put(address, 'too long a boundary', tooLong, 'POST'))).toEqual([400, 'file_missing']);
  const form = new FormData();
  form.append('field', 'x'.repeat(1_900_000));
  expect((await fetch(address, { method: 'POST', body: form })).status).toBe(400);
  expect((await put(address, Buffer.from('whole'))).status).toBe(201);
});

test('is served as it is stored, however it is requested', async () => {
  const { address, file_id } = await asked();
  await put(address, 'x'.repeat(5000));
  const { url } = await fileOf(file_id);
  const { headers } = await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } });
  expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, '5000']);
});

test('that is uploaded several times at once is stored once, complete', async () => {
  const { address, file_id } = await asked();
  for (let round = 0; round < 10; round += 1) {
    const tries = Array.from({ length: 2 }, (_, index) => put(address, randomBytes(50_000 + index)));
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([201, 201]);
    const { file, content } = await fileOf(file_id);
    expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
  }
  const kept = readdirSync(join(dataDir, 'files', 'charger'));
  expect(kept.filter((name) => name.startsWith(file_id))).toHaveLength(1);
});

describe('an update', () => {
  const followed = async (id: string): Promise<Date> => {
    const { rows } = await stack.database.$client.query<{ at: Date }>(
      'select follow_until as at from charger_commands where id = $1',
      [id],
    );
    return rows[0]?.at ?? new Date(0);
  };
  /** Asked of a charge point that takes it; its payload, and until when it is followed. */
  async function updated(times: { retrieve_at?: string; install_at?: string }, more = {}) {
    const firmware_id = await firmware(more);
    const chargePoint = await connectedChargePoint(stack.url, 'FAST-1');
    const { command_id } = await technician.ask('updateFirmware', { ...at, body: { firmware_id, ...times, reason } });
    const operation = 'signature' in more ? 'SignedUpdateFirmware' : 'UpdateFirmware';
    const { id } = await chargePoint.wasAsked(operation);
    const sent = await followed(command_id);
    chargePoint.say([3, id, 'signature' in more ? { status: 'Accepted' } : {}]);
    await eventually(async () => expect((await commandState(command_id)).state).toBe('following'));
    await chargePoint.close();
    return [sent, await followed(command_id)].map((until) => (until.getTime() - Date.now()) / DAY_MS);
  }
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  test('for a later day is followed from then, also before its answer', async () => {
    for (const until of await updated({})) expect(until).toBeCloseTo(1, 2);
    for (const until of await updated({ retrieve_at: inDays(10) })) expect(until).toBeCloseTo(11, 2);
    const { key, certificate } = await makersKey();
    const signature = createSign('sha256').update(FIRMWARE).sign(key, 'base64');
    const signed = { signing_certificate: certificate, signature };
    const times = { retrieve_at: inDays(1), install_at: inDays(20) };
    for (const until of await updated(times, signed)) expect(until).toBeCloseTo(21, 2);
  });

  test('for the end of time is followed for a year, and one for no time is refused', async () => {
    for (const until of await updated({ retrieve_at: '9999-12-31T23:59:59Z' })) expect(until).toBeCloseTo(366, 2);
    const firmware_id = await firmware();
    for (const retrieve_at of [
      '9999-12-31T23:59:59-05:00',
      '2026-13-01T00:00Z',
      '2026-01-01T00:00+99:99',
      '0000-01-01T00:00Z',
    ])
      expect(
        await technician.call('updateFirmware', { ...at, body: { firmware_id, retrieve_at, reason } }),
      ).toMatchObject({
        success: false,
        code: 'bad_request',
      });
    const body = { kind: 'diagnostics' as const, deadline: '9999-12-31T23:59:59Z', reason };
    expect(await technician.call('fetchChargerFile', { ...at, body })).toMatchObject({ success: true });
  });

  test.each(['..', '.hidden', '-rf', 'a/b', ''])('has no firmware that is named %s', async (name) => {
    const body = { name, version: '1', reason };
    expect(await technician.call('addFirmware', { body })).toMatchObject({ success: false, code: 'bad_request' });
  });
});

/** Brings the beginning of a file, and no more until it is told to. */
function begun(address: string, announced: number, first = 1): { end(): Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `PUT ${new URL(address).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${announced}\r\nConnection: close\r\n\r\n`,
  );
  socket.write(Buffer.alloc(first));
  const answer = text(socket);
  return {
    end() {
      socket.write(Buffer.alloc(announced - first));
      return answer;
    },
  };
}
const incoming = join(dataDir, 'files', 'incoming');
const coming = () => readdirSync(incoming).length;
const comingBytes = () =>
  readdirSync(incoming)
    .map((name) => statSync(join(incoming, name)).size)
    .reduce((all, bytes) => all + bytes, 0);
const laterOf = async (answer: Response) => [...(await codeOf(answer)), answer.headers.get('retry-after')];

test('one address accepts two uploads at a time, and one charge point four; further ones are to come later', async () => {
  const { address } = await asked();
  const slow = [begun(address, 10), begun(address, 10)];
  await eventually(() => expect(coming()).toBe(2));
  expect(await laterOf(await put(address, 'third'))).toEqual([429, 'file_coming', '60']);
  const [other, last] = [(await asked()).address, (await asked()).address];
  slow.push(begun(other, 10), begun(other, 10));
  await eventually(() => expect(coming()).toBe(4));
  expect(await laterOf(await put(last, 'fifth'))).toEqual([429, 'file_coming', '60']);
  for (const one of slow) expect(await one.end()).toMatch(/^HTTP\/1\.1 201 /);
  for (const to of [address, other, last]) expect((await put(to, 'now')).status).toBe(201);
});

test('all uploads together have limited room on the disk; others are refused at their head or as they grow, and room is released', async () => {
  const [address, other] = [(await asked()).address, (await asked('SLOW-1')).address];
  const [third, last] = [await uploadUrl('T8.bin'), await uploadUrl('T9.bin')];
  // What is announced and has not come takes no room from the others.
  const hanging = [begun(address, 900_000), begun(address, 900_000)];
  await eventually(() => expect(coming()).toBe(2));
  const large = [other, third].map((to) => begun(to, 1_000_000, 999_999));
  await eventually(() => expect(comingBytes()).toBe(2 * 999_999 + 2));
  for (const one of hanging) expect(await one.end()).toMatch(/^HTTP\/1\.1 201 /);
  large.push(begun(address, 1_000_000, 999_999));
  await eventually(() => expect(comingBytes()).toBe(3 * 999_999));
  expect(await laterOf(await put(last, Buffer.alloc(2_000)))).toEqual([503, 'files_no_room', '60']);
  // One that does not say how large it is.
  const grown = request(last, { method: 'PUT' });
  grown.flushHeaders();
  grown.end(Buffer.alloc(2_000));
  const [refused] = (await once(grown, 'response')) as [IncomingMessage];
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60']);
  for (const one of large) expect(await one.end()).toMatch(/^HTTP\/1\.1 201 /);
  expect((await put(last, Buffer.alloc(2_000))).status).toBe(201);
  // Who hangs up gives back what was kept for it.
  const gone = connect(port, '127.0.0.1');
  gone.write(`PUT ${new URL(other).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nx`);
  await eventually(() => expect(coming()).toBe(1));
  gone.destroy();
  await eventually(() => expect(coming()).toBe(0));
  for (const to of [address, other]) expect((await put(to, Buffer.alloc(1_000_000))).status).toBe(201);
});

test('an upload that announces too large a size is refused before its body', async () => {
  const { address } = await asked();
  const socket = connect(port, '127.0.0.1');
  socket.write(`PUT ${new URL(address).pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\nx`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*file_too_large/);
});

test.each(['file', 'text', 'zip;', '/', 'application/zip; charset'])(
  'an upload may have the invalid Content-Type %s',
  async (type) => {
    const { address } = await asked();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${new URL(address).pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  },
);

test('a file is written to the disk while it arrives', async () => {
  const { address, file_id } = await asked();
  const { pathname } = new URL(address);
  const socket = connect(port, '127.0.0.1');
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nConnection: close\r\n\r\nslo`);
  await eventually(async () => expect(readdirSync(join(dataDir, 'files', 'incoming'))).toHaveLength(1));
  socket.write('wly');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect((await fileOf(file_id)).content.toString()).toBe('slowly');
});
