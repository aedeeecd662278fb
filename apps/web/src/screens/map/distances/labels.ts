import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import { namedPlugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { withUnit } from '@bijli/ui/format/units';
import type { WantedPlugs } from '#api/wanted-plugs.ts';
import { closedReason } from '#parts/closed-reason.ts';
import { powerFor } from '#parts/power-for.ts';
import { FONTS } from '../layers.ts';
import type { Scheme } from '../marks/pictures.ts';
import { DISTANCES_ZOOM } from './ring-layers.ts';

const SIZE_PX = 12;

export const LABEL_COLOURS = {
  light: { name: '#0c1510', details: '#4d5952', halo: '#e9ece6', free: '#08743b', busy: '#1e5fe6', offline: '#4d5952' },
  dark: { name: '#f0f5f1', details: '#b3c0b8', halo: '#141a17', free: '#2ce57c', busy: '#8fb4ff', offline: '#b3c0b8' },
};

/** The map's font has no thin space. */
export function onMap(text: string): string {
  return text.replaceAll('\u202F', '\u00A0');
}

interface LabelMessages {
  freeOf: (free: number, total: number) => string;
  closedNow: string;
  legend: { offline: string };
}

/**
 * The texts beside a pin, as properties of its feature. They are about the fitting connectors and what the vehicle can
 * take, as on the card, or say why the station is shut. Counts are missing when they are not known.
 */
export function labelOf(
  station: Station,
  vehicle: WantedPlugs | undefined,
  { freeOf, closedNow, legend }: LabelMessages,
): Record<string, string> {
  const { property_name: name } = station;
  const plugs = namedPlugsFor(station, vehicle?.types);
  const { free, total } = plugs;
  const shut = closedReason(station);
  // A station that is offline promises no power.
  const power = shut === 'offline' ? undefined : powerFor(plugs, vehicle);
  const details = power === undefined ? '' : onMap(withUnit(power, 'kW'));
  const why = shut && { offline: legend.offline, closed: closedNow }[shut];
  const counts = why ?? (total ? freeOf(free, total) : '');
  return {
    name: nameOnMap(name),
    counts,
    details: counts && details ? ` · ${details}` : details,
  };
}

/**
 * Without the word Hotel. The network's name stays, because two networks may have stations of one name side by side.
 */
function nameOnMap(name: string): string {
  return name.replace(/\bhotel\s*/i, '').trim() || name;
}

/**
 * Distances of a label from the tip of its pin: beside its head, below, or above. In px, so that it clears the pin's
 * picture of 48 × 56 px. The chosen pin is half as large again.
 */
interface Room {
  side: number;
  head: number;
  below: number;
  above: number;
}
const PIN: Room = { side: 30, head: 26, below: 12, above: 56 };
const CHOSEN: Room = { side: 42, head: 44, below: 6, above: 90 };

type Label = Omit<Extract<LayerSpecification, { type: 'symbol' }>, 'source'>;

/** Labels of pins, each where there is space: right, left, below or above. */
export function pinLabels(scheme: Scheme): Label {
  return labels('pin-labels', scheme, PIN);
}

export function chosenLabel(scheme: Scheme): Label {
  return labels('chosen-label', scheme, CHOSEN);
}

function labels(id: string, scheme: Scheme, { side, head, below, above }: Room): Label {
  const colours = LABEL_COLOURS[scheme];
  const em = (px: number) => px / SIZE_PX;
  const text: ExpressionSpecification = [
    'format',
    ['get', 'name'],
    { 'text-color': colours.name, 'text-font': ['literal', [FONTS.bold]] },
    '\n',
    {},
    ['get', 'counts'],
    {
      'text-color': [
        'case',
        ['has', 'captive'],
        colours.offline,
        ['match', ['get', 'state'], 'free', colours.free, 'busy', colours.busy, colours.offline],
      ],
      'text-font': ['literal', [FONTS.bold]],
    },
    ['get', 'details'],
    {},
  ];
  return {
    id,
    type: 'symbol',
    minzoom: DISTANCES_ZOOM,
    filter: ['all', ['has', 'counts'], ['!', ['has', 'unfit']]],
    layout: {
      'text-field': text,
      'text-font': [FONTS.font],
      'text-size': SIZE_PX,
      'text-line-height': 1.25,
      'text-max-width': 14,
      'text-justify': 'auto',
      'text-padding': 3,
      'text-variable-anchor-offset': [
        'left',
        [em(side), -em(head)],
        'right',
        [-em(side), -em(head)],
        'top',
        [0, em(below)],
        'bottom',
        [0, -em(above)],
      ],
    },
    paint: { 'text-color': colours.details, 'text-halo-color': colours.halo, 'text-halo-width': 1.75 },
  };
}
