import type { Messages } from './en.ts';

export const common: Messages['common'] = {
  close: 'बंद करें',
  back: 'पीछे',
  menu: 'मेन्यू',
  mainNavigation: 'मुख्य',
  notices: 'सूचनाएँ',
  tryAgain: 'फिर कोशिश करें',
  loading: 'लोड हो रहा है',
  showMore: 'और दिखाएँ',
  allShown: 'बस इतना ही है।',
  moreFailed: 'और लोड नहीं हुआ।',
  language: 'भाषा',
  notAvailable: 'उपलब्ध नहीं',
  backToMap: 'मैप पर वापस जाएँ',
};
