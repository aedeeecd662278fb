import { expect, test } from 'vitest';
import { createPdfPage } from './pdf-page.ts';
import { fontRunsOf } from './pdf.ts';

/** True if a page with this text shows boxes, because its fonts lack a character: glyph 0 of a font is the box. */
async function hasBoxes(text: string): Promise<boolean> {
  const page = await createPdfPage('Names', { isCompressed: false });
  page.lines(text);
  const written = (await page.file()).toString('latin1');
  const glyphs = [...written.matchAll(/\[(<[^\]]*)\] TJ/g)].flatMap(
    ([, shown = '']) => shown.match(/[0-9a-f]{4}/g) ?? [],
  );
  expect(glyphs.length).toBeGreaterThan(0);
  return glyphs.includes('0000');
}

test.each([
  'Asha O’Brien',
  'आशा राव, क्षत्रिय।',
  'রবীন্দ্রনাথ ঠাকুর।',
  'અમદાવાદ શ્રી',
  'ਅੰਮ੍ਰਿਤਸਰ ਸਿੰਘ',
  'ಬೆಂಗಳೂರು ಕೃಷ್ಣ',
  'തിരുവനന്തപുരം',
  'ଭୁବନେଶ୍ୱର',
  'அருண் குமார், சென்னை',
  'చెన్నై శ్రీనివాస్',
  'محمد علی خان، لاہور',
])('a document shows a name in a script of India, here %s', async (name) => {
  expect(await hasBoxes(name)).toBe(false);
});

test('a character that no font has is shown as a box', async () => {
  expect(await hasBoxes('山田')).toBe(true);
});

test('a text is split by script, with dandas and joiners at their word and words of Urdu together', () => {
  expect(fontRunsOf('₹5 आशा। அருண் محمد علی end')).toEqual([
    { font: 'inter-rupee', text: '₹' },
    { font: 'inter-latin', text: '5 ' },
    { font: 'noto-devanagari', text: 'आशा।' },
    { font: 'inter-latin', text: ' ' },
    { font: 'noto-tamil', text: 'அருண்' },
    { font: 'inter-latin', text: ' ' },
    { font: 'noto-arabic', text: 'محمد\u00a0علی' },
    { font: 'inter-latin', text: ' end' },
  ]);
});
