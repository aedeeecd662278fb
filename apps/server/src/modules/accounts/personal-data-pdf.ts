import { setImmediate as others } from 'node:timers/promises';
import type { PersonalDataReply } from '@bijli/contract/accounts';
import type { Messages } from '#kernel/messages/en.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { momentFormat } from '#kernel/messages/times.ts';
import { createPdfPage } from '#modules/invoices/index.ts';

/** The most rows of a part that a document shows; a thousand sessions are a book, and the file for programs has them all. */
const MAX_ROWS_SHOWN = 200;

/** A driver's data to be read: each part with its rows, in words. `compress: false` leaves the text readable in the bytes. */
export async function personalDataPdf(
  { data, exported_at: exportedAt, mobile_number: mobile, incomplete }: PersonalDataReply,
  messages: Messages,
  { isCompressed = true }: { isCompressed?: boolean } = {},
): Promise<Buffer> {
  const { personal } = messages;
  const inWords = valueIn(messages);
  const page = createPdfPage(personal.title(), { isCompressed });
  page.title(personal.title());
  page.note(personal.about({ at: inWords('exported_at', exportedAt), mobile }));
  for (const [name, rows] of Object.entries(data)) {
    page.space();
    page.heading(personal.sections[name] ?? name);
    page.rule();
    if (rows.length === 0) page.note(personal.none());
    for (const row of rows.slice(0, MAX_ROWS_SHOWN)) {
      // Each row is laid out in a turn of its own, between those of other callers.
      await others();
      const filled = Object.entries(row).filter(([, value]) => value !== null && value !== '');
      page.lines(
        filled.map(([field, value]) => `${personal.fields[field] ?? field}: ${inWords(field, value)}`).join(' · '),
      );
      page.gap();
    }
    const total = `${rows.length}${incomplete.includes(name) ? '+' : ''}`;
    if (rows.length > MAX_ROWS_SHOWN) page.note(personal.newest({ shown: MAX_ROWS_SHOWN, total }));
  }
  return page.file();
}

/** How a value is written: amounts in rupees, energy in units, times as in India. */
function valueIn({ locale, personal }: Messages): (field: string, value: unknown) => string {
  const rupees = rupeesFor(locale);
  const momentOf = momentFormat(locale);
  return (field, value) => {
    if (typeof value === 'boolean') return value ? personal.yes() : personal.no();
    if (typeof value === 'number' && /_paise(_|$)/.test(field)) return rupees(value);
    if (typeof value === 'number' && field.endsWith('_wh')) return `${value / 1000} kWh`;
    if (value instanceof Date) return momentOf(value);
    if (typeof value === 'string' && field.endsWith('_at')) return momentOf(new Date(value));
    if (Array.isArray(value)) return value.join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
}
