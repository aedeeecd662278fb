import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { atEnd } from '#testing/at-end.ts';
import { PRODUCTION } from '#testing/production.ts';
import { run } from '../run.ts';

const folder = mkdtempSync(join(tmpdir(), 'bijli-setup-'));
atEnd(() => rmSync(folder, { recursive: true }));
const OWN = new Set(['NODE_ENV', 'DATABASE', 'CHECKSUM_SECRET', 'LINK_SECRET', 'PHONEPE_WEBHOOK_PASSWORD']);
const given = Object.fromEntries(Object.entries(PRODUCTION).filter(([name]) => !OWN.has(name)));

async function bijli(args: string[], ask?: (question: string, isSecret: boolean) => Promise<string>) {
  let said = '';
  const out = (text: string): void => void (said += text);
  const code = await run(['setup', ...args], { env: {}, out, err: out, isInteractive: false, ask });
  return { code, said };
}

function answersFile(answers: Record<string, string>): string {
  const file = join(folder, 'answers');
  writeFileSync(
    file,
    Object.entries(answers)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );
  return file;
}

test('setup makes all settings from a file of answers, with secrets that are never shown, in a file that only its owner can read; a second run keeps them [OPS-25]', async () => {
  const out = join(folder, 'bijli.env');
  const { code, said } = await bijli(['--answers', answersFile(given), '--out', out]);
  expect([code, said]).toEqual([0, expect.stringContaining(`Written to ${out}. It holds 4 new secrets`)]);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const written = parseEnv(readFileSync(out, 'utf8'));
  expect(parseConfig(written)).toMatchObject({
    isDemo: false,
    publicUrl: 'https://charge.example',
    databaseUrl: undefined,
  });
  for (const name of [
    'CHECKSUM_SECRET',
    'LINK_SECRET',
    'METRICS_TOKEN',
    'PHONEPE_WEBHOOK_PASSWORD',
    'PHONEPE_CLIENT_SECRET',
  ])
    expect(said).not.toContain(written[name]);
  expect(said).toContain('Copy PHONEPE_WEBHOOK_PASSWORD from there');
  await bijli(['--answers', answersFile({ BRAND: 'Volt & Co' }), '--out', out]);
  expect(parseEnv(readFileSync(out, 'utf8'))).toEqual({ ...written, BRAND: 'Volt & Co' });
});

test('missing settings are named and nothing is written; an unknown setting is refused', async () => {
  const out = join(folder, 'none.env');
  const { code, said } = await bijli(['--answers', answersFile({ BRAND: 'Volt' }), '--out', out]);
  expect([code, said]).toEqual([1, expect.stringContaining('SMTP_URL is not set')]);
  expect(() => statSync(out)).toThrow('ENOENT');
  expect((await bijli(['--answers', answersFile({ BRAMD: 'Volt' }), '--out', out])).said).toContain(
    'names BRAMD, but there is no such setting',
  );
});

test('setup asks for what a choice needs, asks again after a wrong answer, and never shows a secret', async () => {
  const out = join(folder, 'asked.env');
  const wrongFirst = new Set(['PORT']);
  const choices: Record<string, string> = {
    ...given,
    PAYMENT_OPTION: 'razorpay',
    RAZORPAY_KEY_ID: 'rzp_live_8fK2',
    RAZORPAY_KEY_SECRET: 'Zk82hFq0aLr5TtYw',
    PORT: '8080',
  };
  const asked: string[] = [];
  const answer = async (question: string): Promise<string> => {
    const name = /^(\w+)( \[.*\])?: $/m.exec(question)?.[1] ?? '';
    asked.push(name);
    if (asked.length > 100) throw new Error(`It does not take what ${name} is answered.`);
    return wrongFirst.delete(name) ? 'eighty' : (choices[name] ?? '');
  };
  const { code, said } = await bijli(['--out', out], answer);
  expect([code, said]).toEqual([0, expect.stringContaining('PORT must be a whole number from 0 to 65535')]);
  expect(asked.filter((name) => name === 'PORT')).toHaveLength(2);
  expect(asked).toContain('RAZORPAY_KEY_SECRET');
  expect(asked).not.toContain('PHONEPE_CLIENT_ID');
  expect(asked).not.toContain('LINK_SECRET');
  let shown = '';
  await bijli(['--out', out], async (question) => {
    shown += question;
    if (shown.length > 50_000) throw new Error('It does not keep what it has.');
    return '';
  });
  expect(shown).toContain('RAZORPAY_KEY_SECRET [as it is]: ');
  expect(shown).not.toContain('Zk82hFq0aLr5TtYw');
  expect(parseConfig(parseEnv(readFileSync(out, 'utf8'))).port).toBe(8080);
});
