import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

export const tokensFailures = {
  token_unknown: {
    status: 404,
    en: () => 'There is no such tag.',
    hi: () => 'ऐसा कोई टैग नहीं है।',
  },
} satisfies Failures;

export const refuse: Refuse<typeof tokensFailures> = refusing(tokensFailures);
