import type { ExpressionSpecification } from 'maplibre-gl';
import type { Anchor } from './placed-labels.ts';

/** MapLibre's expression that puts a text at the side in its feature's `anchor`, this far from its point. */
export function atSide(offsets: Partial<Record<Anchor, readonly [number, number]>>): ExpressionSpecification {
  const sides = Object.entries(offsets).flatMap(([side, offset]) => [side, ['literal', [side, offset]]]);
  return ['match', ['get', 'anchor'], ...sides, ['literal', ['center', [0, 0]]]] as unknown as ExpressionSpecification;
}
