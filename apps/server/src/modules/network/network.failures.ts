import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

export const networkFailures = {
  station_unknown: {
    status: 404,
    en: () => 'This station does not exist any more.',
    hi: () => 'यह स्टेशन अब मौजूद नहीं है।',
  },
  charger_unknown: {
    en: () => 'This charger does not exist any more.',
    hi: () => 'यह चार्जर अब मौजूद नहीं है।',
  },
  charger_not_found: {
    status: 404,
    en: () => 'No charger has this number. Check it on the charger’s sticker.',
    hi: () => 'इस नंबर का कोई चार्जर नहीं है। चार्जर के स्टिकर पर देख लें।',
  },
  connector_unknown: {
    en: () => 'This connector does not exist any more.',
    hi: () => 'यह कनेक्टर अब मौजूद नहीं है।',
  },
} satisfies Failures;

export const refuse: Refuse<typeof networkFailures> = refusing(networkFailures);
