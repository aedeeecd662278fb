import type { Current } from './tariff.ts';

interface ConnectorType {
  /** The name that stations and vehicles of the network use. */
  name: string;
  /** File name of its picture, without the extension. */
  icon: string;
  current: Current;
  /** Matches other sources' names for it. */
  known: RegExp;
}

/** The connector types that exist in India. The first pattern that matches wins. */
const TYPES: readonly ConnectorType[] = [
  { name: 'CCS2', icon: 'ccs2', current: 'DC', known: /^ccs ?(2|\(type 2\))$/i },
  { name: 'CHAdeMO', icon: 'chademo', current: 'DC', known: /^chademo$/i },
  { name: 'Bharat DC-001', icon: 'gbt-dc', current: 'DC', known: /^(bharat dc-?001|gb-?\/?t dc)\b/i },
  { name: 'Bharat AC-001', icon: 'bharat-ac', current: 'AC', known: /^(bharat ac-?001|cee 3 pin|iec 60309 3-pin)\b/i },
  { name: 'LEV AC', icon: 'lev-ac', current: 'AC', known: /^lev ac\b/i },
  { name: 'LEV DC', icon: 'lev-dc', current: 'DC', known: /^lev dc\b/i },
  { name: '15A socket', icon: 'socket-15a', current: 'AC', known: /^15 ?a socket$/i },
  { name: 'Type 2', icon: 'type2', current: 'AC', known: /^type 2\b/i },
];

/** Converts a name of a connector type to the network's. An unknown one is returned unchanged. */
export function connectorTypeName(name: string): string {
  return find(name)?.name ?? name.trim();
}

export function connectorIcon(type: string): string {
  return find(type)?.icon ?? 'generic';
}

/** AC or DC, if the type implies it. */
export function currentOfType(type: string): Current | undefined {
  return find(type)?.current;
}

function find(name: string): ConnectorType | undefined {
  return TYPES.find(({ known }) => known.test(name.trim()));
}
