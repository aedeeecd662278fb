import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@bijli/contract/client';
import { MAX_COMPLAINT_COMMENT_LENGTH, COMPLAINT_KINDS } from '@bijli/contract/complaints';
import { pageOf } from '#db/pagination.ts';
import { TestClock } from '#kernel/clock.ts';
import { testApp } from '#testing/app.ts';
import { pastSession } from '#testing/past-session.ts';
import { rawCall } from '#testing/raw-call.ts';
import { listComplaints } from './index.ts';

const clock = new TestClock('2026-11-20T08:00:00Z');
const stack = await testApp({ clock });
const { database } = stack.app;
const property_id = 'test-station';

let asha: Client;
beforeAll(async () => {
  asha = await stack.driver('9777000001', 0);
  await stack.driver('9777000002', 0);
  await pastSession(database, '9777000002', { bookingId: 'B-THEIRS' });
});

type ComplaintBody = Parameters<typeof asha.ask<'fileComplaint'>>[1]['body'];
const file = (complaint: Partial<ComplaintBody>, driver = asha) =>
  driver.call('fileComplaint', { body: { property_id, kind: 'damaged', comment: '', ...complaint } });
const kept = async () => (await listComplaints(database, undefined, pageOf({}))).rows;

describe('a complaint', () => {
  test('is filed in a few words and gets a reference', async () => {
    const answer = await file({ kind: 'stops_early', charger_id: 'FAST-1', comment: '  Stopped at 60 %.  ' });
    expect(answer).toEqual({
      success: true,
      message: expect.stringMatching(/Your report is F-[2-9A-Z]{8}\.$/),
      reference: expect.stringMatching(/^F-[2-9A-Z]{8}$/),
    });
    const reference = 'reference' in answer ? answer.reference : '';
    expect((await kept()).find((each) => each.reference === reference)).toMatchObject({
      stationId: property_id,
      chargePointId: 'FAST-1',
      connector: null,
      bookingId: null,
      kind: 'stops_early',
      comment: 'Stopped at 60 %.',
      reportedAt: clock.now(),
    });
  });

  test('about a connector names its charge point, and one about a session names the session', async () => {
    await pastSession(database, '9777000001', { bookingId: 'B-MINE' });
    clock.advance(1000);
    expect(await file({ connector_id: 'FAST-1:2', booking_id: 'B-MINE', kind: 'payment' })).toMatchObject({
      success: true,
    });
    expect((await kept())[0]).toMatchObject({ chargePointId: 'FAST-1', connector: 2, bookingId: 'B-MINE' });
  });

  test.each([
    ['a station that does not exist', { property_id: 'nowhere' }, 404, 'station_unknown'],
    ['a charger of another place', { charger_id: 'ELSE-1' }, 422, 'charger_unknown'],
    ['a connector that it does not have', { connector_id: 'FAST-1:9' }, 422, 'connector_unknown'],
    ['a connector of another charger', { charger_id: 'SLOW-1', connector_id: 'FAST-1:1' }, 422, 'connector_unknown'],
    ['a charge that is not the driver’s', { booking_id: 'B-THEIRS' }, 404, 'charge_unknown'],
    ['something else, without a word', { kind: 'other', comment: '  ' }, 422, 'complaint_comment_missing'],
    ['something else, in joiners', { kind: 'other', comment: '\u200D\uFE0F' }, 422, 'complaint_comment_missing'],
    ['more than anybody reads', { comment: 'क'.repeat(MAX_COMPLAINT_COMMENT_LENGTH + 1) }, 422, 'comment_too_long'],
    ['a kind that there is not', { kind: 'haunted' }, 400, 'bad_request'],
    ['nothing at all', { kind: undefined }, 400, 'bad_request'],
  ])('about %s is refused', async (_, complaint, status, code) => {
    const before = (await kept()).length;
    const body = { property_id, kind: 'damaged', comment: '', ...complaint };
    const answer = await rawCall(stack.url, 'POST /api-v1/user/report-fault', { token: asha.token, body });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
    expect(await kept()).toHaveLength(before);
  });

  test('may be of every kind in the contract, with a comment of the maximum length', async () => {
    const driver = await stack.driver('9777000003', 0);
    for (const kind of COMPLAINT_KINDS)
      expect(await file({ kind, comment: 'ग'.repeat(MAX_COMPLAINT_COMMENT_LENGTH) }, driver)).toMatchObject({
        success: true,
      });
  });

  test('is accepted ten times an hour from one driver, also when many come at once', async () => {
    const driver = await stack.driver('9777000004', 0);
    const answers = await Promise.all(Array.from({ length: 15 }, () => file({}, driver)));
    expect(answers.filter(({ success }) => success)).toHaveLength(10);
    const refused = await rawCall(stack.url, 'POST /api-v1/user/report-fault', {
      token: driver.token,
      body: { property_id, kind: 'damaged', comment: '' },
    });
    expect([refused.status, refused.body['code']]).toEqual([429, 'complaint_limit']);
    clock.advance(60 * 60_000);
    expect(await file({}, driver)).toMatchObject({ success: true });
  });

  test('is neither changed nor withdrawn once it is filed', async () => {
    expect(await file({}, await stack.driver('9777000005', 0))).toMatchObject({ success: true });
    await expect(database.execute(sql`update fault_reports set comment = ''`)).rejects.toThrow();
    await expect(database.execute(sql`delete from fault_reports`)).rejects.toThrow();
  });
});
