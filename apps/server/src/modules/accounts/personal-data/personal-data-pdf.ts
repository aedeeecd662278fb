import { setImmediate as others } from 'node:timers/promises';
import type { PersonalDataReply } from '@bijli/contract/accounts';
import type { Messages } from '#kernel/messages/en.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { momentFormat } from '#kernel/messages/times.ts';
import { createPdfPage } from '#kernel/pdf-page.ts';

/** Maximum number of rows of a part in the document. The JSON file has all. */
const MAX_ROWS_SHOWN = 200;

/**
 * A driver's data as a readable PDF: each part with its rows. `compress: false` leaves the text readable in the bytes,
 * for tests.
 */
export async function personalDataPdf(
  { data, exported_at: exportedAt, mobile_number: mobile, incomplete }: PersonalDataReply,
  messages: Messages,
  { isCompressed = true }: { isCompressed?: boolean } = {},
): Promise<Buffer> {
  const { personal } = messages;
  const inWords = valueIn(messages);
  const page = await createPdfPage(personal.title(), { isCompressed });
  page.title(personal.title());
  page.note(personal.about({ at: inWords('exported_at', exportedAt), mobile }));
  for (const [name, rows] of Object.entries(data)) {
    page.space();
    page.heading(personal.sections[name] ?? name);
    page.rule();
    if (rows.length === 0) page.note(personal.none());
    for (const row of rows.slice(0, MAX_ROWS_SHOWN)) {
      // Each row is laid out in its own turn, so that other callers are served in between.
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

/** Returns a function that formats a value: amounts in rupees, energy in units, times in India. */
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
