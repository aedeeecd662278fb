import type { Messages } from './en.ts';

export const otp: Messages['otp'] = {
  heading: 'OTP की पुष्टि',
  sentTo: (number) => `+91${number} पर भेजा गया कोड डालें`,
  code: 'छह अंकों का कोड',
  digit: (position) => `अंक ${position}`,
  verify: 'OTP जाँचें',
  checkCode: 'कोड फिर देखें: पूरे 6 अंक, हमारे सबसे नए मैसेज से।',
  resendIn: (time) => `${time} में फिर भेज सकेंगे`,
  resend: 'फिर भेजें',
  changeNumber: 'नंबर बदलें',
  deadTitle: 'यह कोड अब काम नहीं करता',
  dead: 'नया कोड मँगाएँ, कुछ ही सेकंड लगते हैं।',
  sendAnother: 'नया कोड भेजें',
  anotherNumber: 'दूसरा नंबर इस्तेमाल करें',
  demoCode: (code) => `डेमो: आपका कोड ${code} है।`,
};
