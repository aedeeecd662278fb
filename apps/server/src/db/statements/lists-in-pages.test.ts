import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@bijli/contract/client';
import { findOrInsertDriver } from '#modules/accounts/accounts.store.ts';
import { postTransfer } from '#modules/ledger/index.ts';
import { insertMissingNotification } from '#modules/notifications/notifications.store.ts';
import { insertPayment } from '#modules/payments/payments.store.ts';
import { insertRefund } from '#modules/payments/refunds/refunds.store.ts';
import { insertMissingReviews } from '#modules/reviews/index.ts';
import { STATION, testApp } from '#testing/app.ts';
import { pastSession } from '#testing/past-session.ts';

const { app, driver } = await testApp();
const { database } = app;
const MOBILE = '9200000901';
const ROWS = 23;
const FIRST = Date.parse('2026-11-01T06:30:00Z');
let client: Client;
let running: string;

beforeAll(async () => {
  client = await driver(MOBILE, 0);
  const { id: driverId } = await findOrInsertDriver(database, MOBILE, new Date(FIRST));
  const wallet = { kind: 'wallet', driverId } as const;
  const transfer = (kind: 'top_up' | 'capture', reference: string, at: Date, amountPaise: number) =>
    database.transaction((tx) =>
      postTransfer(tx, {
        idempotencyKey: `test:${reference}`,
        kind,
        reference,
        at,
        lines: [
          { account: wallet, amountPaise },
          { account: { kind: 'revenue' }, amountPaise: -amountPaise },
        ],
      }),
    );
  await transfer('top_up', 'filled', new Date(FIRST), 1_000);
  for (let row = 0; row < ROWS; row += 1) {
    // Three rows of each moment, so that pages end between rows of one time.
    const createdAt = new Date(FIRST + Math.floor(row / 3) * 60_000);
    await pastSession(database, MOBILE, { createdAt });
    const told = { key: `told:${row}`, kind: 'refund', facts: { paise: row }, expiresAt: createdAt };
    await insertMissingNotification(database, { ...told, driverId, createdAt });
    await transfer('capture', `B-${row}`, createdAt, -1);
    const payment = { txnId: `T-${row}`, provider: 'phonepe' as const, amountPaise: 100, createdAt };
    const due = { purpose: 'wallet', driverId, providerOrderId: `O-${row}`, expiresAt: createdAt };
    await insertPayment(database, { ...payment, ...due, state: 'failed' });
    if (row % 5 === 0)
      await insertRefund(database, {
        ...payment,
        refundId: `R-${row}`,
        key: `R-${row}`,
        providerPaymentId: `P-${row}`,
        wasCredited: false,
        reason: 'amount',
        state: 'completed',
      });
    const author = await findOrInsertDriver(database, String(9_200_001_000 + row), createdAt);
    const said = { rating: 4, tags: [], comment: `Review ${row}`, writtenAt: createdAt };
    await insertMissingReviews(database, [{ ...said, stationId: STATION.id, driverId: author.id }]);
  }
  const asked = { createdAt: new Date(FIRST - 60_000), state: 'charging', endedAt: null } as const;
  ({ bookingId: running } = await pastSession(database, MOBILE, asked));
});

type PageQuery = { cursor?: string; limit?: string };
/** Each list as one row a text, with the cursor of what follows. */
const LISTS: Record<string, (query: PageQuery) => Promise<{ rows: string[]; next?: string | undefined }>> = {
  async sessions(query) {
    const { data, next } = await client.ask('chargingSessionList', { query });
    return { rows: data.map(({ booking_id: id }) => id), next };
  },
  async wallet(query) {
    const { wallet } = await client.ask('getWallet', { query: { history: 'true', ...query } });
    return { rows: wallet.payment_history.map((row) => `${row.source} ${row.transaction_id}`), next: wallet.next };
  },
  async reviews(query) {
    const { reviews, next } = await client.ask('stationReviews', { query: { property_id: STATION.id, ...query } });
    return { rows: reviews.map(({ comment }) => comment), next };
  },
  async notifications(query) {
    const { notifications, next } = await client.ask('listNotifications', { query });
    return { rows: notifications.map(({ id }) => String(id)), next };
  },
};

describe.each(Object.entries(LISTS))('the list of %s', (name, list) => {
  test('is complete if no page is requested', async () => {
    const { rows, next } = await list({});
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toHaveLength({ sessions: ROWS + 1, wallet: 2 * ROWS + 5 }[name] ?? ROWS);
    expect(next).toBeUndefined();
  });

  test.each([1, 2, 7, 22, 23])('comes in pages of %i, each row once and in the same order', async (size) => {
    const rows: string[] = [];
    let next: string | undefined;
    do {
      const page = await list({ limit: String(size), ...(next && { cursor: next }) });
      const isFirstOfSessions = name === 'sessions' && next === undefined;
      expect(page.rows.length).toBeLessThanOrEqual(size + (isFirstOfSessions ? 1 : 0));
      rows.push(...page.rows);
      ({ next } = page);
    } while (next !== undefined);
    expect(rows).toEqual((await list({})).rows);
  });

  test.each([
    { cursor: 'x' },
    { cursor: "1_'; drop table drivers" },
    { cursor: `${'9'.repeat(14)}_B` },
    { limit: '0' },
    { limit: '1001' },
    { limit: '-1' },
  ])('is refused for %o', async (query) => {
    await expect(list(query)).rejects.toThrow('bad_request');
  });

  test('is empty after an unknown cursor or the last one', async () => {
    expect((await list({ cursor: '0_nobody.here' })).rows).toEqual([]);
  });
});

test('running sessions come first, however old they are', async () => {
  expect((await LISTS['sessions']?.({ limit: '1' }))?.rows[0]).toBe(running);
});
