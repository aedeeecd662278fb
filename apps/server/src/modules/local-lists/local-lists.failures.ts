import { refusing, type Failures, type Refuse } from '#kernel/failure.ts';

const localListsFailures = {
  local_list_off: {
    status: 409,
    en: () => 'This charger keeps no list of tags. Set local_list first.',
    hi: () => 'यह चार्जर टैग की सूची नहीं रखता। पहले local_list चालू करें।',
  },
} satisfies Failures;

export const refuse: Refuse<typeof localListsFailures> = refusing(localListsFailures);
