import type { Messages } from './en.ts';

export const complaint: Messages['complaint'] = {
  open: 'समस्या बताएँ',
  title: 'समस्या बताएँ',
  kind: 'क्या गड़बड़ है?',
  kinds: {
    does_not_start: 'चार्जिंग शुरू नहीं होती',
    stops_early: 'चार्जिंग जल्दी रुक जाती है',
    damaged: 'कुछ टूटा है या सुरक्षित नहीं है',
    blocked: 'चार्जर के आगे की जगह घिरी है',
    wrong_place: 'स्टेशन मैप वाली जगह पर नहीं है',
    payment: 'रकम या भुगतान गलत है',
    other: 'कुछ और',
  },
  charger: 'कौन-सा चार्जर?',
  booking: (id) => `आपकी चार्जिंग ${id} के बारे में`,
  comment: 'क्या हुआ?',
  commentPlaceholder: 'आपने क्या देखा और डिस्प्ले पर क्या लिखा था',
  send: 'शिकायत भेजें',
  sentTitle: 'धन्यवाद। आपकी शिकायत मिल गई',
  sent: 'इसके बारे में पूछते समय यह नंबर बताएँ।',
  reference: 'शिकायत नंबर',
  done: 'हो गया',
};
