import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const reviewsRefusals = {
  rate_invalid: {
    en: () => 'Choose 1 to 5 stars.',
    hi: () => '1 से 5 स्टार चुनें।',
  },
  review_tag_unknown: {
    en: () => 'One of these impressions is not known.',
    hi: () => 'चुने गए अनुभवों में से एक पहचाना नहीं गया।',
  },
  comment_too_long: {
    en: (facts: { max: number }) => `Write at most ${facts.max} characters.`,
    hi: ({ max }: { max: number }) => `ज़्यादा से ज़्यादा ${max} अक्षर लिखें।`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof reviewsRefusals> = refusing(reviewsRefusals);
