import type { Messages } from './en.ts';

export const login: Messages['login'] = {
  page: 'लॉगिन',
  about: 'खाली चार्जर ढूँढें, फ़ोन से चार्ज शुरू करें, और जितना लिया उतना ही दें।',
  heading: 'आपका फ़ोन नंबर क्या है?',
  intro: 'हम आपको 6 अंकों का कोड भेजेंगे।',
  number: 'फ़ोन नंबर',
  placeholder: 'मोबाइल नंबर डालें',
  send: 'OTP भेजें',
  agree: 'साइन इन करके आप इनसे सहमत होते हैं:',
  againTitle: 'कृपया फिर से साइन इन करें',
  again: 'आप साइन आउट हो गए थे। आपका वॉलेट और चार्जिंग सुरक्षित हैं।',
  running: (station) => `${station} पर आपकी चार्जिंग अब भी चल रही है`,
  signInToSee: 'देखने के लिए साइन इन करें',
};
