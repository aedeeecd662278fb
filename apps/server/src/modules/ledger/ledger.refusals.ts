import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const ledgerRefusals = {
  balance_short: {
    en: () => 'There is not enough in your wallet for that.',
    hi: () => 'इसके लिए आपके वॉलेट में पर्याप्त रकम नहीं है।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof ledgerRefusals> = refusing(ledgerRefusals);
