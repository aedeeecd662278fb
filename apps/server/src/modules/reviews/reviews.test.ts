import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { isRefusal, type Client } from '@bijli/contract/client';
import { socketEvent, type TransactionStop } from '@bijli/contract/realtime';
import { REVIEW_TAGS } from '@bijli/contract/reviews';
import { importStations } from '#modules/network/index.ts';
import { STATION } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, clock, ...stack } = await timedApp();
const HERE = STATION.id;
const place = (id: string) => ({ ...STATION, id, name: `Station ${id}`, chargers: [] });
let asha: Client;
let ravi: Client;

beforeAll(async () => {
  const { refused } = await importStations(
    stack.app.database,
    clock.now(),
    ['refused', 'starred', 'counted', 'crowded', 'bare', 'long', 'edited'].map(place),
  );
  expect(refused).toEqual([]);
  [asha, ravi] = await Promise.all([stack.driver('9200000301', 300), stack.driver('9200000302', 0)]);
  await asha.ask('updateUser', { body: { name: 'Asha Devi Rao', email: 'asha@example.com' } });
  await ravi.ask('updateUser', { body: { name: 'Ravi', email: 'ravi@example.com' } });
});

const said = { comment: 'Quick and clean.', tags: ['Fast Charging', 'Cleanliness'], rate: 4 };
const write = (driver: Client, property_id: string, review: Partial<typeof said> = {}) =>
  driver.call('addReviews', { body: { ...said, ...review, property_id } });
const read = (driver: Client, property_id: string) => driver.ask('stationReviews', { query: { property_id } });
const rateInList = async (id: string) =>
  (await asha.ask('chargingStation', { query: {} })).properties.find((station) => station.id === id)?.rate;

describe('a review', () => {
  test('is written by any signed-in driver, and read by all with its average, stars, tags, comment and date [REVIEWS-2, REVIEWS-3, API-28]', async () => {
    const began = clock.now().getTime();
    expect(await write(asha, 'counted')).toEqual({ success: true, message: 'Thank you for your review.' });
    await time.advance(1_000);
    await write(ravi, 'counted', { rate: 1, tags: ['Cleanliness'], comment: '  Both were taken. \n' });
    await time.advance(1_000);
    const nameless = await stack.driver('9200000303', 0);
    await write(nameless, 'counted', { rate: 4, tags: [], comment: '' });

    const { reviews, own, ...sums } = await read(ravi, 'counted');
    expect(sums).toEqual({
      success: true,
      property_id: 'counted',
      property_name: 'Station counted',
      average: 3,
      count: 3,
      histogram: [1, 0, 0, 2, 0],
      tag_counts: [1, 0, 0, 0, 2].map((count, index) => ({ tag: REVIEW_TAGS[index], count })),
    });
    expect(reviews).toMatchObject([
      { name: 'A driver', rate: 4, tags: [], comment: '', mine: false },
      { name: 'Ravi', rate: 1, tags: ['Cleanliness'], comment: 'Both were taken.', mine: true },
      { name: 'Asha R.', rate: 4, tags: ['Fast Charging', 'Cleanliness'], comment: 'Quick and clean.', mine: false },
    ]);
    expect(own).toEqual(reviews[1]);
    for (const { date } of reviews) expect(Date.parse(date)).toBeGreaterThanOrEqual(began);
    expect(JSON.stringify(reviews)).not.toContain('Devi');
  });

  test('is one for each driver and station: a second one replaces it, and the average follows everywhere [REVIEW-6, REVIEWS-2]', async () => {
    await write(asha, 'edited', { rate: 2 });
    await write(ravi, 'edited', { rate: 5 });
    expect(await rateInList('edited')).toBe(3.5);
    await time.advance(1_000);
    await write(asha, 'edited', { rate: 4, comment: 'Better now.', tags: [] });
    expect(await rateInList('edited')).toBe(4.5);
    const { reviews, average, count } = await read(asha, 'edited');
    expect([average, count]).toEqual([4.5, 2]);
    expect(reviews[0]).toMatchObject({ name: 'Asha R.', rate: 4, comment: 'Better now.', tags: [], mine: true });
    const { properties } = await ravi.ask('searchStation', { query: { search: 'Station edited' } });
    expect(properties).toMatchObject([{ id: 'edited', rate: 4.5 }]);
  });

  test.each([
    ['no stars', { rate: 0 }, 'rate_invalid'],
    ['six stars', { rate: 6 }, 'rate_invalid'],
    ['half a star', { rate: 3.5 }, 'rate_invalid'],
    ['fewer than none', { rate: -1 }, 'rate_invalid'],
    ['an impression that is not offered', { tags: ['Cleanliness', 'Parking'] }, 'review_tag_unknown'],
    ['1,001 characters', { comment: 'x'.repeat(1001) }, 'comment_too_long'],
  ])('with %s is refused with a sentence and not stored [REVIEW-9]', async (_, wrong, code) => {
    const answer = await write(asha, 'refused', wrong);
    expect(answer).toMatchObject({ success: false, code });
    expect(isRefusal(answer) && answer.message.length).toBeGreaterThan(10);
    expect((await read(asha, 'refused')).count).toBe(0);
  });

  test('accepts only whole stars from 1 to 5, whatever number is sent [REVIEW-9]', async () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.double({ min: -10, max: 10, noNaN: true }));
    await fc.assert(
      fc.asyncProperty(number, async (rate) => {
        const answer = await write(ravi, 'starred', { rate });
        expect(isRefusal(answer)).toBe(![1, 2, 3, 4, 5].includes(rate));
      }),
      { numRuns: 40 },
    );
  });

  test('may have 1,000 characters of any script, and loses the spaces around it [REVIEW-6]', async () => {
    const comment = '⚡'.repeat(999);
    expect(await write(asha, 'long', { comment: `  ${comment}क\n`, tags: ['Amenities', 'Amenities'] })).toMatchObject({
      success: true,
    });
    const { own } = await read(asha, 'long');
    expect(own).toMatchObject({ comment: `${comment}क`, tags: ['Amenities'] });
  });

  test('of a station that does not exist is refused, and so is reading it [REVIEWS-3]', async () => {
    expect(await write(asha, 'nowhere')).toMatchObject({ success: false, code: 'station_unknown' });
    expect(await write(asha, "'; drop table reviews")).toMatchObject({ success: false, code: 'station_unknown' });
    expect(await asha.call('stationReviews', { query: { property_id: 'nowhere' } })).toMatchObject({
      code: 'station_unknown',
    });
  });

  test('written by many at once leaves the correct average in the list [REVIEWS-2]', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, index) => stack.driver(`920000032${index}`, 0)));
    const rates = [1, 2, 3, 4, 5, 5, 5, 2];
    const answers = await Promise.all(
      crowd.map((driver, index) => write(driver, 'crowded', { rate: rates[index] ?? 1 })),
    );
    expect(answers.every(({ success }) => success)).toBe(true);
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    expect(await read(asha, 'crowded')).toMatchObject({ average: mean, count: 8, histogram: [1, 2, 1, 1, 3] });
    expect(await rateInList('crowded')).toBe(mean);
  });
});

test('a station without reviews has no average and no stars in the list [REVIEWS-4]', async () => {
  expect(await read(asha, 'bare')).toEqual({
    success: true,
    property_id: 'bare',
    property_name: 'Station bare',
    average: null,
    count: 0,
    histogram: [0, 0, 0, 0, 0],
    tag_counts: REVIEW_TAGS.map((tag) => ({ tag, count: 0 })),
    reviews: [],
  });
});

test('of a driver who has charged at the station says so, and the driver’s sessions show the stars [SESSIONS-7, REVIEWS-2]', async () => {
  const chargePoint = await stack.chargePoint('FAST-1');
  await Promise.all([write(asha, HERE, { rate: 5 }), write(ravi, HERE, { rate: 2 })]);
  expect((await read(asha, HERE)).reviews.map(({ charged_here }) => charged_here)).toEqual([false, false]);
  expect((await asha.ask('chargingSessionList', {})).data).toEqual([]);

  const screen = await liveSocket(stack.url, asha.token);
  chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
  const { invoice_number: booking } = await asha.ask('remoteStart', { body: fastStart(1, 0.1) });
  await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));

  const { reviews } = await read(ravi, HERE);
  expect(Object.fromEntries(reviews.map(({ name, charged_here }) => [name, charged_here]))).toEqual({
    'Asha R.': true,
    Ravi: false,
  });
  expect((await asha.ask('chargingSessionList', {})).data).toMatchObject([{ property_id: HERE, own_rating: 5 }]);
  await write(asha, HERE, { rate: 3 });
  expect((await asha.ask('chargingSessionList', {})).data[0]?.own_rating).toBe(3);
  await stack.app.database.$client.query('delete from reviews where station_id = $1', [HERE]);
  expect((await asha.ask('chargingSessionList', {})).data[0]).not.toHaveProperty('own_rating');
});
