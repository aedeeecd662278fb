import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const vehiclesRefusals = {
  vehicle_unknown: {
    en: () => 'This vehicle is not in the catalogue.',
    hi: () => 'यह गाड़ी हमारी सूची में नहीं है।',
  },
  own_vehicle_unknown: {
    en: () => 'This vehicle is not one of yours.',
    hi: () => 'यह गाड़ी आपकी गाड़ियों में नहीं है।',
  },
  vehicle_name_invalid: {
    en: ({ max }: { max: number }) => `Use letters or digits for the name, at most ${max} characters.`,
    hi: ({ max }: { max: number }) => `नाम में अक्षर या अंक लिखें, ज़्यादा से ज़्यादा ${max}।`,
  },
  registration_invalid: {
    en: () => 'please enter valid registration no.',
    hi: () => 'कृपया सही रजिस्ट्रेशन नंबर डालें।',
  },
  registration_taken: {
    en: () => 'You have already added this registration number.',
    hi: () => 'यह रजिस्ट्रेशन नंबर आप पहले ही जोड़ चुके हैं।',
  },
  battery_invalid: {
    en: ({ max }: { max: number }) => `Enter the battery in kWh, at most ${max}.`,
    hi: ({ max }: { max: number }) => `बैटरी kWh में लिखें, ज़्यादा से ज़्यादा ${max}।`,
  },
  vehicle_limit: {
    en: ({ max }: { max: number }) =>
      `You already have ${max} vehicles, which is the most. Write to us if you need more.`,
    hi: ({ max }: { max: number }) => `आप ${max} गाड़ियाँ जोड़ चुके हैं, इससे ज़्यादा नहीं जोड़ी जा सकतीं। और चाहिए तो हमें लिखें।`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof vehiclesRefusals> = refusing(vehiclesRefusals);
