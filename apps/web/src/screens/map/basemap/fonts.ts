/** Folders of glyph ranges. */
export const FONTS = { font: 'inter-regular', bold: 'inter-semibold' };
