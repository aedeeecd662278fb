import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { testLog } from '#testing/log.ts';
import { partOf } from '#testing/smtp-server.ts';
import { createMailOutbox } from './mail-outbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'bijli-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('in the demo each e-mail is a file that a mail program can open, with its attachment', async () => {
  const from = 'Chargewala <orders@chargewala.example>';
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const outbox = createMailOutbox(join(folder, 'mail'), { from, clock, log: testLog });
  const content = Buffer.from('%PDF-1.3 …');
  const attachments = [{ name: 'SH-2627-000001.pdf', type: 'application/pdf', content }];
  const mail = { to: 'asha@example.com', subject: 'Order O-1', text: 'नमस्ते आशा' };
  await Promise.all([outbox.send({ ...mail, attachments }), outbox.send({ ...mail, attachments: [] })]);
  const files = readdirSync(join(folder, 'mail'));
  expect(files).toHaveLength(2);
  expect(files.every((file) => /^2026-11-20T10-00-00\.000Z-.*\.eml$/.test(file))).toBe(true);
  const texts = files.map((file) => readFileSync(join(folder, 'mail', file), 'utf8'));
  const withAttachment = texts.find((text) => text.includes('SH-2627-000001.pdf')) ?? '';
  expect(withAttachment).toContain(`From: ${from}`);
  expect(withAttachment).toContain('To: asha@example.com');
  expect(withAttachment).toContain('Subject: Order O-1');
  expect(partOf(withAttachment, 'text/plain').toString()).toBe('नमस्ते आशा');
  expect(partOf(withAttachment, 'application/pdf')).toEqual(content);
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is named with its setting', async () => {
  const outbox = createMailOutbox('/proc/nowhere/mail', {
    from: 'orders@chargewala.example',
    clock: new TestClock('2026-11-20T10:00:00Z'),
    log: testLog,
  });
  const sent = outbox.send({ to: 'asha@example.com', subject: 'Order O-1', text: 'Hello', attachments: [] });
  await expect(sent).rejects.toThrow(/^The folder \/proc\/nowhere cannot be made: .*Set DATA_DIR/);
});
