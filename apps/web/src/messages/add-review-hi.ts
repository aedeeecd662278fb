import type { Messages } from './en.ts';

export const addReview: Messages['addReview'] = {
  title: 'रिव्यू और रेटिंग',
  rating: 'आपकी रेटिंग',
  rated: (rating) => (rating === 0 ? '' : rating === 5 ? 'बहुत बढ़िया' : `रेटिंग: ${rating}`),
  tagsHeading: 'क्या खास लगा?',
  tags: {
    'Fast Charging': 'तेज़ चार्जिंग',
    'Ease of use': 'इस्तेमाल में आसान',
    Amenities: 'सुविधाएँ',
    'Customer Support': 'ग्राहक सहायता',
    Cleanliness: 'साफ़-सफ़ाई',
  },
  comment: 'टिप्पणी',
  commentPlaceholder: 'दूसरे ड्राइवरों को क्या पता होना चाहिए?',
  left: (characters) => `${characters} अक्षर बाकी`,
  add: 'रिव्यू जोड़ें',
  change: 'रिव्यू सेव करें',
  replaces: (date) => `आपने ${date} को इस स्टेशन के बारे में लिखा था। सेव करने पर यह उसकी जगह ले लेगा।`,
  yourRating: (rate) => `आपकी रेटिंग ${rate}`,
};
