import type { Coordinates } from '@bijli/contract/geo';
import { mercator, placeAt, worldPx, zoomOfWorld } from '../marks/mercator.ts';
import { INDIA_BOX, type Padding } from '../view/camera.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { Size } from '../view/use-size.ts';
import { mapLibreZoom, MAX_ZOOM, type MarkedView, MIN_ZOOM, type View } from '../view/view.ts';

/** A mark is at most this large, px. */
const MARK_PX = 56;

/** A view that is calculated without a map library. */
export interface StaticView {
  view: View;
  /** The view with marks at its edges that are partly seen. */
  marked: MarkedView;
  /** The world's width in px. */
  world: number;
  /** The world's upper left corner, in px from that of the map. */
  corner: ScreenPoint;
  /** Converts a place to px from the map's upper left corner. */
  spotOf: (place: Coordinates) => ScreenPoint;
}

/** A view with its middle in the centre of the part that bars leave uncovered. */
export function viewAround(
  { middle, mapLibreZoom: zoom }: Pick<View, 'middle' | 'mapLibreZoom'>,
  size: Size,
  padding: Padding,
): StaticView {
  return staticView(mercator(middle), zoom, size, padding);
}

/** All of India in the part that bars leave uncovered, as MapLibre's `fitBounds` shows it. */
export function viewOfIndia(size: Size, padding: Padding): StaticView {
  const [[west, south], [east, north]] = INDIA_BOX;
  const topLeft = mercator({ latitude: north, longitude: west });
  const bottomRight = mercator({ latitude: south, longitude: east });
  const free = freeOf(size, padding);
  const fitting = Math.min(free.width / (bottomRight.x - topLeft.x), free.height / (bottomRight.y - topLeft.y));
  const zoom = Math.min(Math.max(zoomOfWorld(fitting), mapLibreZoom(MIN_ZOOM)), mapLibreZoom(MAX_ZOOM));
  const middle = { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 };
  return staticView(middle, zoom, size, padding);
}

/** The size of the part that bars leave uncovered. */
function freeOf({ width, height }: Size, padding: Padding): Size {
  return {
    width: Math.max(1, width - padding.left - padding.right),
    height: Math.max(1, height - padding.top - padding.bottom),
  };
}

/** Creates a view. `middle` is on the Mercator square. */
function staticView(middle: ScreenPoint, zoom: number, size: Size, padding: Padding): StaticView {
  const { width, height } = size;
  const free = freeOf(size, padding);
  const world = worldPx(zoom);
  const corner = {
    x: padding.left + free.width / 2 - middle.x * world,
    y: padding.top + free.height / 2 - middle.y * world,
  };
  const boundsWith = (around: number) => {
    const first = placeAt({ x: (-around - corner.x) / world, y: (-around - corner.y) / world });
    const last = placeAt({ x: (width + around - corner.x) / world, y: (height + around - corner.y) / world });
    return { west: first.longitude, north: first.latitude, east: last.longitude, south: last.latitude };
  };
  return {
    view: { middle: placeAt(middle), mapLibreZoom: zoom, ...boundsWith(0) },
    marked: { mapLibreZoom: zoom, ...boundsWith(MARK_PX) },
    world,
    corner,
    spotOf(place) {
      const { x, y } = mercator(place);
      return { x: corner.x + x * world, y: corner.y + y * world };
    },
  };
}
