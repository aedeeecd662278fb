import type { Product } from '@bijli/contract/storefront';
import { messages } from '#messages/messages.ts';
import { formatNumber } from './format.ts';

/** An important figure of a product with its unit. */
export interface KeyFigure {
  name: string;
  value: string;
  unit?: string;
}

/** Splits a line of a specification such as `Cable: 5 m` into name and value. */
export function nameAndValue(line: string): [name: string, value: string] {
  const [name = '', ...value] = line.split(': ');
  return [name, value.join(': ')];
}

/**
 * The figures that a buyer looks for first: output, outlets, current, protection and supply. Those that the
 * specification does not have are left out.
 */
export function keyFigures({ max_output: kw, connector, specification }: Product): KeyFigure[] {
  const lines = new Map(specification.map(nameAndValue));
  const groupsOf = (name: string, pattern: RegExp): string[] => pattern.exec(lines.get(name) ?? '')?.slice(1) ?? [];
  const {
    maxOutput,
    connector: type,
    connectors,
    cable,
    current,
    perConnector,
    perOutlet,
    protection,
    supply,
  } = messages().product.figures;
  const [count, plug] = ['Connectors', 'Guns', 'Outlets'].flatMap((name) => groupsOf(name, OUTLETS));
  const [metres] = [...groupsOf('Cable', METRES), ...groupsOf('Length', METRES)];
  const [amperes, where = ''] = groupsOf('Output', AMPERES);
  const [code] = groupsOf('Ingress protection', /\b(IP\d\d)\b/);
  const [phases, volts] = groupsOf('Input', /^(\d-phase) (\d+) V\b/);
  const figures: (KeyFigure | false | undefined)[] = [
    kw > 0 && { name: maxOutput, value: formatNumber(kw), unit: messages().kw },
    count !== undefined && { name: connectors, value: count, ...(plug && { unit: plug }) },
    count === undefined &&
      connector.length > 0 && { name: type, value: connector.map(messages().connectorName).join(', ') },
    metres !== undefined && { name: cable, value: metres, unit: messages().units.metre },
    amperes !== undefined && {
      name: where === '' ? current : where === ' per outlet' ? perOutlet : perConnector,
      value: amperes,
      unit: 'A',
    },
    code !== undefined && { name: protection, value: code },
    phases !== undefined && { name: supply(phases), value: volts ?? '', unit: 'V' },
  ];
  return figures.filter((figure) => typeof figure === 'object');
}

/** Number and type of outlets: `2 x CCS2 (60+60 / 120)`, `3 x IEC 60309 industrial`. */
const OUTLETS = /^(\d+) x (\w+(?: \d+)?)/;
const METRES = /^(\d+(?:\.\d+)?) m\b/;
/** The current in `230 V AC, 32 A` or `200-1000 V DC, up to 250 A per connector`. Makers also write `per gun`. */
const AMPERES = /(\d+) A\b( per (?:connector|gun|outlet))?/;
