import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

export const faultsFailures = {
  fault_unknown: {
    status: 404,
    en: () => 'No such fault is open.',
    hi: () => 'ऐसी कोई ख़राबी खुली नहीं है।',
  },
} satisfies Failures;

export const refuse: Refuse<typeof faultsFailures> = refusing(faultsFailures);
