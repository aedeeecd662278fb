import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { createLog } from '#kernel/log.ts';
import { atEnd } from '#testing/at-end.ts';
import { newAuthority, type Identity } from '#testing/certificates.ts';
import { eventually } from '#testing/eventually.ts';
import { openTlsServer } from './tls-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'tls-'));
atEnd(() => rm(folder, { recursive: true }));
const authority = await newAuthority('Test');
const files = { certificates: [join(folder, 'server.pem')], keys: [join(folder, 'server.key')] };
const clock = new TestClock('2026-11-20T08:36:00.000Z');
const lines: string[] = [];

async function save({ certificate, key }: Identity): Promise<void> {
  await writeFile(files.certificates[0] ?? '', certificate);
  await writeFile(files.keys[0] ?? '', key);
}
const issue = (name: string) => authority.sign({ name, address: '127.0.0.1' });
await save(await issue('first'));
const server = await openTlsServer({
  host: '127.0.0.1',
  port: 0,
  files,
  upgrade: (_, socket) => socket.destroy(),
  clock,
  log: createLog('info', { write: (line: string) => void lines.push(line) }),
});
atEnd(() => server.close());
const at = { port: server.port, host: '127.0.0.1', ca: authority.certificate };

/** What the certificate that it shows is called. */
const shown = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(at, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw).subject.split('CN=')[1] ?? '');
      socket.destroy();
    }).on('error', reject);
  });

/** Its files are looked at again. */
async function looks(then: () => Promise<void> | void): Promise<void> {
  await eventually(async () => {
    clock.advance(10_000);
    await then();
  });
}

test('a replaced certificate is used without a restart, and half of a replacement changes nothing [OCPP-SEC-3]', async () => {
  expect(await shown()).toBe('first');
  const second = await issue('second');
  await writeFile(files.certificates[0] ?? '', second.certificate);
  await looks(() => expect(lines.join()).toContain('job.failed'));
  expect(await shown()).toBe('first');
  await save(second);
  await looks(async () => expect(await shown()).toBe('second'));
  expect(lines.join()).toContain('http.tls_reloaded');
});

test('requests that are not WebSocket get 404; connections that are not TLS are cut off and logged', async () => {
  const status = await new Promise((resolve, reject) =>
    get({ ...at, path: '/api-v1/user/login' }, (response) => {
      resolve(response.resume().statusCode);
    }).on('error', reject),
  );
  expect(status).toBe(404);
  await expect(fetch(`http://127.0.0.1:${server.port}/ocpp/CP-1`)).rejects.toThrow();
  await eventually(() => expect(lines.join()).toContain('http.tls_failed'));
});
