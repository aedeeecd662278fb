import { expect, test } from 'vitest';
import {
  clockOrDate,
  clockTime,
  countdown,
  dateTime,
  duration,
  historyTime,
  minutesBetween,
} from '@bijli/ui/format/time';
import './messages.ts';

test('sessions and invoices show DD MMM YYYY hh:mm a in the viewer’s zone [CONST-11, SESSIONS-5, INVOICE-8]', () => {
  expect(dateTime('2026-11-18T13:44:00Z')).toBe('18 Nov 2026 07:14 pm');
  expect(dateTime('2026-09-01T18:35:00Z')).toBe('02 Sep 2026 12:05 am');
  expect(dateTime('2026-06-05T06:30:00.000Z')).toBe('05 Jun 2026 12:00 pm');
});

test('a time of today is shown as a clock time, any other with its day', () => {
  const now = Date.parse('2026-11-18T13:44:00Z');
  expect(clockOrDate('2026-11-17T18:30:00Z', now)).toBe('12:00 am');
  expect(clockOrDate('2026-11-18T13:44:00Z', now)).toBe(clockTime('2026-11-18T13:44:00Z'));
  expect(clockOrDate('2026-11-17T18:29:00Z', now)).toBe('17 Nov 2026 11:59 pm');
});

test('wallet rows show DD-MMM-YYYY HH:mm:ss in the viewer’s zone [CONST-11, WALLET-9]', () => {
  expect(historyTime('2026-11-18T14:12:07Z')).toBe('18-Nov-2026 19:42:07');
  expect(historyTime('2026-12-31T18:30:00Z')).toBe('01-Jan-2027 00:00:00');
});

test('minutes from an hour up are shown as hours and minutes [CHARGE-10, CONST-8]', () => {
  expect(duration(97)).toBe('1 Hours 37 Min');
  expect(duration(60)).toBe('1 Hours 0 Min');
  expect(duration(37)).toBe('37 Min');
  expect(duration(minutesBetween('2026-11-20T08:36:00Z', '2026-11-20T09:04:10Z'))).toBe('28 Min');
});

test('the minutes between two times agree with the times that stand beside them', () => {
  expect(minutesBetween('2026-11-20T15:00:50Z', '2026-11-20T15:03:10Z')).toBe(3);
  expect(minutesBetween('2026-11-20T15:00:10Z', '2026-11-20T15:00:50Z')).toBe(0);
});

test('the countdown to another code shows minutes and seconds [OTP-16]', () => {
  expect(countdown(24)).toBe('0:24');
  expect(countdown(65)).toBe('1:05');
});
