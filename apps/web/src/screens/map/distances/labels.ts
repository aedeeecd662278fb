import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { isCaptive } from '@bijli/contract/station-access';
import { pinStateFor, plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { WantedPlugs } from '#api/wanted-plugs.ts';
import type { Emphasised } from '#messages/text-shapes.ts';
import { closedReason } from '#parts/stations/closed-reason.ts';
import { isUpTo, powerFor } from '#parts/stations/power-for.ts';
import { FONTS } from '../basemap/fonts.ts';
import { KIT_COLOURS } from '../kit-colours.ts';
import { atSide } from '../labels/at-side.ts';
import {
  CHOSEN_ROOM,
  LINE_PX,
  offsetsBySide,
  PIN_ROOM,
  type Room,
  type StationLabel,
} from '../labels/placed-labels.ts';
import { LABEL_PX } from '../labels/text-width.ts';
import type { Scheme } from '../marks/pictures.ts';
import { DISTANCES_ZOOM } from './ring-layers.ts';

export const LABEL_COLOURS = {
  light: {
    name: KIT_COLOURS.light.ink,
    halo: KIT_COLOURS.light.mapGround,
    details: '#4d5952',
    free: '#08743b',
    busy: '#1e5fe6',
    offline: '#4d5952',
  },
  dark: {
    name: KIT_COLOURS.dark.ink,
    halo: KIT_COLOURS.dark.mapGround,
    details: '#b3c0b8',
    free: '#2ce57c',
    busy: '#8fb5ff',
    offline: '#b3c0b8',
  },
};

/** The map's font has no thin space. */
export function onMap(text: string): string {
  return text.replaceAll('\u202F', '\u00A0');
}

interface LabelMessages {
  map: {
    freeOf: (free: number, total: number) => string;
    closedNow: string;
    isPrivate: string;
    legend: { offline: string };
  };
  stations: { power: (kw: number) => Emphasised; powerUpTo: (kw: number) => Emphasised };
}

/**
 * The label of a station. It is about the fitting connectors and what the vehicle can take, as on the card, or says why
 * the station is shut. Undefined for a station without a fitting connector.
 */
export function labelOf(
  station: Station,
  vehicle: WantedPlugs | undefined,
  { map: { freeOf, closedNow, isPrivate, legend }, stations: messages }: LabelMessages,
): StationLabel | undefined {
  const plugs = plugsFor(station, vehicle?.types);
  if (!plugs.fits) return undefined;
  const { free, total } = plugs;
  const shut = closedReason(station);
  // A station that is offline promises no power.
  const power = shut === 'offline' ? undefined : powerFor(plugs, vehicle);
  const powerText = isUpTo(plugs, vehicle) ? messages.powerUpTo : messages.power;
  const details = power === undefined ? '' : onMap(powerText(power).join(''));
  const isForFew = isCaptive(station);
  // Whose plugs are not for everybody says so first. How many are free would only mislead.
  const why = isForFew ? isPrivate : shut && { offline: legend.offline, closed: closedNow }[shut];
  const counts = why ?? (total ? freeOf(free, total) : '');
  return {
    name: nameOnMap(station.property_name),
    counts,
    details: counts && details ? ` · ${details}` : details,
    tone: isForFew ? 'offline' : pinStateFor(station, vehicle?.types),
  };
}

/**
 * Without the word Hotel. The network's name stays, because two networks may have stations of one name side by side.
 */
function nameOnMap(name: string): string {
  return name.replace(/\bhotel\s*/i, '').trim() || name;
}

type Label = Omit<Extract<LayerSpecification, { type: 'symbol' }>, 'source'>;

/** Labels of pins, each at the side that `labelsFor` has chosen. */
export function pinLabels(scheme: Scheme): Label {
  return labels('pin-labels', scheme, PIN_ROOM);
}

export function chosenLabel(scheme: Scheme): Label {
  return labels('chosen-label', scheme, CHOSEN_ROOM);
}

function labels(id: string, scheme: Scheme, room: Room): Label {
  const colours = LABEL_COLOURS[scheme];
  const text: ExpressionSpecification = [
    'format',
    ['get', 'name'],
    { 'text-color': colours.name, 'text-font': ['literal', [FONTS.bold]] },
    '\n',
    {},
    ['get', 'counts'],
    {
      'text-color': ['match', ['get', 'tone'], 'free', colours.free, 'busy', colours.busy, colours.offline],
      'text-font': ['literal', [FONTS.bold]],
    },
    ['get', 'details'],
    {},
  ];
  return {
    id,
    type: 'symbol',
    minzoom: DISTANCES_ZOOM,
    filter: ['has', 'anchor'],
    layout: {
      'text-field': text,
      'text-font': [FONTS.font],
      'text-size': LABEL_PX,
      'text-line-height': LINE_PX / LABEL_PX,
      'text-max-width': 40,
      'text-justify': 'auto',
      'text-allow-overlap': true,
      'text-variable-anchor-offset': atSide(offsetsBySide(room)),
    },
    paint: { 'text-color': colours.details, 'text-halo-color': colours.halo, 'text-halo-width': 1.75 },
  };
}
