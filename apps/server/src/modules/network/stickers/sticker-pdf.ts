import { encodeQR } from 'qr';
import { drawBrandMark, openPdf, fontRunsOf } from '#kernel/pdf.ts';
import type { ConnectorSticker } from './stickers.ts';

const mm = (length: number): number => (length * 72) / 25.4;
const WIDTH = mm(105);
const HEIGHT = mm(148);
const SIDE = mm(8);
const INNER = WIDTH - 2 * SIDE;
const INK = '#0c1510';
const SOFT = '#3d4842';
const GREEN = '#1fd66a';
const ON_GREEN = '#04200f';

/** Frame around the QR code and its quiet zone, the four light modules that readers need. */
const FRAME = { top: mm(19.5), size: mm(60), line: mm(1), corner: mm(4) };
const QUIET_ZONE = 4;

const TITLE = ['Scan · Plug in · Charge', 'स्कैन · प्लग · चार्ज'] as const;
const STEPS = [
  ['Scan with your camera or in the app', 'कैमरे से या ऐप में स्कैन करें'],
  ['Choose how much you want', 'चुनें कि कितना चाहिए'],
  ['Plug in. The charge begins', 'प्लग लगाएँ। चार्जिंग शुरू होगी'],
] as const;

interface StickersPdfOptions {
  /** Phone number of the support. */
  phone: string;
  /** `false` leaves the drawing readable in the bytes, for tests. */
  isCompressed?: boolean;
}

/** Stickers for chargers as a PDF of A6 pages, one each, in English and Hindi. */
export async function stickersPdf(
  stickers: ConnectorSticker[],
  { phone, isCompressed = true }: StickersPdfOptions,
): Promise<Buffer> {
  const { pdf, file } = await openPdf({
    size: [WIDTH, HEIGHT],
    margin: 0,
    compress: isCompressed,
    autoFirstPage: false,
  });
  for (const sticker of stickers) {
    pdf.addPage();
    drawSticker(pdf, sticker, phone);
  }
  return file();
}

function drawSticker(pdf: PDFKit.PDFDocument, sticker: ConnectorSticker, phone: string): void {
  const { chargePointId, name, stationName, connector, address, isDemo } = sticker;
  drawLogo(pdf);
  TITLE.forEach((line, index) =>
    writeLine(pdf, line, { y: mm(11.5) + index * 15, size: 10.5, isBold: index === 0, align: 'right' }),
  );
  drawCode(pdf, address);
  writeLine(pdf, chargePointId, { y: mm(89), size: 25, isBold: true });
  writeLine(pdf, `Connector ${connector} · कनेक्टर ${connector}`, { y: mm(95.5), size: 12, isBold: true });
  const place = [...new Set([name, stationName])].filter((text) => text !== chargePointId).join(' · ');
  if (place !== '') writeLine(pdf, place, { y: mm(101), size: 9.5, colour: SOFT });
  STEPS.forEach((step, index) => drawStep(pdf, mm(108.5) + index * mm(11), index + 1, step));
  const foot = [new URL(address).host, phone, 'सहायता', ...(isDemo ? ['DEMO'] : [])].join(' · ');
  writeLine(pdf, foot, { y: mm(143.5), size: 8.5, colour: SOFT });
}

function drawLogo(pdf: PDFKit.PDFDocument): void {
  const height = mm(11);
  drawBrandMark(pdf, { x: SIDE, y: mm(6.5), height });
  writeLine(pdf, 'Bijli', { y: mm(15.2), size: 23, isBold: true, align: 'left', inset: height * 0.86 });
}

function drawCode(pdf: PDFKit.PDFDocument, address: string): void {
  const { top, size, line, corner } = FRAME;
  const left = (WIDTH - size) / 2;
  pdf
    .roundedRect(left + line / 2, top + line / 2, size - line, size - line, corner)
    .lineWidth(line)
    .stroke(INK);
  // This error correction allows a quarter of the code to be scratched.
  const rows = encodeQR(address, 'raw', { ecc: 'quartile', border: QUIET_ZONE });
  const module = (size - 2 * line) / rows.length;
  for (const [row, cells] of rows.entries()) {
    for (const { from, length } of darkRuns(cells))
      pdf.rect(left + line + from * module, top + line + row * module, length * module, module);
  }
  pdf.fill(INK);
}

/** Runs of adjacent dark modules, drawn as one so that no seams show. */
function darkRuns(cells: boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  for (const [at, isDark] of cells.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last && last.from + last.length === at) last.length += 1;
    else runs.push({ from: at, length: 1 });
  }
  return runs;
}

function drawStep(
  pdf: PDFKit.PDFDocument,
  y: number,
  number: number,
  [english, hindi]: readonly [string, string],
): void {
  const radius = mm(3.5);
  pdf.circle(SIDE + radius, y + 3, radius).fill(GREEN);
  const digit = { y: y + 6.5, size: 10, bold: true, colour: ON_GREEN, align: 'left' } as const;
  writeLine(pdf, String(number), { ...digit, inset: radius - 3 });
  writeLine(pdf, english, { y, size: 10.5, isBold: true, align: 'left', inset: mm(10) });
  writeLine(pdf, hindi, { y: y + 13, size: 10, align: 'left', inset: mm(10) });
}

interface Line {
  /** Baseline of the text, in both scripts. */
  y: number;
  size: number;
  isBold?: boolean;
  colour?: string;
  align?: 'left' | 'right' | 'centre';
  /** Distance from the left edge. */
  inset?: number;
}

/** Writes one line, in smaller letters if it would not fit. */
function writeLine(pdf: PDFKit.PDFDocument, text: string, line: Line): void {
  const { y, size, isBold = false, colour = INK, align = 'centre', inset = 0 } = line;
  const runs = fontRunsOf(text);
  const widthAt = (points: number): number =>
    runs.reduce((sum, run) => sum + pdf.font(run.font).fontSize(points).widthOfString(run.text), 0);
  const room = INNER - inset;
  const shown = Math.min(size, (size * room) / widthAt(size));
  const width = widthAt(shown);
  let x = SIDE + inset + { left: 0, centre: (room - width) / 2, right: room - width }[align];
  // The fonts come in one weight, so an outline makes letters bolder.
  pdf
    .fillColor(colour)
    .strokeColor(colour)
    .lineWidth(shown * 0.035);
  for (const run of runs) {
    pdf.font(run.font).fontSize(shown);
    pdf.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', fill: true, stroke: isBold });
    x += pdf.widthOfString(run.text);
  }
}
