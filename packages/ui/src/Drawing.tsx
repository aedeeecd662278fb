import { useEffect, useState } from 'react';
import styles from './Drawing.module.css';

const drawings = {
  vehicles: import.meta.glob<string>('./drawings/vehicles/*.svg', { query: '?raw', import: 'default' }),
  connectors: import.meta.glob<string>('./drawings/connectors/*.svg', { query: '?raw', import: 'default' }),
};
type Kind = keyof typeof drawings;

const loaded = new Map<string, string>();

function load(kind: Kind, name: string, fallback: string): Promise<string> {
  const path = (file: string) => `./drawings/${kind}/${file}.svg`;
  const read = drawings[kind][path(name)] ?? drawings[kind][path(fallback)];
  return read ? read() : Promise.resolve('');
}

/** Puts a drawing into the page itself, because the colours of a picture file cannot be set from outside. */
function useDrawing(kind: Kind, name: string, fallback: string): string {
  const key = `${kind}/${name}`;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loaded.has(key)) return;
    let isWanted = true;
    load(kind, name, fallback).then(
      (svg) => {
        // The words beside a drawing name the thing; the drawing need not be read aloud.
        loaded.set(key, svg.trim().replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"'));
        if (isWanted) redraw((count) => count + 1);
      },
      (error: unknown) => console.warn('A drawing did not load', key, error),
    );
    return () => {
      isWanted = false;
    };
  }, [kind, name, fallback, key]);
  return loaded.get(key) ?? '';
}

/** As many as `paint.css` has; the first is the drawings' own. */
const PAINTS = 8;

/** Always the same paint for the same model, so that two of one body are told apart. */
function paintOf(model: string): number {
  return [...model].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % PAINTS;
}

interface VehicleDrawingProps {
  /** The file name that the server sends as `vehicle_image`. */
  name: string;
  /** The id of the model; without it the car has the drawings' own paint. */
  model?: string | undefined;
}

/** A vehicle from the side, in the paint of its model. Keeps its place while it loads. */
export function VehicleDrawing({ name, model }: VehicleDrawingProps) {
  return (
    <span
      className={styles.vehicle}
      data-drawing={name}
      data-paint={model === undefined ? 0 : paintOf(model)}
      dangerouslySetInnerHTML={{ __html: useDrawing('vehicles', name, 'hatchback') }}
    />
  );
}

/** A connector from the front, by the file name that the server sends as `icon`. Takes the colour of the text. */
export function ConnectorIcon({ name }: { name: string }) {
  return (
    <span
      className={styles.connector}
      data-drawing={name}
      dangerouslySetInnerHTML={{ __html: useDrawing('connectors', name, 'generic') }}
    />
  );
}
