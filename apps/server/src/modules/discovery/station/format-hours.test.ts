import { describe, expect, test } from 'vitest';
import { en } from '#kernel/messages/en.ts';
import { hi } from '#kernel/messages/hi.ts';
import type { StationRow } from '#modules/network/index.ts';
import type { OpenHours } from '#modules/network/index.ts';
import { stationDetailsOnWire } from '../station-wire.ts';
import { formatHours } from './format-hours.ts';

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** Intl writes narrow spaces before am and pm. */
const said = (hours: OpenHours, messages = en) =>
  formatHours(hours, messages).map((line) => line.replaceAll(/\s/g, ' '));

describe('opening hours in words', () => {
  test('say plainly that a place never closes, or has the same hours all week', () => {
    expect(said('24x7')).toEqual(['Open 24 hours']);
    expect(said('24x7', hi)).toEqual(['24 घंटे खुला']);
    expect(said([{ days: WEEK, open: '07:00', close: '22:30' }])).toEqual(['Every day 07:00 am – 10:30 pm']);
  });

  test('join consecutive days, and have a line for each span of hours', () => {
    const hours = [
      { days: ['sat', 'mon', 'tue', 'wed', 'fri'], open: '08:00', close: '20:00' },
      { days: ['sun'], open: '10:00', close: '02:00' },
    ];
    expect(said(hours)).toEqual(['Mon–Wed, Fri–Sat 08:00 am – 08:00 pm', 'Sun 10:00 am – 02:00 am']);
  });

  test('name the days in the requested language, with Latin digits', () => {
    expect(said([{ days: WEEK.slice(0, 6), open: '08:00', close: '20:00' }], hi)).toEqual([
      'सोम–शनि 08:00 am – 08:00 pm',
    ]);
  });
});

test('a station’s amenities include those that are only likely, and none that are unknown', () => {
  const row = { openHours: null, amenities: ['cafe', 'restroom'], hasInferredAmenities: true, network: '' };
  const heard = [
    { heardAt: null },
    { heardAt: new Date('2026-11-20T08:00:00Z') },
    { heardAt: new Date('2026-11-19T08:00:00Z') },
  ];
  const at = new Date('2026-11-20T09:00:00Z');
  expect(stationDetailsOnWire(row as StationRow, heard, at, en)).toEqual({
    amenities: [
      { name: 'cafe', likely: true },
      { name: 'restroom', likely: true },
    ],
    last_seen: '2026-11-20T08:00:00.000Z',
  });
  const shut = { ...row, openHours: [{ days: ['sat'], open: '08:00', close: '20:00' }], hasInferredAmenities: false };
  expect(stationDetailsOnWire(shut as unknown as StationRow, [], at, en)).toMatchObject({
    amenities: [{ likely: false }, { likely: false }],
    open_now: false,
    // 20 November 2026 is a Friday.
    opens_at: '2026-11-21T02:30:00.000Z',
  });
  const open = stationDetailsOnWire({ ...row, openHours: '24x7' } as StationRow, [], at, en);
  expect([open.open_now, open.opens_at]).toEqual([true, undefined]);
});
