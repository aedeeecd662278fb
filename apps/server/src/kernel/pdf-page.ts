import { drawBrandMark, openPdf, fontRunsOf } from './pdf.ts';

const LEFT = 50;
const RIGHT = 545;
/** The lower end of the text on an A4 page. */
const BOTTOM = 842 - LEFT;
const GREY = '#5b635f';
const INK = '#14201a';
const TINT = '#e8f6ee';
/** Between two columns side by side, and what a band is wider than the text at each side. */
const COLUMN_GAP = 24;
const MARK_HEIGHT = 30;

/** Figures of one width, so that amounts stand below each other. */
const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];
/** A page of A4 that is written from top to bottom. */
export interface PdfPage {
  /** The brand at the head of the page. */
  letterhead(): void;
  /** Two columns side by side. */
  pair(left: () => void, right: () => void): void;
  title(text: string): void;
  /** A title, and at its right what it comes to. */
  headline(text: string, value: string): void;
  /** Writes what the page is about, below its title. */
  subject(text: string): void;
  /** The name of a part; never the last line of a page. */
  heading(text: string): void;
  /** A small grey line. */
  note(text: string): void;
  lines(...texts: string[]): void;
  /** A name at the left, and what it comes to at the right. */
  row(name: string, value: string): void;
  /** A row in a band of its own. */
  total(name: string, value: string): void;
  rule(): void;
  space(): void;
  /** Between two lines that are apart. */
  gap(): void;
  /** Starts a new page. */
  next(): void;
  file(): Promise<Buffer>;
}

interface PdfPageOptions {
  /** `false` leaves the text readable in the bytes. */
  isCompressed: boolean;
  /** Larger letters and more space between rows, for a document of one page. */
  isRoomy?: boolean;
}

export async function createPdfPage(
  documentTitle: string,
  { isCompressed, isRoomy = false }: PdfPageOptions,
): Promise<PdfPage> {
  const [body, small, apart] = isRoomy ? [11, 9.5, 8] : [10, 9, 4];
  const { pdf, file } = await openPdf({
    size: 'A4',
    margin: LEFT,
    compress: isCompressed,
    info: { Title: documentTitle },
  });

  /** The left and right ends of lines. */
  let column = { left: LEFT, right: RIGHT };
  const inColumn = (next: typeof column, top: number, task: () => void): void => {
    column = next;
    pdf.x = column.left;
    pdf.y = top;
    task();
  };

  /** The fonts come in one weight: letters are made bolder by their outline. */
  function setBold(size: number, colour: string): void {
    pdf.strokeColor(colour).lineWidth(size * 0.035);
  }

  function write(
    text: string,
    size: number,
    colour: string,
    { width = column.right - column.left, isBold = false } = {},
  ): void {
    const runs = fontRunsOf(text);
    pdf.fontSize(size).fillColor(colour);
    setBold(size, colour);
    for (const [index, run] of runs.entries()) {
      pdf.font(run.font).text(run.text, { width, continued: index < runs.length - 1, fill: true, stroke: isBold });
    }
  }

  function row(name: string, value: string, size: number, isBold = false): void {
    const top = pdf.y;
    write(name, size, INK, { width: 330, isBold });
    const below = pdf.y;
    const runs = fontRunsOf(value);
    const widths = runs.map(({ font, text }) => pdf.font(font).widthOfString(text, { features: FIGURES }));
    let x = RIGHT - widths.reduce((sum, width) => sum + width, 0);
    for (const [index, { font, text }] of runs.entries()) {
      pdf.font(font).text(text, x, top, { lineBreak: false, features: FIGURES, fill: true, stroke: isBold });
      x += widths[index] ?? 0;
    }
    pdf.x = LEFT;
    pdf.y = below + apart;
  }

  return {
    letterhead() {
      const top = pdf.y;
      drawBrandMark(pdf, { x: LEFT, y: top, height: MARK_HEIGHT });
      inColumn({ left: LEFT + MARK_HEIGHT * 0.86, right: RIGHT }, top + 4, () =>
        write('Bijli', 18, INK, { isBold: true }),
      );
      inColumn({ left: LEFT, right: RIGHT }, top + MARK_HEIGHT + COLUMN_GAP, () => undefined);
    },
    pair(left, right) {
      const { y: top } = pdf;
      const middle = (LEFT + RIGHT) / 2;
      inColumn({ left: LEFT, right: middle - COLUMN_GAP / 2 }, top, left);
      const leftEnd = pdf.y;
      inColumn({ left: middle + COLUMN_GAP / 2, right: RIGHT }, top, right);
      inColumn({ left: LEFT, right: RIGHT }, Math.max(leftEnd, pdf.y), () => undefined);
    },
    title: (text) => write(text, 20, INK),
    headline: (text, value) => row(text, value, 24, true),
    subject: (text) => write(text, 12, INK),
    heading(text) {
      if (pdf.y > BOTTOM - 60) pdf.addPage();
      write(text, 14, INK);
    },
    note: (text) => write(text, small, GREY),
    lines(...texts) {
      for (const text of texts) write(text, body, INK);
    },
    row: (name, value) => row(name, value, body),
    total(name, value) {
      const top = pdf.y;
      pdf.roundedRect(LEFT - COLUMN_GAP / 2, top, RIGHT - LEFT + COLUMN_GAP, 40, 8).fill(TINT);
      pdf.y = top + 11;
      row(name, value, 15, true);
      pdf.y = top + 44;
    },
    rule() {
      pdf.moveTo(LEFT, pdf.y).lineTo(RIGHT, pdf.y).lineWidth(0.5).strokeColor(GREY).stroke();
      pdf.y += apart + 2;
    },
    space: () => void pdf.moveDown(),
    gap: () => void (pdf.y += 4),
    next: () => void pdf.addPage(),
    file,
  };
}
