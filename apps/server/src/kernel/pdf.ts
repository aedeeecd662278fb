import { fileURLToPath } from 'node:url';
import Pdfkit from 'pdfkit';

const fontFile = (name: string): string => fileURLToPath(new URL(`../../data/fonts/${name}.ttf`, import.meta.url));
/** Each draws its own characters; together they draw English, Hindi and amounts, which PDF's standard fonts do not. */
const FONTS = ['inter-latin', 'inter-rupee', 'noto-devanagari'] as const;
const RUN = /(₹)|([\p{Script=Devanagari}।॥\u200c\u200d]+)|[^₹\p{Script=Devanagari}।॥\u200c\u200d]+/gu;

interface Run {
  font: (typeof FONTS)[number];
  text: string;
}

/** A text in pieces, each with the font that draws it. */
export function runsOf(text: string): Run[] {
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

/** A PDF to write into, which has the fonts. */
export function openPdf(options: PDFKit.PDFDocumentOptions): OpenPdf {
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
