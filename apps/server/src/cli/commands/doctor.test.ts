import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { databaseUrl } from '#testing/database.ts';
import { pastSession } from '#testing/past-session.ts';
import { PRODUCTION } from '#testing/production.ts';
import { run } from '../run.ts';

const stack = await testApp();
const { database } = stack.app;
const folder = mkdtempSync(join(tmpdir(), 'bijli-doctor-'));

async function doctor(env: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  let said = '';
  const out = (text: string): void => void (said += text);
  const base = { DATABASE_URL: databaseUrl(database), DATA_DIR: folder, ...env };
  const code = await run(['doctor'], { env: base, out, err: out, isInteractive: false });
  return { code, lines: said.trimEnd().split('\n') };
}

/** Starts a provider whose clock is ahead by this much. */
async function provider(aheadMs = 0): Promise<string> {
  const server = createServer((_request, response) =>
    response.writeHead(404, { date: new Date(Date.now() + aheadMs).toUTCString() }).end(),
  );
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('doctor says what is well, and for each problem what to do [OPS-21]', async () => {
  const { code, lines } = await doctor({ PHONEPE_API_URL: await provider() });
  expect(code).toBe(1);
  expect(lines[0]).toMatch(/^ok {4}PostgreSQL \d+\.\d+$/);
  expect(lines).toContain('ok    its tables match this release');
  expect(lines).toContain('ok    full_page_writes is on');
  expect(lines).toContainEqual(expect.stringMatching(/^ok {4}phonepe at 127\.0\.0\.1:\d+ answers$/));
  expect(lines).toContain('look  a server serves this database: No server runs. Start it.');
  expect(lines).toContain('look  the ledger: It was not proven within the last day. Run "ledger check".');
  expect(lines.at(-1)).toMatch(/^\d+ problems\.$/);
});

test('a provider that does not answer is reported, and so is one with another clock', async () => {
  const away = await doctor({ PHONEPE_API_URL: 'http://127.0.0.1:9' });
  expect(away.lines).toContainEqual(expect.stringMatching(/^look {2}phonepe at 127\.0\.0\.1:9: It does not answer \(/));
  const { lines } = await doctor({ PHONEPE_API_URL: await provider(600_000) });
  expect(lines).toContainEqual(
    expect.stringMatching(/^look {2}phonepe .* answers: Its clock is (59\d|60\d) s from ours/),
  );
});

test('in production an address without https and an unknown host name are reported', async () => {
  const env = { ...PRODUCTION, DATABASE: '', PUBLIC_URL: 'http://charging.invalid' };
  const { lines } = await doctor(env);
  expect(lines).toContainEqual(
    expect.stringMatching(/^look {2}PUBLIC_URL is http:\/\/charging\.invalid: Without https/),
  );
  expect(lines).toContain('look  charging.invalid: DNS does not know the name. Add a record for it.');
});

test('a charger with a wrong clock is named, with the difference', async () => {
  await stack.driver('9100000001', 0);
  const { transactionId } = await pastSession(database, '9100000001', { transactionId: 4711 });
  await database.$client.query(
    `insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh)
     values ($1, now() - interval '47 minutes', 'Sample.Periodic', now(), 100)`,
    [transactionId],
  );
  const { lines } = await doctor({ PHONEPE_API_URL: await provider() });
  expect(lines).toContainEqual(expect.stringMatching(/^look {2}the clock of FAST-1: It is 47 minutes behind/));
});
