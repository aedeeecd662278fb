export const errors = {
  network: 'Couldn’t connect. Check your internet, then try again.',
  server: 'Something went wrong on our side. Please try again.',
  didNotLoad: 'Check your internet, then try again.',
  crashTitle: 'This page stopped working',
  crash: 'Loading it again usually helps.',
  reload: 'Load again',
  notFoundTitle: 'Page not found',
  notFound: 'It has moved or doesn’t exist.',
  offline: 'No internet.',
  offlineAsOf: (age: string) => `No internet. Last updated ${age}.`,
  notRenewed: (age: string) => `Couldn’t refresh. Last updated ${age}.`,
  selectVehicle: 'Please select a vehicle.',
  registration: 'please enter valid registration no.',
  noPlace: 'Please enter both latitude and longitude.',
  noLocation: 'Please Allow Your Loaction.',
  /** What to do about it, in a browser. */
  allowLocation:
    'Location is off for this site. Turn it on in your browser’s settings, then try again. Or search for a place.',
  placeUnavailable:
    'Your device does not know where you are. Switch on its location (GPS) and try again, or search for a place.',
  placeTimedOut: 'Your location did not come in time. Try again, outdoors if you can, or search for a place.',
  /** Inside the native app, where the page cannot ask. */
  noLocationInApp: {
    android:
      'Your location is off for this app. Open Settings, choose Location and switch it on, then Apps, Bijli, Permissions, Location: Allow only while using the app.',
    ios: 'Your location is off for this app. Open Settings, choose Privacy & Security, Location Services and switch it on, then choose Bijli: While Using the App.',
  },
};
