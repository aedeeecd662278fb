import { stateWithCode } from '@bijli/contract/state-codes';
import type { Messages } from '#kernel/messages/en.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { dayFormat } from '#kernel/messages/times.ts';
import { createPdfPage, type PdfPage } from '#kernel/pdf-page.ts';
import type { Invoice } from './invoices.store.ts';

/** The contents of a tax document, whatever was sold. */
export interface TaxSheet {
  document: Invoice;
  /** What the document is about, one line each. */
  about: string[];
  /** On a correction: the document that it corrects. */
  against?: { number: string; issuedOn: string | undefined } | undefined;
  supplier: { name: string; address: string; state: string; gstin: string };
  recipient: { title: string; lines: string[] };
  placeOfSupply: string;
  /** Percent */
  gstRate: number;
  /** What was sold, how much of it, and further details. */
  item: [string, string][];
  /** Below the total. */
  notes: string[];
}

/** Options of a PDF. `compress: false` leaves the text readable in the bytes, for tests. */
export interface PdfOptions {
  isCompressed?: boolean;
}

/** A tax document to be handed over or attached. */
export interface TaxDocumentFile {
  name: string;
  type: string;
  content: Buffer;
}

/** File names may have 255 characters, and a number has 16. */
const MAX_NAMED_DOCUMENTS = 12;

/** The file of one or several documents, named by their numbers: `SH29-2627-000001_SH29-2627-000002.pdf`. */
export function taxDocumentFile(numbers: string[], content: Buffer): TaxDocumentFile {
  const name = numbers.slice(0, MAX_NAMED_DOCUMENTS).join('_').replaceAll('/', '-');
  return { name: `${name}.pdf`, type: 'application/pdf', content };
}

/** Tax documents as a PDF, a page each, with what rules 46 and 53 of the CGST rules ask for. */
export async function taxSheetsPdf(
  sheets: [TaxSheet, ...TaxSheet[]],
  messages: Messages,
  { isCompressed = true }: PdfOptions = {},
): Promise<Buffer> {
  const page = await createPdfPage(`${titleOf(sheets[0], messages)} ${sheets[0].document.number}`, {
    isCompressed,
    isRoomy: true,
  });
  for (const [index, sheet] of sheets.entries()) {
    if (index > 0) page.next();
    writeSheet(page, sheet, messages);
  }
  return page.file();
}

function titleOf({ document }: TaxSheet, { taxDocuments: words }: Messages): string {
  return words.kinds[document.kind] ?? document.kind;
}

function writeSheet(page: PdfPage, sheet: TaxSheet, messages: Messages): void {
  const { document, against, supplier, recipient, placeOfSupply, gstRate } = sheet;
  const { taxDocuments: words, locale } = messages;
  const rupees = rupeesFor(locale);
  const day = dayIn(messages);
  page.letterhead();
  page.headline(titleOf(sheet, messages), rupees(document.totalPaise));
  page.subject(sheet.item[0]?.join(' · ') ?? '');
  page.space();
  page.rule();
  page.lines(words.number({ number: document.number }), words.date({ date: day(document.issuedOn) }));
  if (against) page.lines(words.against({ number: against.number, date: against.issuedOn && day(against.issuedOn) }));
  page.lines(...sheet.about);
  page.space();
  page.rule();
  page.pair(
    () => {
      page.note(words.supplier());
      page.lines(supplier.name, supplier.address, stateWithCode(supplier.state), `GSTIN ${supplier.gstin}`);
    },
    () => {
      page.note(recipient.title);
      page.lines(...recipient.lines, words.placeOfSupply({ state: stateWithCode(placeOfSupply) }));
    },
  );
  page.space();
  page.rule();
  for (const [name, value] of sheet.item) page.row(name, value);
  page.row(`HSN/SAC ${document.taxCode}`, '');
  page.rule();
  page.row(words.taxable(), rupees(document.taxablePaise));
  if (placeOfSupply === supplier.state) {
    page.row(`CGST ${gstRate / 2} %`, rupees(document.cgstPaise));
    page.row(`SGST ${gstRate / 2} %`, rupees(document.sgstPaise));
  } else {
    // Documents from before there was a supplier for each State have no IGST of their own.
    const igstPaise = document.igstPaise || document.cgstPaise + document.sgstPaise;
    page.row(`IGST ${gstRate} %`, rupees(igstPaise));
  }
  page.gap();
  page.total(words.total(), rupees(document.totalPaise));
  page.space();
  for (const note of [...sheet.notes, words.noSignature()]) page.note(note);
}

/** The day of `YYYY-MM-DD` in words. */
function dayIn({ locale }: Messages): (date: string) => string {
  const day = dayFormat(locale);
  return (date) => day(new Date(date));
}
