import { openPdf, runsOf } from '#kernel/pdf.ts';

const LEFT = 50;
const RIGHT = 545;
/** Where an A4 page ends for what is written on it. */
const BOTTOM = 842 - LEFT;
const GREY = '#5b635f';
const INK = '#14201a';

/** Figures of one width, so that amounts stand below each other. */
const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
/** A page of A4 that is written from top to bottom. */
export interface PdfPage {
  title(text: string): void;
  /** A title, and at its right what it comes to. */
  headline(text: string, value: string): void;
  /** What the page is about, below its title. */
  subject(text: string): void;
  /** The name of a part; never the last line of a page. */
  heading(text: string): void;
  /** A small grey line. */
  note(text: string): void;
  lines(...texts: string[]): void;
  /** A name at the left, and what it comes to at the right. */
  row(name: string, value: string): void;
  total(name: string, value: string): void;
  rule(): void;
  space(): void;
  /** Between two lines that are apart. */
  gap(): void;
  /** What follows stands on a page of its own. */
  next(): void;
  file(): Promise<Buffer>;
}

/** `compress: false` leaves the text readable in the bytes. */
export function createPdfPage(documentTitle: string, { isCompressed }: { isCompressed: boolean }): PdfPage {
  const { pdf, file } = openPdf({ size: 'A4', margin: LEFT, compress: isCompressed, info: { Title: documentTitle } });

  function write(text: string, size: number, colour: string, width = RIGHT - LEFT): void {
    const runs = runsOf(text);
    pdf.fontSize(size).fillColor(colour);
    for (const [index, run] of runs.entries()) {
      pdf.font(run.font).text(run.text, { width, continued: index < runs.length - 1 });
    }
  }

  function row(name: string, value: string, size: number): void {
    const top = pdf.y;
    write(name, size, INK, 330);
    const below = pdf.y;
    const runs = runsOf(value);
    const widths = runs.map(({ font, text }) => pdf.font(font).widthOfString(text, { features: FIGURES }));
    let x = RIGHT - widths.reduce((sum, width) => sum + width, 0);
    for (const [index, { font, text }] of runs.entries()) {
      pdf.font(font).text(text, x, top, { lineBreak: false, features: FIGURES });
      x += widths[index] ?? 0;
    }
    pdf.x = LEFT;
    pdf.y = below + 4;
  }

  return {
    title: (text) => write(text, 20, INK),
    headline: (text, value) => row(text, value, 24),
    subject: (text) => write(text, 12, INK),
    heading(text) {
      if (pdf.y > BOTTOM - 60) pdf.addPage();
      write(text, 14, INK);
    },
    note: (text) => write(text, 9, GREY),
    lines(...texts) {
      for (const text of texts) write(text, 10, INK);
    },
    row: (name, value) => row(name, value, 10),
    total: (name, value) => row(name, value, 14),
    rule() {
      pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).strokeColor(GREY).stroke();
      pdf.y += 6;
    },
    space: () => void pdf.moveDown(),
    gap: () => void (pdf.y += 4),
    next: () => void pdf.addPage(),
    file,
  };
}
