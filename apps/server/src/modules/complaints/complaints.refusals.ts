import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const complaintsRefusals = {
  comment_too_long: {
    en: (facts: { max: number }) => `Write at most ${facts.max} characters.`,
    hi: ({ max }: { max: number }) => `ज़्यादा से ज़्यादा ${max} अक्षर लिखें।`,
  },
  complaint_comment_missing: {
    en: () => 'Write in a few words what is wrong.',
    hi: () => 'कुछ शब्दों में लिखें कि क्या गड़बड़ है।',
  },
  complaint_limit: {
    status: 429,
    en: () => 'You have reported a lot in the last hour. Please try again later, or call us.',
    hi: () => 'पिछले एक घंटे में आप कई शिकायतें भेज चुके हैं। कृपया बाद में कोशिश करें या हमें फ़ोन करें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof complaintsRefusals> = refusing(complaintsRefusals);
