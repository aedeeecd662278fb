import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const faultsRefusals = {
  fault_unknown: {
    status: 404,
    en: () => 'No such fault is open.',
    hi: () => 'ऐसी कोई ख़राबी खुली नहीं है।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof faultsRefusals> = refusing(faultsRefusals);
