import type { Messages } from './en.ts';
import { orders } from './orders-hi.ts';
import { personal } from './personal-hi.ts';
import { receipts } from './receipts-hi.ts';
import { taxDocuments } from './tax-documents-hi.ts';

/** Digits stay Latin, as apps in India write them. */
const locale = 'hi-IN-u-nu-latn';

/** Hindi. */
export const hi: Messages = {
  language: 'hi',
  locale,
  away: {
    title: () => 'थोड़ी देर में वापस',
    again: () => 'फिर कोशिश करें',
    resend: () => 'कृपया पीछे जाकर फिर से भेजें।',
  },
  done: {
    codeSent: (mobile) => `+91${mobile} पर कोड भेज दिया गया है।`,
    codeMade: () => 'आपका कोड तैयार है।',
    signedIn: () => 'Bijli में आपका स्वागत है।',
    signedOut: () => 'आप साइन आउट हो गए हैं।',
    receiptLinkSent: () => 'लिंक भेज दिया गया है। पता पक्का करने के लिए उसे खोलें।',
    receiptAddressConfirmed: () => 'आपका ई-मेल पता पक्का हो गया।',
    profileSaved: () => 'सेव हो गया।',
    bookmarkSaved: () => 'स्टेशन सेव हो गया।',
    bookmarkRemoved: () => 'स्टेशन आपकी सूची से हटा दिया गया।',
    reviewSaved: () => 'आपके रिव्यू के लिए धन्यवाद।',
    vehicleAdded: () => 'गाड़ी जुड़ गई।',
    defaultVehicleSet: () => 'चुनी हुई गाड़ी बदल गई।',
    vehicleChanged: () => 'गाड़ी सेव हो गई।',
    vehicleRemoved: () => 'गाड़ी हटा दी गई।',
    cardAdded: () => 'कार्ड जुड़ गया।',
    cardChanged: () => 'कार्ड सेव हो गया।',
    cardBlocked: () => 'कार्ड बंद है। इससे कुछ शुरू नहीं होगा।',
    cardUnblocked: () => 'कार्ड फिर चालू है।',
    cardRemoved: () => 'कार्ड हटा दिया गया।',
    paymentStarted: () => 'भुगतान का पेज खुल रहा है।',
    paymentCompleted: () => 'रकम आपके वॉलेट में आ गई है।',
    paymentPending: () => 'भुगतान की जाँच हो रही है।',
    chargeStarted: () => 'चार्जर शुरू हो रहा है।',
    complaintFiled: (reference) => `धन्यवाद। हम इसे देखेंगे। आपकी शिकायत का नंबर ${reference} है।`,
    accountDeleted: () =>
      'आपका खाता हटा दिया गया है। बिल और भुगतान का रिकॉर्ड, आपके नाम के बिना, उतने समय तक रखा जाएगा जितना टैक्स कानून माँगता है।',
    stopSent: () => 'चार्जिंग रोकी जा रही है।',
    pushOn: () => 'इस डिवाइस पर सूचनाएँ चालू हैं।',
    pushOff: () => 'इस डिवाइस पर सूचनाएँ बंद हैं।',
    notificationsRead: () => 'पढ़ी हुई मान ली गईं।',
    watchOn: () => 'चार्जर खाली होते ही आपको बताया जाएगा।',
    watchOff: () => 'अब आपको नहीं बताया जाएगा।',
  },
  sms: {
    code: (code, domain) => `${code} आपका Bijli कोड है। यह 5 मिनट तक मान्य है। इसे किसी को न बताएँ।\n\n@${domain} #${code}`,
  },
  withInstallation: (product) => `${product} (इंस्टॉलेशन के साथ)`,
  someDriver: () => 'एक ड्राइवर',
  hours: {
    always: () => '24\u202Fघंटे खुला',
    everyDay: () => 'हर दिन',
  },
  connector: (number) => `कनेक्टर ${number}`,
  history: {
    topUp: () => 'क्रेडिट जोड़े गए',
    topUps: {
      completed: () => 'क्रेडिट जोड़े गए',
      pending: () => 'भुगतान की पुष्टि बाकी है',
      failed: () => 'क्रेडिट नहीं जुड़े',
    },
    charge: (station) => `${station} पर चार्जिंग`,
    refund: () => 'भुगतान के माध्यम में वापसी',
    adjustment: () => 'समायोजन',
  },
  notifications: {
    charge_started: ({ station, heldAgain, card }) => ({
      title: heldAgain === undefined ? 'चार्जिंग शुरू हो गई' : 'चार्जिंग आखिर शुरू हो गई थी',
      body:
        heldAgain === undefined
          ? card === undefined
            ? `${station} पर आपकी गाड़ी चार्ज हो रही है।`
            : `${station} पर आपके कार्ड “${card}” से चार्जिंग हो रही है। आप नहीं हैं? यहाँ रोकें और कार्ड ब्लॉक करें।`
          : `${station} का चार्जर ऑफ़लाइन था और चार्जिंग समय पर शुरू हो चुकी थी। इसके लिए ${heldAgain} फिर से रोके गए हैं।`,
    }),
    charge_nearly_done: ({ station, units, soc }) => ({
      title: soc === undefined ? '80% यूनिट पूरे हुए' : `बैटरी ${soc}% हो गई`,
      body: `${station} पर अब तक ${units}। केबल निकालने की तैयारी करें।`,
    }),
    charge_done: ({ station, units, money }) => ({
      title: 'चार्जिंग पूरी हुई',
      body: `${station} पर ${units}, कुल ${money}। कृपया केबल निकाल लें।`,
    }),
    charge_stopped_early: ({ station, units, money, reason }) => ({
      title: 'चार्जिंग बीच में रुक गई',
      body: `${station}: ${reason}। आपको ${units} मिले, कुल ${money}।`,
    }),
    start_failed: ({ station, money, reason }) => ({
      title: 'चार्जिंग शुरू नहीं हुई',
      body: `${station}: ${reason}। ${money} फिर से आपके वॉलेट में उपलब्ध हैं।`,
    }),
    money_back: ({ money }) => ({
      title: 'रकम वापस आई',
      body: `एक चार्जिंग का बिल पहले से कम निकला। ${money} आपके वॉलेट में वापस आ गए हैं।`,
    }),
    refund: ({ money }) => ({
      title: 'रिफ़ंड भेजा गया',
      body: `${money} उसी माध्यम में लौटा दिए गए हैं जिससे आपने भुगतान किया था।`,
    }),
    balance_low: ({ money }) => ({
      title: 'वॉलेट में रकम कम है',
      body: `${money} बचे हैं। अगली चार्जिंग से पहले क्रेडिट जोड़ें।`,
    }),
    station_free: ({ station }) => ({
      title: 'एक चार्जर खाली है',
      body: `${station} पर अभी एक चार्जर खाली है।`,
    }),
    card_refused: ({ station, card = '', needed, isShort }) => ({
      title: 'आपके कार्ड से चार्जिंग शुरू नहीं हुई',
      body: isShort
        ? `वॉलेट में ${needed} से ज़्यादा खाली होने चाहिए। रकम जोड़ें और ${station} पर कार्ड “${card}” फिर लगाएँ।`
        : `आपकी एक चार्जिंग पहले से चल रही है। उसे खत्म करें, फिर ${station} पर कार्ड “${card}” से नई शुरू करें।`,
    }),
  },
  provisional: () =>
    'चार्जर ने चार्जिंग खत्म होने की सूचना नहीं दी है: यह उसकी आख़िरी रीडिंग है, और उसके बताने पर बिल ठीक कर दिया जाएगा।',
  corrected: ({ station, units, money }) => ({
    title: 'आपका बिल ठीक किया गया',
    body: `${station} के चार्जर ने आपकी चार्जिंग खत्म होने की सूचना दी है: कुल ${units}, ${money}।`,
  }),
  connectorOut: () =>
    'कनेक्टर बता रहा है कि वह अभी काम नहीं कर सकता। ऐसा ही रहा तो थोड़ी देर में रकम वापस आ जाएगी; आप रद्द करके दूसरा कनेक्टर भी चुन सकते हैं।',
  linkDown: {
    starting: () => 'चार्जर का संपर्क टूटा हुआ है। फिर भी केबल लगा दें: हम कुछ मिनट इंतज़ार करेंगे।',
    charging: () => 'चार्जर का संपर्क टूटा हुआ है। चार्जिंग चलती रहेगी; आँकड़े बाद में दिखेंगे।',
    stopping: () => 'चार्जर का संपर्क टूटा हुआ है। कुछ मिनट में न लौटा तो उसकी आख़िरी रीडिंग पर हिसाब कर दिया जाएगा।',
  },
  endReasons: {
    Remote: 'ऐप से रोकी गई',
    Local: 'चार्जर पर रोकी गई',
    EVDisconnected: 'केबल निकाल ली गई',
    EmergencyStop: 'इमरजेंसी स्टॉप दबाया गया',
    PowerLoss: 'चार्जर की बिजली चली गई',
    Reboot: 'चार्जर फिर से चालू हुआ',
    HardReset: 'चार्जर फिर से चालू हुआ',
    SoftReset: 'चार्जर फिर से चालू हुआ',
    UnlockCommand: 'कनेक्टर का लॉक खोला गया',
    DeAuthorized: 'चार्जर ने चार्जिंग खत्म कर दी',
    Other: 'चार्जिंग खत्म हो गई',
    units_used_up: 'जितना चुना था, उतना चार्ज हो गया',
    target_reached: 'बैटरी आपके चुने स्तर तक पहुँच गई',
    no_progress: 'गाड़ी ने और बिजली नहीं ली',
    charge_forgotten: 'चार्जर फिर से चालू हुआ और चार्जिंग को भूल गया',
    charger_rejected: 'चार्जर ने शुरू करने से मना कर दिया',
    charger_silent: 'चार्जर से जवाब नहीं मिला',
    charger_offline: 'चार्जर ऑफ़लाइन हो गया',
    start_timed_out: 'चार्जिंग समय पर शुरू नहीं हुई',
    start_link_lost: 'चार्जिंग शुरू होने से पहले चार्जर का संपर्क टूट गया',
    start_elsewhere: 'चार्जर ने दूसरे कनेक्टर पर शुरू किया, जो खाली नहीं है या महँगा है',
    start_interrupted: 'चार्जर तक अनुरोध पहुँचने से पहले हमारी ओर से रुकावट आ गई',
    link_lost: 'चार्जर का संपर्क टूट गया',
    start_cancelled: 'आपने शुरू होने से पहले ही रोक दी',
  },
  orders,
  personal,
  receipts,
  taxDocuments,
  payment: {
    failed: () => 'भुगतान नहीं हो सका। कोई रकम नहीं कटी।',
    cancelled: () => 'भुगतान रद्द कर दिया गया। कोई रकम नहीं कटी।',
    expired: () => 'भुगतान समय पर पूरा नहीं हुआ। कोई रकम नहीं कटी।',
    goesBack: () => 'आपका भुगतान काम नहीं आ सका। रकम उसी माध्यम में लौटाई जा रही है जिससे आपने भुगतान किया था।',
    leaving: () => 'भुगतान का पेज खुल रहा है',
    leave: () => 'भुगतान के पेज पर जाएँ',
  },
};
