import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

export const ledgerFailures = {
  balance_short: {
    en: () => 'There is not enough in your wallet for that.',
    hi: () => 'इसके लिए आपके वॉलेट में पर्याप्त रकम नहीं है।',
  },
} satisfies Failures;

export const refuse: Refuse<typeof ledgerFailures> = refusing(ledgerFailures);
