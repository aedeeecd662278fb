import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#kernel/free-port.ts';
import { testApp } from '#testing/app.ts';
import { connectedChargePoint } from '#testing/charge-point-fixture.ts';
import { commandLine } from '#testing/command-line.ts';
import { eventually } from '#testing/eventually.ts';

const port = await freePort();
const dataDir = mkdtempSync(join(tmpdir(), 'bijli-cli-files-'));
const env = { FILES_URL: `http://127.0.0.1:${port}`, DATA_DIR: dataDir };
const stack = await testApp({ env: { ...env, PORT: String(port) } });
const bijli = commandLine(stack.database, dataDir, env);

test('an operator adds firmware, installs it on a charger, saves the charger’s log, and retires the firmware [OCPP-25, OCPP-26]', async () => {
  await stack.chargePoint('FAST-1');
  const file = join(dataDir, 'T7 2.4.bin');
  writeFileSync(file, 'firmware');
  const added = await bijli('firmware', 'add', file, '--version', '2.4');
  expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^[\w-]{36} {2}T7_2\.4\.bin 2\.4\n$/) });
  const id = added.out.slice(0, 36);
  expect((await bijli('firmware', 'list')).out).toMatch(
    new RegExp(`^${id} {2}T7_2.4.bin 2.4 {2}8 bytes {2}[0-9a-f]{64}\n`),
  );

  const saved = join(dataDir, 'brought.txt');
  const fetched = await bijli('chargers', 'fetch', 'FAST-1', 'diagnostics', '--to', saved);
  expect(fetched).toMatchObject({ code: 0, out: expect.stringContaining(`${saved}: `) });
  expect(readFileSync(saved, 'utf8')).toContain('FAST-1');

  expect(await bijli('chargers', 'update', 'FAST-1', id)).toMatchObject({ code: 0 });
  await eventually(async () => {
    const { rows } = await stack.database.$client.query(
      "select state from charger_commands where operation = 'UpdateFirmware'",
    );
    expect(rows).toEqual([{ state: 'done' }]);
  });

  expect(await bijli('firmware', 'retire', id)).toMatchObject({ code: 0 });
  expect(await bijli('chargers', 'update', 'FAST-1', id)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no such firmware'),
  });
  expect((await bijli('audit', 'list')).out).toMatch(
    /firmware\.retire[\s\S]*charger\.update-firmware[\s\S]*charger\.fetch-file[\s\S]*firmware\.add/,
  );
});

test('a charger without a log is reported so: it names no file, or says that it has uploaded one that never came [OCPP-26]', async () => {
  const chargePoint = await connectedChargePoint(stack.url, 'SLOW-1');
  const nothing = bijli('chargers', 'fetch', 'SLOW-1', 'diagnostics');
  chargePoint.say([3, (await chargePoint.wasAsked('GetDiagnostics')).id, {}]);
  expect(await nothing).toMatchObject({ code: 0, out: expect.stringContaining('SLOW-1 has nothing to upload.') });

  const elsewhere = bijli('chargers', 'fetch', 'SLOW-1', 'log');
  const { id, payload } = await chargePoint.wasAsked('GetLog');
  chargePoint.say([3, id, { status: 'Accepted', filename: 'log.zip' }]);
  const { requestId } = payload as { requestId: number };
  await chargePoint.call('LogStatusNotification', { status: 'Uploaded', requestId });
  expect(await elsewhere).toMatchObject({ code: 1, out: expect.stringContaining('nothing has arrived') });
  await chargePoint.close();
});

test('firmware with a wrong signature is not stored, and an offline charger uploads nothing', async () => {
  const file = (name: string, content: string) => {
    writeFileSync(join(dataDir, name), content);
    return join(dataDir, name);
  };
  const signed = ['--certificate', file('c.pem', 'none'), '--signature', file('s', 'AAAA')];
  const refused = await bijli('firmware', 'add', file('f.bin', 'f'), '--version', '1', ...signed);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('The signature is not of this file') });
  expect((await bijli('firmware', 'list')).out).toMatch(/f\.bin 1 {2}file not yet uploaded {2}signed {2}retired /);
  const fetched = await bijli('chargers', 'fetch', 'SLOW-1', 'log', '--wait', '20');
  expect(fetched).toMatchObject({ code: 1, out: expect.stringContaining('SLOW-1 uploads nothing: offline.') });
  expect(await bijli('chargers', 'fetch', 'SLOW-1', 'everything')).toMatchObject({ code: 2 });
});
