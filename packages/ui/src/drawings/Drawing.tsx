import { useEffect, useState } from 'react';
import styles from './Drawing.module.css';

const drawings = {
  vehicles: import.meta.glob<string>('./vehicles/*.svg', { query: '?raw', import: 'default' }),
  connectors: import.meta.glob<string>('./connectors/*.svg', { query: '?raw', import: 'default' }),
};
type Kind = keyof typeof drawings;

const loaded = new Map<string, string>();

function load(kind: Kind, name: string, fallback: string): Promise<string> {
  const path = (file: string) => `./${kind}/${file}.svg`;
  const read = drawings[kind][path(name)] ?? drawings[kind][path(fallback)];
  return read ? read() : Promise.resolve('');
}

/** Loads a drawing as inline SVG. The colours inside an `<img>` cannot be set from outside. */
function useDrawing(kind: Kind, name: string, fallback: string): string {
  const key = `${kind}/${name}`;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loaded.has(key)) return;
    let isWanted = true;
    load(kind, name, fallback).then(
      (svg) => {
        // The text beside a drawing names it, so the drawing itself is not read aloud.
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

/** The number of paints in `paint.css`. The first is the drawings' own. */
const PAINTS = 8;

/** The usual paints of well-known cars. Other cars get one by their name. */
const KNOWN_PAINTS: Readonly<Record<string, number>> = {
  'tata-nexon': 7,
  'tata-punch': 0,
  'tata-tiago': 1,
  'tata-curvv': 4,
  'tata-harrier': 5,
  'mahindra-xuv400': 1,
  'mahindra-be': 2,
  'mahindra-xev': 5,
  'mg-zs': 6,
  'mg-comet': 2,
  'mg-windsor': 0,
  'hyundai-creta': 1,
  'maruti-suzuki': 5,
};

/**
 * The paint of a model: always the same for the same make and model, whatever the battery. They are the first two words
 * of its id.
 */
function paintOf(model: string): number {
  const car = model.split('-').slice(0, 2).join('-');
  const sum = [...car].reduce((whole, letter) => (whole * 31 + letter.charCodeAt(0)) % 9973, 0);
  return KNOWN_PAINTS[car] ?? sum % PAINTS;
}

/** Position of the charging port on each body, in the drawing's coordinates of 640 by 320. */
const PORTS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  auto_cargo: [104, 226],
  auto_passenger: [132, 218],
  bus: [74, 216],
  erickshaw: [150, 240],
  lcv: [104, 226],
  microcar: [122, 190],
  motorcycle: [300, 170],
  scooter: [196, 190],
  scooter_premium: [200, 190],
  scooter_retro: [196, 186],
};
const CAR_PORT = [88, 178] as const;

/** The cable, plugged into the vehicle's side and lying on the ground to the left. */
function Cable({ name }: { name: string }) {
  const [x, y] = PORTS[name] ?? CAR_PORT;
  return (
    <svg className={styles.cable} viewBox="0 0 640 320" aria-hidden data-cable>
      <path d={`M-90 292C-30 302 ${x - 96} 300 ${x - 84} ${y + 44}S${x - 50} ${y - 6} ${x - 20} ${y}`} />
      <rect x={x - 30} y={y - 9} width={32} height={18} rx={7} />
      <circle cx={x + 4} cy={y} r={9} />
    </svg>
  );
}

interface VehicleDrawingProps {
  /** The file name from the server's `vehicle_image`. */
  name: string;
  /** The id of the model. Without it the vehicle has the drawing's own paint. */
  model?: string | undefined;
  /** A cable is plugged in. */
  isPlugged?: boolean;
}

/** A vehicle from the side, in the paint of its model. It keeps its space while it loads. */
export function VehicleDrawing({ name, model, isPlugged = false }: VehicleDrawingProps) {
  const drawing = (
    <span
      className={styles.vehicle}
      data-drawing={name}
      data-paint={model === undefined ? 0 : paintOf(model)}
      dangerouslySetInnerHTML={{ __html: useDrawing('vehicles', name, 'hatchback') }}
    />
  );
  if (!isPlugged) return drawing;
  return (
    <span className={styles.plugged}>
      {drawing}
      <Cable name={name} />
    </span>
  );
}

/** A connector from the front, by the file name from the server's `icon`. It takes the colour of the text. */
export function ConnectorIcon({ name }: { name: string }) {
  return (
    <span
      className={styles.connector}
      data-drawing={name}
      dangerouslySetInnerHTML={{ __html: useDrawing('connectors', name, 'generic') }}
    />
  );
}
