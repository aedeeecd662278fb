export const login = {
  page: 'Login',
  about: 'Find a free charger, start it from your phone, and pay for what you used.',
  heading: 'What is your phone number?',
  intro: 'We’ll send you a 6-digit code.',
  number: 'Phone number',
  placeholder: 'Enter Mobile No.',
  send: 'Send OTP',
  agree: 'By signing in you agree to:',
  againTitle: 'Please sign in again',
  again: 'You were signed out. Your wallet and your charge are safe.',
  running: (station: string) => `You’re still charging at ${station}`,
  signInToSee: 'Sign in to see it',
};
