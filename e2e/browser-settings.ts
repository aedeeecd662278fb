/** The browser settings of a journey, unless it chooses others. */
export const BROWSER_SETTINGS = {
  viewport: { width: 390, height: 844 },
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  // Only journeys about the service worker allow it. The others intercept the network themselves.
  serviceWorkers: 'block',
} as const;
