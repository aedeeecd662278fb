import { fileURLToPath } from 'node:url';

const fontFile = (name: string): string => fileURLToPath(new URL(`../../data/fonts/${name}.ttf`, import.meta.url));
/** The fonts. Together they have English, Hindi and the rupee sign, which PDF's standard fonts have not. */
const FONTS = ['inter-latin', 'inter-rupee', 'noto-devanagari'] as const;
const RUN = /(₹)|([\p{Script=Devanagari}।॥\u200c\u200d]+)|[^₹\p{Script=Devanagari}।॥\u200c\u200d]+/gu;

/** The brand's mark, drawn 68 high, and its green. */
const MARK =
  'M4 9a5 5 0 0 1 5-5h6a5 5 0 0 1 5 5v7.83A22 22 0 1 1 26 60H10a6 6 0 0 1-6-6ZM30.2 24.5 16.6 40.6h8.1l-2.9 11.6 13.6-16.1h-8.1Z';
const MARK_HEIGHT = 68;
const BRAND = '#0a6e39';

/** Draws the brand's mark with its upper left corner there, in points. */
export function drawBrandMark(
  pdf: PDFKit.PDFDocument,
  { x, y, height }: { x: number; y: number; height: number },
): void {
  pdf
    .save()
    .translate(x, y)
    .scale(height / MARK_HEIGHT)
    .path(MARK)
    .fill(BRAND, 'even-odd')
    .restore();
}

interface Run {
  font: (typeof FONTS)[number];
  text: string;
}

/** Splits a text into pieces, each with the font that has its characters. */
export function fontRunsOf(text: string): Run[] {
  return [...text.matchAll(RUN)].map(([run, rupee, devanagari]) => ({
    font: rupee ? 'inter-rupee' : devanagari ? 'noto-devanagari' : 'inter-latin',
    text: run,
  }));
}

export interface OpenPdf {
  pdf: PDFKit.PDFDocument;
  /** Ends it. */
  file(): Promise<Buffer>;
}

/** A PDF to write into, which has the fonts. The library is loaded for the first one, so that servers start sooner. */
export async function openPdf(options: PDFKit.PDFDocumentOptions): Promise<OpenPdf> {
  const { default: Pdfkit } = await import('pdfkit');
  const pdf = new Pdfkit(options);
  for (const font of FONTS) pdf.registerFont(font, fontFile(font));
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts)))
      .on('error', reject);
  });
  return {
    pdf,
    file() {
      pdf.end();
      return done;
    },
  };
}
