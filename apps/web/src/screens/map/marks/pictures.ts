import type { PinState } from '@bijli/contract/pin-state';
import { isCaptive } from '@bijli/contract/station-access';
import { pinStateFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import busyDark from '@bijli/ui/brand/pin-busy-dark.svg?raw';
import busyLight from '@bijli/ui/brand/pin-busy.svg?raw';
import captiveDark from '@bijli/ui/brand/pin-captive-dark.svg?raw';
import captiveLight from '@bijli/ui/brand/pin-captive.svg?raw';
import chosenDark from '@bijli/ui/brand/pin-chosen-dark.svg?raw';
import chosenLight from '@bijli/ui/brand/pin-chosen.svg?raw';
import freeDark from '@bijli/ui/brand/pin-free-dark.svg?raw';
import freeLight from '@bijli/ui/brand/pin-free.svg?raw';
import meDark from '@bijli/ui/brand/pin-me-dark.svg?raw';
import meLight from '@bijli/ui/brand/pin-me.svg?raw';
import offlineDark from '@bijli/ui/brand/pin-offline-dark.svg?raw';
import offlineLight from '@bijli/ui/brand/pin-offline.svg?raw';
import { KIT_COLOURS } from '../kit-colours.ts';

export type Scheme = 'light' | 'dark';

/** A captive station has its own look whatever its state, because most drivers cannot use it. */
export type PinLook = PinState | 'captive';

const pins: Record<Scheme, Record<PinLook, string>> = {
  light: { free: freeLight, busy: busyLight, offline: offlineLight, captive: captiveLight },
  dark: { free: freeDark, busy: busyDark, offline: offlineDark, captive: captiveDark },
};
const chosen = { light: chosenLight, dark: chosenDark };
const ownPictures: Record<Scheme, string> = { light: meLight, dark: meDark };

/** The outline of the chosen pin: dark in the light theme, white in the dark one. */
const EDGE = { light: KIT_COLOURS.light.ink, dark: '#ffffff' };
const ringOf = (scheme: Scheme, unfit: string) => {
  const { surface: ground, pinFree: free, pinBusy: busy, pinOff: offline } = KIT_COLOURS[scheme];
  return { ground, free, busy, offline, unfit };
};
const RING = { light: ringOf('light', '#7d6f58'), dark: ringOf('dark', '#a8997f') };
const PIXEL_RATIO = 3;
const PIN = { width: 40, height: 48, margin: 4 };
export const RING_PX = 48;
const UNFIT_PX = 32;
/** The radius of its ring, how far from the centre the stroke begins, and the stroke's width, px. */
const UNFIT = { radius: 6.5, stroke: 4.6, width: 2 };
/** How far from a ring's centre the stroke begins that crosses it out, px. */
const RING_STROKE = 14;
/** Size of a transparent picture that only takes space. */
export const BLOCKER_PX = 8;
/** A ring is divided into this many parts, so that only few different pictures must be drawn. */
export const RING_PARTS = 12;

export function driverPicture(scheme: Scheme): string {
  return ownPictures[scheme];
}

export function pinPicture(look: PinLook, scheme: Scheme): string {
  return pins[scheme][look];
}

/** How a station's pin looks for a vehicle with these connector types. */
export function pinLook(station: Station, types: readonly string[] | undefined): PinLook {
  return isCaptive(station) ? 'captive' : pinStateFor(station, types);
}

/** The mark of a station without a fitting connector: a small ring, crossed out, in a picture large enough to tap. */
export function unfitPicture(scheme: Scheme): string {
  const { ground, unfit } = RING[scheme];
  const [from, to] = [UNFIT_PX / 2 - UNFIT.stroke, UNFIT_PX / 2 + UNFIT.stroke];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${UNFIT_PX} ${UNFIT_PX}"><g stroke="${unfit}" stroke-width="${UNFIT.width}">` +
    `<circle cx="${UNFIT_PX / 2}" cy="${UNFIT_PX / 2}" r="${UNFIT.radius}" fill="${ground}"/><path d="M${from} ${from} ${to} ${to}"/></g></svg>`
  );
}

/** The chosen pin, with a strong outline. */
export function chosenPicture(look: PinLook, scheme: Scheme): string {
  if (look === 'free') return chosen[scheme];
  return pins[scheme][look].replace(
    /stroke="[^"]*" stroke-width="2(\.4)?"/,
    `stroke="${EDGE[scheme]}" stroke-width="2.4"`,
  );
}

/**
 * A cluster's ring as SVG: the number of stations, in a ring divided by state. The number has the movable map's letters
 * when the ring is drawn at this width. Without a station for the driver the ring is crossed out and has no number.
 */
export function ringPicture(cluster: Record<string, number>, scheme: Scheme, widthPx = RING_PX): string {
  const { ground, unfit, ...colours } = RING[scheme];
  const { total = 1 } = cluster;
  const disc = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="22.5" fill="${ground}"/>`;
  if (total === 0) {
    const [from, to] = [24 - RING_STROKE, 24 + RING_STROKE];
    const stroke = `<g fill="none" stroke="${unfit}" stroke-width="4"><circle cx="24" cy="24" r="20"/>`;
    return `${disc}${stroke}<path d="M${from} ${from} ${to} ${to}"/></g></svg>`;
  }
  const states = ['free', 'busy', 'offline'] as const;
  const parts = states.map((state) => Math.ceil((RING_PARTS * (cluster[state] ?? 0)) / total));
  const letters = ((total > 60 ? 14 : 13) * RING_PX) / widthPx;
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let from = 0;
  const arcs = states.map((state, index) => {
    const share = ((parts[index] ?? 0) / whole) * 100;
    const gap = share > 0 && share < 100 ? 1.5 : 0;
    const arc = `<circle cx="24" cy="24" r="20" stroke="${colours[state]}" pathLength="100" stroke-dasharray="${share - gap} 100" stroke-dashoffset="${-from}"/>`;
    from += share;
    return share > 0 ? arc : '';
  });
  return (
    disc +
    `<g fill="none" stroke-width="4" transform="rotate(-90 24 24)">${arcs.join('')}</g>` +
    `<text x="24" y="${24 + 0.36 * letters}" text-anchor="middle" font-weight="600" font-size="${letters}" fill="${EDGE[scheme]}">${shortCount(total)}</text></svg>`
  );
}

/** Examples: 999, 1.2k, 64k. */
function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 10_000 ? `${Math.round(count / 100) / 10}k` : `${Math.round(count / 1000)}k`;
}

export interface Picture {
  data: ImageData;
  pixelRatio: number;
}

/**
 * Draws the picture that a layer requests by name: `pin/light/free`, `unfit/light`, `ring/light/6/4/2` (a cluster's
 * ring in twelfths), `metro/light`, `blocker/light`.
 */
export function drawPicture(name: string): Picture | undefined {
  const [kind, scheme, ...rest] = name.split('/');
  if (scheme !== 'light' && scheme !== 'dark') return undefined;
  if (kind === 'pin') return drawPin(pins[scheme][rest[0] as PinLook]);
  if (kind === 'unfit') return drawUnfit(RING[scheme]);
  if (kind === 'ring') return drawRing(rest.map(Number), RING[scheme]);
  if (kind === 'metro') return drawMetro();
  if (kind === 'blocker') return canvas(BLOCKER_PX, BLOCKER_PX, () => undefined);
  return undefined;
}

function canvas(
  width: number,
  height: number,
  paint: (context: CanvasRenderingContext2D) => void,
): Picture | undefined {
  const element = document.createElement('canvas');
  element.width = width * PIXEL_RATIO;
  element.height = height * PIXEL_RATIO;
  const context = element.getContext('2d');
  if (!context) return undefined;
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  paint(context);
  return { data: context.getImageData(0, 0, element.width, element.height), pixelRatio: PIXEL_RATIO };
}

function drawPin(svg: string): Picture | undefined {
  const paths = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('path');
  const { width, height, margin } = PIN;
  return canvas(width + 2 * margin, height + 2 * margin, (context) => {
    context.translate(margin, margin);
    paths.forEach((path, index) => {
      const attributeOf = (attribute: string) => path.getAttribute(attribute);
      const shape = new Path2D(attributeOf('d') ?? '');
      if (index === 0) shade(context);
      context.lineWidth = Number(attributeOf('stroke-width') ?? 0);
      context.lineJoin = (attributeOf('stroke-linejoin') as CanvasLineJoin | null) ?? 'miter';
      context.lineCap = (attributeOf('stroke-linecap') as CanvasLineCap | null) ?? 'butt';
      const stroke = attributeOf('stroke');
      const fill = attributeOf('fill');
      if (index === 0 && stroke) {
        context.strokeStyle = stroke;
        context.stroke(shape);
        context.shadowColor = 'transparent';
      }
      if (fill && fill !== 'none') {
        context.fillStyle = fill;
        // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
        context.fill(shape, attributeOf('fill-rule') === 'evenodd' ? 'evenodd' : 'nonzero');
      }
      if (stroke) {
        context.strokeStyle = stroke;
        context.stroke(shape);
      }
    });
  });
}

function drawUnfit({ ground, unfit }: (typeof RING)[Scheme]): Picture | undefined {
  return canvas(UNFIT_PX, UNFIT_PX, (context) => {
    const [from, to] = [UNFIT_PX / 2 - UNFIT.stroke, UNFIT_PX / 2 + UNFIT.stroke];
    context.beginPath();
    context.arc(UNFIT_PX / 2, UNFIT_PX / 2, UNFIT.radius, 0, 2 * Math.PI);
    context.fillStyle = ground;
    context.fill();
    context.moveTo(from, from);
    context.lineTo(to, to);
    context.strokeStyle = unfit;
    context.lineWidth = UNFIT.width;
    context.stroke();
  });
}

function drawRing(counts: number[], colours: (typeof RING)[Scheme]): Picture | undefined {
  const total = counts.reduce((sum, share) => sum + share, 0);
  const middle = RING_PX / 2 + PIN.margin;
  return canvas(RING_PX + 2 * PIN.margin, RING_PX + 2 * PIN.margin, (context) => {
    shade(context);
    context.fillStyle = colours.ground;
    context.beginPath();
    context.arc(middle, middle, 22.5, 0, 2 * Math.PI);
    context.fill();
    context.shadowColor = 'transparent';
    context.lineWidth = 4;
    if (total === 0) return crossOut(context, middle, colours.unfit);
    const used = counts.filter((share) => share > 0).length;
    const gap = used > 1 ? 0.06 : 0;
    let from = -Math.PI / 2;
    for (const [index, colour] of [colours.free, colours.busy, colours.offline].entries()) {
      const angle = ((counts[index] ?? 0) / total) * 2 * Math.PI;
      if (angle === 0) continue;
      context.strokeStyle = colour;
      context.beginPath();
      context.arc(middle, middle, 20, from, from + angle - gap);
      context.stroke();
      from += angle;
    }
  });
}

/** The ring of a cluster without a station for the driver, like the mark of a station that does not fit. */
function crossOut(context: CanvasRenderingContext2D, middle: number, colour: string): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.arc(middle, middle, 20, 0, 2 * Math.PI);
  context.moveTo(middle - RING_STROKE, middle - RING_STROKE);
  context.lineTo(middle + RING_STROKE, middle + RING_STROKE);
  context.stroke();
}

/** The symbol of a metro station, the same in both themes. */
function drawMetro(): Picture | undefined {
  return canvas(14, 14, (context) => {
    context.fillStyle = '#6f6a90';
    context.beginPath();
    context.roundRect(0, 0, 14, 14, 3);
    context.fill();
    context.fillStyle = '#ffffff';
    context.font = '700 10px Inter, sans-serif';
    context.textAlign = 'center';
    context.fillText('M', 7, 10.6);
  });
}

function shade(context: CanvasRenderingContext2D): void {
  context.shadowColor = 'rgb(12 21 16 / 0.28)';
  context.shadowBlur = 4 * PIXEL_RATIO;
  context.shadowOffsetY = 1.5 * PIXEL_RATIO;
}
