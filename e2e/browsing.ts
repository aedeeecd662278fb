/** How a driver browses where a journey says nothing else. */
export const BROWSING = {
  viewport: { width: 390, height: 844 },
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  // Journeys that are about the service worker let it in; the others look at the network themselves.
  serviceWorkers: 'block',
} as const;
