import { fileURLToPath } from 'node:url';

const fontFile = (name: string): string => fileURLToPath(new URL(`../../data/fonts/${name}.ttf`, import.meta.url));
/** A font for each script of India, in which buyers write their names and addresses. Arabic letters write Urdu. */
const INDIAN_FONTS = {
  Devanagari: 'noto-devanagari',
  Bengali: 'noto-bengali',
  Gujarati: 'noto-gujarati',
  Gurmukhi: 'noto-gurmukhi',
  Kannada: 'noto-kannada',
  Malayalam: 'noto-malayalam',
  Oriya: 'noto-oriya',
  Tamil: 'noto-tamil',
  Telugu: 'noto-telugu',
  Arabic: 'noto-arabic',
};
/** All fonts. PDF's standard fonts have not even the rupee sign. */
const FONTS: Record<string, string> = { rupee: 'inter-rupee', latin: 'inter-latin', ...INDIAN_FONTS };
const ofScripts = Object.keys(INDIAN_FONTS).map((script) => {
  const letters = String.raw`\p{Script_Extensions=${script}}\u200c\u200d`;
  // Words of Urdu stay in one piece, because they run from right to left.
  const words = script === 'Arabic' ? `(?:[${letters}]+(?: +(?=[${letters}]))?)+` : `[${letters}]+`;
  return { letters, piece: `(?<${script}>${words})` };
});
/** The rupee sign, or a piece in one script. */
const RUN = new RegExp(
  [
    '(?<rupee>₹)',
    ...ofScripts.map(({ piece }) => piece),
    `(?<latin>[^₹${ofScripts.map(({ letters }) => letters).join('')}]+)`,
  ].join('|'),
  'gu',
);

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
  font: string;
  text: string;
}

/** Splits a text into pieces, each with the font that has its characters. */
export function fontRunsOf(text: string): Run[] {
  return [...text.matchAll(RUN)].map(({ 0: piece, groups = {} }) => {
    const script = Object.keys(FONTS).find((name) => groups[name] !== undefined) ?? 'latin';
    // The library lays out word by word from left to right. A space that keeps words together makes one word of them.
    return { font: FONTS[script] ?? '', text: script === 'Arabic' ? piece.replaceAll(' ', '\u00a0') : piece };
  });
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
  for (const font of Object.values(FONTS)) pdf.registerFont(font, fontFile(font));
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
