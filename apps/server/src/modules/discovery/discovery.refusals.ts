import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const discoveryRefusals = {
  search_too_short: {
    en: () => 'Type at least 4 characters.',
    hi: () => 'कम से कम 4 अक्षर लिखें।',
  },
  window_invalid: {
    en: () => 'The map window must be west,south,east,north in degrees.',
    hi: () => 'नक्शे की सीमा पश्चिम,दक्षिण,पूर्व,उत्तर के क्रम में डिग्री में होनी चाहिए।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof discoveryRefusals> = refusing(discoveryRefusals);
