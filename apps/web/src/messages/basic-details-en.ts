export const basicDetails = {
  heading: 'Tell Us About YourSelf',
  intro: 'Your name and email go on your invoices.',
  name: 'Name',
  email: 'Email',
  emailPlaceholder: 'name@example.com',
  save: 'Save Information',
};
