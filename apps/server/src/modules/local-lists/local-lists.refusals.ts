import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

const localListsRefusals = {
  local_list_off: {
    status: 409,
    en: () => 'This charger keeps no list of tags. Set local_list first.',
    hi: () => 'यह चार्जर टैग की सूची नहीं रखता। पहले local_list चालू करें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof localListsRefusals> = refusing(localListsRefusals);
