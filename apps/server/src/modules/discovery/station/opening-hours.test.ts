import { describe, expect, test } from 'vitest';
import { isOpenAt, nextOpening } from './opening-hours.ts';

const days = (...names: string[]) => names;
const week = days('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
/** 20 November 2026 is a Friday; a time of day in India. */
const friday = (time: string) => new Date(`2026-11-20T${time}:00+05:30`);
const saturday = (time: string) => new Date(`2026-11-21T${time}:00+05:30`);

describe('opening hours [FILTER-5]', () => {
  test('are read in India time: open from the opening minute to the one before closing', () => {
    const hours = [{ days: week, open: '09:00', close: '21:00' }];
    const open = ['08:59', '09:00', '20:59', '21:00'].map((time) => isOpenAt(hours, friday(time)));
    expect(open).toEqual([false, true, true, false]);
    // 04:00 UTC is 09:30 in India, 23:59 UTC is the next day there.
    expect(isOpenAt(hours, new Date('2026-11-20T04:00:00Z'))).toBe(true);
    expect(isOpenAt(hours, new Date('2026-11-20T23:59:00Z'))).toBe(false);
  });

  test('past midnight belong to the day on which they began', () => {
    const fridayNight = [{ days: days('fri'), open: '18:00', close: '02:00' }];
    expect(isOpenAt(fridayNight, friday('17:59'))).toBe(false);
    expect(isOpenAt(fridayNight, friday('23:59'))).toBe(true);
    expect(isOpenAt(fridayNight, saturday('01:59'))).toBe(true);
    expect(isOpenAt(fridayNight, saturday('02:00'))).toBe(false);
    expect(isOpenAt(fridayNight, friday('01:00'))).toBe(false);
    expect(isOpenAt(fridayNight, saturday('19:00'))).toBe(false);
  });

  test('from Sunday night continue into Monday, and hours that end when they begin are a whole day', () => {
    const monday = new Date('2026-11-23T00:30:00+05:30');
    expect(isOpenAt([{ days: days('sun'), open: '22:00', close: '01:00' }], monday)).toBe(true);
    expect(isOpenAt([{ days: days('mon'), open: '22:00', close: '01:00' }], monday)).toBe(false);
    const wholeFriday = [{ days: days('fri'), open: '06:00', close: '06:00' }];
    expect(
      [friday('05:59'), friday('06:00'), saturday('05:59'), saturday('06:00')].map((at) => isOpenAt(wholeFriday, at)),
    ).toEqual([false, true, true, false]);
  });

  test('may have several parts a day, or be always, and count as closed if unknown', () => {
    const lunch = [
      { days: week, open: '09:00', close: '13:00' },
      { days: week, open: '15:00', close: '20:00' },
    ];
    expect(['12:00', '14:00', '16:00'].map((time) => isOpenAt(lunch, friday(time)))).toEqual([true, false, true]);
    expect(isOpenAt('24x7', friday('03:00'))).toBe(true);
    expect(isOpenAt(null, friday('12:00'))).toBe(false);
    expect(isOpenAt([], friday('12:00'))).toBe(false);
  });
});

describe('the next opening', () => {
  const opens = (hours: Parameters<typeof nextOpening>[0], at: Date) => nextOpening(hours, at)?.toISOString();

  test('is the first moment when hours begin: today, tomorrow, or on the next day with hours', () => {
    const daily = [{ days: week, open: '09:00', close: '21:00' }];
    expect(opens(daily, friday('06:20'))).toBe('2026-11-20T03:30:00.000Z');
    expect(opens(daily, friday('22:00'))).toBe('2026-11-21T03:30:00.000Z');
    const lunch = [...daily, { days: week, open: '06:00', close: '08:00' }];
    expect(opens(lunch, friday('08:30'))).toBe('2026-11-20T03:30:00.000Z');
    const weekdays = [{ days: days('mon', 'fri'), open: '09:00', close: '21:00' }];
    expect(opens(weekdays, friday('21:30'))).toBe('2026-11-23T03:30:00.000Z');
    // Of the one day that it is open, the hours are over: a week on.
    expect(opens([{ days: days('fri'), open: '09:00', close: '10:00' }], friday('10:00'))).toBe(
      '2026-11-27T03:30:00.000Z',
    );
  });

  test('is in India, where the next day begins earlier than in UTC', () => {
    const saturdays = [{ days: days('sat'), open: '00:30', close: '06:00' }];
    expect(opens(saturdays, new Date('2026-11-20T18:45:00Z'))).toBe('2026-11-20T19:00:00.000Z');
  });

  test('is unknown if the hours are, and for a place that is never or always open', () => {
    expect([null, '24x7' as const, []].map((hours) => opens(hours, friday('03:00')))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
