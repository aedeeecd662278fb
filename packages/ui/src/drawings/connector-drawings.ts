const files = import.meta.glob<string>('./connectors/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * A connector from the front as SVG text, for pages that contain their drawings from the first byte. There are few
 * drawings, and each is small.
 */
export function connectorDrawing(name: string): string {
  const svg = files[`./connectors/${name}.svg`] ?? '';
  // The text beside a drawing names it, so the drawing itself is not read aloud.
  return svg.trim().replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"');
}
