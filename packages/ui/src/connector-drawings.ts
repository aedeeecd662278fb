const files = import.meta.glob<string>('./drawings/connectors/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** A connector from the front, for pages that hold their drawings from the first byte; there are few, and each is small. */
export function connectorDrawing(name: string): string {
  const svg = files[`./drawings/connectors/${name}.svg`] ?? '';
  // The words beside a drawing name the thing; the drawing need not be read aloud.
  return svg.trim().replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"');
}
