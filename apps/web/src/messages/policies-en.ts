export const policies = {
  privacy: 'Privacy Policy',
  terms: 'Terms and Conditions',
  refund: 'Return and Refund Policy',
  cancellation: 'Cancellation and Return Policy',
  contents: 'On this page',
  inForceSince: (date: string) => `In force since ${date}`,
  contact: 'Contact',
  phone: 'Phone',
  email: 'Email',
  contactFailed: 'Phone and e-mail did not load.',
  others: 'Policies',
};
