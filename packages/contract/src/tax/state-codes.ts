/**
 * GST's code of each State and union territory, as a tax invoice names the place of supply (CGST rules, rule 46(e)).
 */
const CODES: Record<string, string> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
};

/** All States and union territories in alphabetical order. */
export const STATES: readonly string[] = Object.keys(CODES).toSorted();

export function isState(name: string): boolean {
  return Object.hasOwn(CODES, name);
}

/** True if two digits are GST's code of a State. */
export function isStateCode(code: string): boolean {
  return Object.values(CODES).includes(code);
}

/** GST's two-digit code of a State. Undefined if there is no such State. */
export function stateCode(state: string): string | undefined {
  return CODES[state];
}

/** For example `Karnataka (29)`. Only the name when it is no State. */
export function stateWithCode(state: string): string {
  const code = CODES[state];
  return code === undefined ? state : `${state} (${code})`;
}

/** The State of a GSTIN, by its first two digits. Throws if no State has them. */
export function stateOfGstin(gstin: string): string {
  const state = Object.keys(CODES).find((name) => CODES[name] === gstin.slice(0, 2));
  if (state === undefined) throw new Error(`${gstin} is the GSTIN of no State.`);
  return state;
}
