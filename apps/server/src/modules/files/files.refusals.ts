import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const filesRefusals = {
  firmware_unknown: {
    status: 404,
    en: () => 'There is no such firmware, or it was retired.',
    hi: () => 'ऐसा कोई firmware नहीं है, या उसे हटा दिया गया है।',
  },
  firmware_not_there: {
    status: 409,
    en: () => 'The file of this firmware is not there yet: send it to its upload address first.',
    hi: () => 'इस firmware की फ़ाइल अभी नहीं आई है: पहले उसे upload के पते पर भेजें।',
  },
  firmware_there: {
    status: 409,
    en: () => 'The file of this firmware is there already. Add it anew to change it.',
    hi: () => 'इस firmware की फ़ाइल पहले से है। बदलना हो तो उसे नए सिरे से जोड़ें।',
  },
  signature_incomplete: {
    status: 400,
    en: () => 'A signature needs its certificate, and a certificate its signature.',
    hi: () => 'Signature के साथ certificate, और certificate के साथ signature चाहिए।',
  },
  signature_wrong: {
    status: 422,
    en: () => 'The signature is not of this file by this certificate. Charge points would refuse it.',
    hi: () => 'यह signature इस certificate से इस फ़ाइल का नहीं है। चार्जर इसे नहीं लेंगे।',
  },
  file_unknown: {
    status: 404,
    en: () => 'There is no such file.',
    hi: () => 'ऐसी कोई फ़ाइल नहीं है।',
  },
  file_range_beyond: {
    status: 416,
    en: () => 'The file ends before that byte.',
    hi: () => 'फ़ाइल उस byte से पहले ही ख़त्म हो जाती है।',
  },
  file_too_large: {
    status: 413,
    en: ({ mb }: { mb: number }) => `A file may have ${mb} MB at most.`,
    hi: ({ mb }: { mb: number }) => `फ़ाइल ज़्यादा से ज़्यादा ${mb} MB की हो सकती है।`,
  },
  file_coming: {
    status: 429,
    en: () => 'Several files are on their way to here already. Send this one when they have come.',
    hi: () => 'यहाँ पहले से कई फ़ाइलें आ रही हैं। उनके आने के बाद इसे भेजें।',
  },
  files_no_room: {
    status: 503,
    en: () => 'There is no room for this file at the moment. Send it again in a minute.',
    hi: () => 'अभी इस फ़ाइल के लिए जगह नहीं है। एक मिनट बाद फिर से भेजें।',
  },
  file_cut_off: {
    status: 400,
    en: () => 'The file broke off before its end. Send it again.',
    hi: () => 'फ़ाइल पूरी होने से पहले टूट गई। उसे फिर से भेजें।',
  },
  file_missing: {
    status: 400,
    en: () => 'There is no file in this request.',
    hi: () => 'इसमें कोई फ़ाइल नहीं है।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof filesRefusals> = refusing(filesRefusals);
