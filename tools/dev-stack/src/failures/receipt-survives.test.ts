import { expect, test, vi } from 'vitest';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { smtpServer } from '@bijli/server/testing/smtp-server';
import { PATIENCE, rowsOf, stackFixture } from '../testing.ts';

/** Set by the long test. The queues' own tests also prove that a job outlives its process. */
const KILLS = Number(process.env['KILLS'] ?? 0);
const EMAIL = 'asha@example.com';

test.skipIf(KILLS === 0)(
  'a receipt whose server and database are killed while it is being sent arrives once, after both are back',
  { timeout: 120_000 },
  async () => {
    const smtp = await smtpServer();
    const fixture = await stackFixture({ SMTP_URL: smtp.url, MAIL_FROM: 'Bijli <hello@bijli.example>' });
    const { driver, bookingId } = await fixture.runningSession();
    await driver.client.ask('updateUser', { body: { name: 'Asha Rao', email: EMAIL } });
    await driver.client.ask('setReceipts', { body: { on: true } });
    const link = (smtp.mails[0]?.text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    await driver.client.ask('confirmReceiptAddress', { body: { token: /confirm=([\w.-]+)/.exec(link)?.[1] ?? '' } });

    const sent = new Promise<void>((resolve) => (smtp.swallow = resolve));
    await driver.stop(bookingId);
    await sent;
    const database = fixture.stack.databasePid();
    const killed = fixture.stack.server().kill();
    if (database) process.kill(database, 'SIGKILL');
    await killed;
    smtp.swallow = undefined;
    await fixture.stack.restartServer();
    // Moves the job's time, as if the wait after a failed attempt had passed.
    const waits = "update jobs.job set start_after = now() where name = 'receipts' and state = 'retry' returning id";
    expect(await rowsOf(runningDatabaseUrl(fixture.dataDir) ?? '', waits)).toHaveLength(1);

    const receipts = () => smtp.mails.filter(({ text }) => text.includes(`Message-ID: <${bookingId}@`));
    await vi.waitUntil(() => receipts().length > 0, PATIENCE);
    const open = "select id from jobs.job where name = 'receipts' and state <> 'completed'";
    await vi.waitUntil(
      async () => (await rowsOf(runningDatabaseUrl(fixture.dataDir) ?? '', open)).length === 0,
      PATIENCE,
    );
    expect(receipts()).toHaveLength(1);
  },
);
