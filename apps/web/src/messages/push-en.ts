/** Notifications that reach the device while the app is closed. */
export const push = {
  switch: 'Notifications on this device',
  about: 'When charging starts, is nearly done, ends or stops early',
  not: {
    denied: 'Blocked in your browser. Allow notifications for this site in its settings.',
    unsupported: 'Not supported in this browser.',
    'install-first': 'Add Bijli to your home screen first.',
  },
  on: 'Notifications are on.',
  failed: 'Couldn’t turn notifications on. Please try again later.',
  offerTitle: 'Know when your car is ready',
  offer: 'Get a notification at 80%, when charging is done, or if it stops early.',
  turnOn: 'Turn on',
  notNow: 'Not now',
};
