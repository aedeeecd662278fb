import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const networkRefusals = {
  /** For drivers, and for staff who name several stations. */
  station_unknown: {
    status: 404,
    en: () => 'This station does not exist any more.',
    hi: () => 'यह स्टेशन अब मौजूद नहीं है।',
  },
  /** For drivers: the charger of a page that they have open. */
  charger_unknown: {
    en: () => 'This charger does not exist any more.',
    hi: () => 'यह चार्जर अब मौजूद नहीं है।',
  },
  /** For drivers: a number that they have typed or scanned. */
  charger_not_found: {
    status: 404,
    en: () => 'No charger has this number. Check it on the charger’s sticker.',
    hi: () => 'इस नंबर का कोई चार्जर नहीं है। चार्जर के स्टिकर पर देख लें।',
  },
  charger_id_invalid: {
    en: ({ id }: { id: string }) =>
      `"${id}" is no charge box identity: 1 to 48 letters, digits, ".", ":", "*", "_" or "-".`,
    hi: ({ id }: { id: string }) => `"${id}" चार्जर की पहचान नहीं हो सकती: 1 से 48 अक्षर, अंक, ".", ":", "*", "_" या "-"।`,
  },
  /** For staff: an id that they named. */
  charger_not_there: {
    status: 404,
    en: ({ id }: { id: string }) => `There is no charger ${id}.`,
    hi: ({ id }: { id: string }) => `${id} नाम का कोई चार्जर नहीं है।`,
  },
  charger_elsewhere: {
    status: 409,
    en: ({ id, stationId }: { id: string; stationId: string }) => `Charger ${id} stands at ${stationId}.`,
    hi: ({ id, stationId }: { id: string; stationId: string }) => `चार्जर ${id} ${stationId} पर लगा है।`,
  },
  charger_registered: {
    status: 409,
    en: ({ id }: { id: string }) => `Charger ${id} is registered already.`,
    hi: ({ id }: { id: string }) => `चार्जर ${id} पहले से पंजीकृत है।`,
  },
  charger_in_use: {
    status: 409,
    en: ({ id }: { id: string }) => `Somebody charges at ${id}. Retire it once that is over.`,
    hi: ({ id }: { id: string }) => `${id} पर चार्जिंग चल रही है। उसके खत्म होने पर इसे हटाएँ।`,
  },
  connectors_missing: {
    en: () => 'A charger needs at least one connector.',
    hi: () => 'चार्जर में कम से कम एक कनेक्टर चाहिए।',
  },
  /** For staff: an id that they named. */
  station_not_there: {
    status: 404,
    en: ({ id }: { id: string }) => `There is no station "${id}".`,
    hi: ({ id }: { id: string }) => `"${id}" नाम का कोई स्टेशन नहीं है।`,
  },
  serial_of_another: {
    status: 409,
    en: ({ serial }: { serial: string }) => `${serial} is the name of another charger.`,
    hi: ({ serial }: { serial: string }) => `${serial} किसी दूसरे चार्जर का नाम है।`,
  },
  supplier_missing: {
    en: ({ stationId, state }: { stationId: string; state: string }) =>
      `Nothing can be sold at ${stationId}: no supplier is registered in ${state}. Add one first: suppliers add --state "${state}" …`,
    hi: ({ stationId, state }: { stationId: string; state: string }) =>
      `${stationId} पर कुछ बेचा नहीं जा सकता: ${state} में कोई आपूर्तिकर्ता पंजीकृत नहीं है। पहले जोड़ें: suppliers add --state "${state}" …`,
  },
  connector_unknown: {
    en: () => 'This connector does not exist any more.',
    hi: () => 'यह कनेक्टर अब मौजूद नहीं है।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof networkRefusals> = refusing(networkRefusals);

/** Refuses an id from staff that no charge point has. The id may be any text, so only its beginning is repeated. */
export function refuseMissingChargePoint(chargePointId: string): never {
  return refuse('charger_not_there', { id: chargePointId.slice(0, 100) });
}
