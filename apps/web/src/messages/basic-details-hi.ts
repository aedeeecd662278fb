import type { Messages } from './en.ts';

export const basicDetails: Messages['basicDetails'] = {
  heading: 'अपने बारे में बताएँ',
  intro: 'आपका नाम और ई-मेल आपके बिल पर छपते हैं।',
  name: 'नाम',
  email: 'ई-मेल',
  emailPlaceholder: 'name@example.com',
  save: 'जानकारी सेव करें',
};
