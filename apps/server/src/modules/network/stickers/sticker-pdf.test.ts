import decodeCode from 'qr/decode.js';
import { expect, test } from 'vitest';
import { pdfText } from '#testing/pdf-text.ts';
import { stickersPdf } from './sticker-pdf.ts';
import type { ConnectorSticker } from './stickers.ts';

const sticker: ConnectorSticker = {
  chargePointId: 'KA-5UF8Q-1',
  name: 'Charger 1',
  stationName: 'Bijli Hub Indiranagar',
  connector: 2,
  address: 'https://bijli.example/c/KA-5UF8Q-1/2',
  isDemo: false,
};
const written = (...stickers: ConnectorSticker[]) =>
  stickersPdf(stickers, { phone: '1800 000 0000', isCompressed: false });

/** What a phone's camera would read from each page, whose only rectangles are the dark modules. */
function codesOf(file: Buffer): string[] {
  const pages = [...file.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(
    ([, stream]) => stream ?? '',
  );
  return pages.filter((stream) => stream.includes(' re\n')).map(readCode);
}

function readCode(stream: string): string {
  const dark = [...stream.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((found) =>
    found.slice(1).map(Number),
  );
  const [left, top] = [0, 1].map((axis) => Math.min(...dark.map((rectangle) => rectangle[axis] ?? 0)));
  const module = dark[0]?.[3] ?? 1;
  const size = 4 * (8 + Math.round((Math.max(...dark.map(([, y = 0]) => y)) - (top ?? 0)) / module + 1));
  const data = new Uint8Array(size * size * 4).fill(255);
  for (const [x = 0, y = 0, width = 0] of dark) {
    const [column, row, length] = [(x - (left ?? 0)) / module, (y - (top ?? 0)) / module, width / module].map(
      (modules) => 4 * Math.round(modules),
    );
    for (let dy = 0; dy < 4; dy += 1) {
      const from = ((row ?? 0) + 16 + dy) * size + (column ?? 0) + 16;
      for (let pixel = from; pixel < from + (length ?? 0); pixel += 1) data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return decodeCode({ width: size, height: size, data });
}

test('each sticker is an A6 page whose code reads as its address, with number, names and phone in both languages', async () => {
  const other = { ...sticker, connector: 1, address: 'https://bijli.example/c/KA-5UF8Q-1/1', isDemo: true };
  const file = await written(sticker, other);
  expect(codesOf(file)).toEqual([sticker.address, other.address]);
  expect(file.toString('latin1').match(/MediaBox \[0 0 297\.\d+ 419\.\d+\]/g)).toHaveLength(2);
  const text = pdfText(file).replaceAll('\n', '');
  for (const shown of [
    'KA-5UF8Q-1',
    'Connector 2 · ',
    'Charger 1 · Bijli Hub Indiranagar',
    'bijli.example · 1800 000 0000 · ',
  ])
    expect(text).toContain(shown);
  expect(text).toContain('सहायता');
  // Only the second one is of a demo.
  expect(text.match(/DEMO/g)).toHaveLength(1);
});

test('a name that equals the number is printed once, and long texts are made to fit', async () => {
  const chargePointId = 'INDIA.MAHARASHTRA:PUNE-HINJAWADI-PHASE-3*GATE-77';
  const address = `https://bijli.example/c/${encodeURIComponent(chargePointId)}/1`;
  const file = await written({ ...sticker, chargePointId, name: chargePointId, stationName: 'बिजली हब', address });
  expect(codesOf(file)).toEqual([address]);
  expect(pdfText(file).split(chargePointId)).toHaveLength(2);
});
