import { refusing, type Refusals, type Refuse } from '#kernel/refusal.ts';

export const operationsRefusals = {
  command_unknown: {
    status: 404,
    en: () => 'There is no such command.',
    hi: () => 'ऐसा कोई निर्देश नहीं है।',
  },
  streams_too_many: {
    status: 429,
    en: () => 'You follow as many chargers as one caller may. End one of them first.',
    hi: () => 'एक बार में जितने चार्जर देखे जा सकते हैं, उतने आप देख रहे हैं। पहले उनमें से एक बंद करें।',
  },
  streams_full: {
    status: 503,
    en: () => 'Too many follow chargers just now. Please try again shortly.',
    hi: () => 'अभी बहुत सारे लोग चार्जर देख रहे हैं। कृपया थोड़ी देर में फिर कोशिश करें।',
  },
  operation_unknown: {
    en: ({ operation }: { operation: string }) => `${operation} is nothing that a charger can be asked for.`,
    hi: ({ operation }: { operation: string }) => `चार्जर से ${operation} नहीं कहा जा सकता।`,
  },
  payload_invalid: {
    status: 400,
    en: ({ problem }: { problem: string }) => `No charger takes this: ${problem}`,
    hi: ({ problem }: { problem: string }) => `कोई चार्जर इसे नहीं मानेगा: ${problem}`,
  },
  payload_too_long: {
    status: 413,
    en: () => 'This is longer than any charger takes.',
    hi: () => 'यह किसी भी चार्जर के लिए बहुत लंबा है।',
  },
  charge_would_be_cut: {
    status: 409,
    en: () => 'A driver’s charge runs there and would be cut short. Say force to do it all the same.',
    hi: () => 'वहाँ किसी ड्राइवर की चार्जिंग चल रही है और बीच में रुक जाएगी। फिर भी करना हो तो force लिखें।',
  },
  root_would_be_lost: {
    status: 409,
    en: () => 'This is the last root certificate that the charger told of. Say force to delete it all the same.',
    hi: () => 'चार्जर ने जितने root certificate बताए हैं, उनमें यह आखिरी है। फिर भी हटाना हो तो force लिखें।',
  },
  earlier_secret_missing: {
    status: 409,
    en: () =>
      'This charger has no earlier secret to restore. Send it a new one, or set one by hand. If it was retired, register it again: that gives it a new secret.',
    hi: () =>
      'इस चार्जर का कोई पहले वाला secret नहीं है जिसे वापस लाया जा सके। इसे नया secret भेजें, या हाथ से डालें। अगर चार्जर हटाया जा चुका है, तो इसे फिर से जोड़ें: तब इसे नया secret मिलेगा।',
  },
  profile_would_be_lowered: {
    status: 409,
    en: () => 'The charger has to come with a higher security profile than this, and would be locked out.',
    hi: () => 'चार्जर को इससे ऊँचे security profile के साथ आना होता है; ऐसा करने पर वह बाहर रह जाएगा।',
  },
  tls_missing: {
    status: 409,
    en: () => 'Chargers cannot come over TLS here: set OCPP_TLS_PORT or OCPP_PROXIES. Say force to do it all the same.',
    hi: () => 'चार्जर यहाँ TLS से नहीं आ सकते: OCPP_TLS_PORT या OCPP_PROXIES लिखें। फिर भी करना हो तो force लिखें।',
  },
  charger_root_missing: {
    status: 409,
    en: () =>
      'The charger has told of no root to know the server by: install one (InstallCertificate). Say force to do it all the same.',
    hi: () =>
      'चार्जर ने सर्वर को पहचानने वाला कोई root certificate नहीं बताया: InstallCertificate से भेजें। फिर भी करना हो तो force लिखें।',
  },
  charger_certificate_missing: {
    status: 409,
    en: () =>
      'The charger has taken no certificate of its own: have it ask for one (ExtendedTriggerMessage). Say force to do it all the same.',
    hi: () => 'चार्जर ने अपना कोई certificate नहीं लिया: ExtendedTriggerMessage से मँगवाएँ। फिर भी करना हो तो force लिखें।',
  },
} satisfies Refusals;

export const refuse: Refuse<typeof operationsRefusals> = refusing(operationsRefusals);
