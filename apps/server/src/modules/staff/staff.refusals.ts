import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const staffRefusals = {
  sign_in_wrong: {
    status: 401,
    en: () => 'That e-mail and password do not fit.',
    hi: () => 'यह ई-मेल और पासवर्ड मेल नहीं खाते।',
  },
  password_wrong: {
    en: () => 'That is not your password.',
    hi: () => 'यह आपका पासवर्ड नहीं है।',
  },
  sign_in_code_wrong: {
    status: 401,
    en: () => 'That code is not right. Take the one that the authenticator shows now.',
    hi: () => 'यह कोड सही नहीं है। ऑथेंटिकेटर में अभी दिख रहा कोड डालें।',
  },
  sign_in_expired: {
    status: 401,
    en: () => 'This sign-in took too long. Begin again with the password.',
    hi: () => 'साइन इन में बहुत देर हो गई। पासवर्ड से फिर शुरू करें।',
  },
  sign_in_paused: {
    status: 429,
    en: (facts: { minutes: number }) => `Too many wrong tries. Please try again in ${facts.minutes} minutes.`,
    hi: ({ minutes }: { minutes: number }) => `बहुत बार गलत कोशिश हुई। कृपया ${minutes} मिनट बाद फिर कोशिश करें।`,
  },
  invitation_unknown: {
    status: 404,
    en: () => 'This invitation does not work any more. Ask an owner for a new one.',
    hi: () => 'यह न्योता अब काम नहीं करता। किसी ओनर से नया माँगें।',
  },
  password_weak: {
    en: (facts: { min: number; max: number }) =>
      `Choose a password of ${facts.min} to ${facts.max} characters that does not hold your e-mail.`,
    hi: ({ min, max }: { min: number; max: number }) => `${min} से ${max} अक्षरों का ऐसा पासवर्ड चुनें जिसमें आपका ई-मेल न हो।`,
  },
  staff_unknown: {
    status: 404,
    en: () => 'There is no such member of staff.',
    hi: () => 'ऐसा कोई स्टाफ़ सदस्य नहीं है।',
  },
  staff_email_invalid: {
    en: () => 'Enter a work e-mail such as asha@example.com.',
    hi: () => 'काम का सही ई-मेल लिखें, जैसे asha@example.com.',
  },
  staff_email_taken: {
    status: 409,
    en: () => 'This e-mail belongs to a member of staff already.',
    hi: () => 'यह ई-मेल पहले से किसी स्टाफ़ सदस्य का है।',
  },
  last_owner: {
    status: 409,
    en: () => 'This is the last owner. Make somebody else an owner first.',
    hi: () => 'यह आख़िरी ओनर है। पहले किसी और को ओनर बनाएँ।',
  },
  owner_everywhere: {
    en: () => 'An owner is an owner at all stations.',
    hi: () => 'ओनर सभी स्टेशनों का ओनर होता है।',
  },
  api_token_unknown: {
    status: 404,
    en: () => 'There is no such API token.',
    hi: () => 'ऐसा कोई API टोकन नहीं है।',
  },
  permission_beyond_role: {
    en: (facts: { permission: string; role: string }) =>
      `The role ${facts.role} has no permission ${facts.permission}.`,
    hi: ({ permission, role }: { permission: string; role: string }) =>
      `${role} भूमिका के पास ${permission} की अनुमति नहीं है।`,
  },
} satisfies Refusals;

export const refuse: Refuse<typeof staffRefusals> = refusing(staffRefusals);
