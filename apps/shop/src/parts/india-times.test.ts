import { afterEach, expect, test } from 'vitest';
import { en } from '#messages/en.ts';
import { hi } from '#messages/hi.ts';
import { setMessages } from '#messages/messages.ts';
import { formatClock, formatDateTime } from './india-times.ts';

afterEach(() => setMessages(en));

test('a clock has am or pm in English, and the part of the day before it in Hindi, with a date or alone', () => {
  const utc = '2026-11-20T13:42:00Z';
  setMessages(en);
  expect([formatClock(utc), formatDateTime(utc)]).toEqual(['07:12\u00A0pm', '20 Nov 2026, 07:12 pm']);
  setMessages(hi);
  expect([formatClock(utc), formatDateTime(utc)]).toEqual(['शाम\u00A007:12', '20 नव 2026, शाम 07:12']);
});
