import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ocppFixture, PASSWORD } from '#testing/charge-point-fixture.ts';

const CLI = fileURLToPath(import.meta.resolve('@bijli/charge-point/cli'));

test('a charge point on the command line obeys commands, and its journal is what the server received', async () => {
  const fixture = await ocppFixture();
  const folder = await mkdtemp(join(tmpdir(), 'journal-'));
  const journal = join(folder, 'samples.jsonl');
  const options = ['--url', fixture.url, '--id', 'CP-1', '--password', PASSWORD, '--journal', journal, '--plug', '1'];
  const chargePoint = spawn(process.execPath, [CLI, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  createInterface({ input: chargePoint.stdout }).on('line', (line) => said.push(line));

  await fixture.listener.atLeast('booted', 1);
  await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1B2' });
  await fixture.listener.atLeast('metered', 2);
  chargePoint.stdin.write('stop\n');
  const [stop] = await fixture.listener.atLeast('stopped', 1);
  chargePoint.stdin.write('quit\n');
  await once(chargePoint, 'exit');

  const text = await readFile(journal, 'utf8');
  const written = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const heard = [...fixture.listener.of('metered').flatMap(({ readings }) => readings), ...(stop?.readings ?? [])];
  expect(written.map(({ at, registerWh }) => [at, registerWh])).toEqual(
    heard.map(({ at, registerWh }) => [at.toISOString(), registerWh]),
  );
  expect(written.every(({ chargePointId, transactionId }) => chargePointId === 'CP-1' && transactionId === 1000)).toBe(
    true,
  );
  expect(said.join('\n')).toMatch(/online[^]*transaction 1000 accepted[^]*stopped \(Local\)/);
  await rm(folder, { recursive: true });
  await fixture.close();
});

test('a scenario from a file runs to its end, and a failing one ends with the step that failed', async () => {
  const fixture = await ocppFixture();
  const folder = await mkdtemp(join(tmpdir(), 'scenario-'));
  const play = async (text: string) => {
    const file = join(folder, 'scenario.txt');
    await writeFile(file, text);
    const options = ['--url', fixture.url, '--id', 'CP-1', '--password', PASSWORD, '--scenario', file];
    const chargePoint = spawn(process.execPath, [CLI, ...options], { stdio: ['pipe', 'pipe', 'inherit'] });
    const said: string[] = [];
    createInterface({ input: chargePoint.stdout }).on('line', (line) => said.push(line));
    const ended = once(chargePoint, 'exit');
    return { said, ended };
  };
  const { ended, said } = await play(`until online\nplug 1\nuntil told to start\nuntil accepted
    drop\nback\nuntil online\nquirk noPower\nstop 1\nuntil closed\nquit`);
  await fixture.listener.atLeast('statusChanged', 2);
  await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1B2' });
  expect(await ended).toEqual([0, null]);
  expect(said.join('\n')).toMatch(/online[^]*accepted[^]*offline[^]*online[^]*stopped \(Local\)[^]*closed/);
  const failing = await play('until online\nsing');
  expect(await failing.ended).toEqual([1, null]);
  expect(failing.said.join('\n')).toMatch(/! the scenario failed at line 2, sing: unknown: sing/);
  await rm(folder, { recursive: true });
  await fixture.close();
});

test('without the address, the id and the secret it says what is missing', async () => {
  const chargePoint = spawn(process.execPath, [CLI, '--id', 'CP-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = (await once(chargePoint.stderr, 'data')) as [Buffer];
  expect(said.toString()).toContain('--password');
  if (chargePoint.exitCode === null) await once(chargePoint, 'exit');
  expect(chargePoint.exitCode).toBe(2);
});
