/** Font size of labels, in px. */
export const LABEL_PX = 12;
/** Width of a letter where a text cannot be measured, in font sizes. */
const LETTER = 0.58;

let drawing: CanvasRenderingContext2D | null | undefined;

/**
 * The width of a text on the map, in px. Both maps write in the app's font. Until it has loaded, the width is that of
 * another font: `useLoadedFonts`.
 */
export function textWidth(text: string, { isBold, size = LABEL_PX }: { isBold: boolean; size?: number }): number {
  drawing ??= document.createElement('canvas').getContext?.('2d');
  if (!drawing) return text.length * LETTER * size;
  drawing.font = `${isBold ? 600 : 400} ${size}px Inter, 'Noto Sans Devanagari', sans-serif`;
  return drawing.measureText(text).width;
}
