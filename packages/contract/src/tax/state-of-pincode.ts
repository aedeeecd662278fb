/**
 * The first digits of the pincodes of each State: the postal circles and sorting districts of India Post's PIN code
 * directory (indiapost.gov.in). The longest beginning that fits counts.
 */
const BEGINNINGS: Record<string, string> = {
  Delhi: '11',
  Haryana: '12 13',
  Punjab: '14 15 16 160055 160059 160062 160071',
  Chandigarh: '160',
  'Himachal Pradesh': '17',
  'Jammu and Kashmir': '18 19',
  Ladakh: '194',
  'Uttar Pradesh': '20 21 22 23 24 2467 25 26 27 28',
  Uttarakhand: '24471 246 2476 248 249 2625 263',
  Rajasthan: '30 31 32 33 34',
  Gujarat: '36 37 38 39',
  'Dadra and Nagar Haveli and Daman and Diu': '362520 396210 396220 396230',
  Goa: '403',
  Maharashtra: '40 41 42 43 44',
  'Madhya Pradesh': '45 46 47 48',
  Chhattisgarh: '49',
  Telangana: '50',
  'Andhra Pradesh': '51 52 53',
  Puducherry: '533464 6050 60960 673310',
  Karnataka: '56 57 58 59',
  'Tamil Nadu': '60 61 62 63 64',
  Kerala: '67 68 69',
  Lakshadweep: '68255',
  Sikkim: '737',
  'Andaman and Nicobar Islands': '744',
  'West Bengal': '70 71 72 73 74',
  Odisha: '75 76 77',
  Assam: '78',
  'Arunachal Pradesh': '790 791 792',
  Meghalaya: '793 794',
  Manipur: '795',
  Mizoram: '796',
  Nagaland: '797 798',
  Tripura: '799',
  Bihar: '80 81 821 823 824 84 85',
  Jharkhand: '814 815 816 82 83',
};
const PINCODE = /^[1-8]\d{5}$/;
const CIRCLE_LENGTH = 2;

const STATE_OF = new Map(
  Object.entries(BEGINNINGS).flatMap(([state, list]) =>
    list.split(' ').map((beginning) => [beginning, state] as const),
  ),
);

/** The State of an Indian pincode. Undefined for other texts. */
export function stateOfPincode(pincode: string): string | undefined {
  if (!PINCODE.test(pincode)) return undefined;
  for (let length = pincode.length; length >= CIRCLE_LENGTH; length -= 1) {
    const state = STATE_OF.get(pincode.slice(0, length));
    if (state !== undefined) return state;
  }
  return undefined;
}

/**
 * False if a pincode belongs to another State, by its first two digits. Finer borders do not count, because a post
 * office may serve villages across them. True for a pincode of no known State.
 */
export function isPincodeIn(state: string, pincode: string): boolean {
  if (stateOfPincode(pincode) === undefined) return true;
  const circle = pincode.slice(0, CIRCLE_LENGTH);
  const states = [...STATE_OF].filter(([beginning]) => beginning.startsWith(circle)).map(([, each]) => undivided(each));
  return states.includes(undivided(state));
}

/** Telangana was a part of Andhra Pradesh until 2014. Its pincodes stayed, also where the border moved later. */
const undivided = (state: string): string => (state === 'Telangana' ? 'Andhra Pradesh' : state);
