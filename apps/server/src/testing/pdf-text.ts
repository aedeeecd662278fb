/**
 * Returns the text of an uncompressed PDF of pdfkit, one line for each piece of text. It decodes glyphs with the tables
 * of the fonts.
 */
export function pdfText(file: Buffer): string {
  const source = file.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id, body]) => [Number(id), body ?? '']),
  );
  const fonts = new Map(
    [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, glyphsOf(objects, Number(id))]),
  );
  let glyphs = new Map<string, string>();
  let text = '';
  for (const [, font, shown] of source.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) glyphs = fonts.get(font) ?? glyphs;
    else {
      const codes = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex?.match(/.{4}/g) ?? []);
      text += `${codes.map((code) => glyphs.get(code) ?? '?').join('')}\n`;
    }
  }
  return text;
}

function glyphsOf(objects: Map<number, string>, font: number): Map<string, string> {
  const table = Number(/\/ToUnicode (\d+)/.exec(objects.get(font) ?? '')?.[1]);
  const ranges = (objects.get(table) ?? '').matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g);
  return new Map(
    [...ranges].flatMap(([, first, list]) =>
      [...(list ?? '').matchAll(/<([0-9a-f ]*)>/g)].map(([, units], index): [string, string] => [
        (Number.parseInt(first ?? '0', 16) + index).toString(16).padStart(4, '0'),
        String.fromCharCode(
          ...((units ?? '').replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)),
        ),
      ]),
    ),
  );
}
