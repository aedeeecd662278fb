import type { Pair } from './text-shapes.ts';

export const scan = {
  title: 'Scan to charge',
  light: 'Light',
  start: 'Use the camera',
  type: 'Type the charger’s number',
  point: ['Point at the code on the charger', 'It opens the right plug by itself'] as Pair,
  refused: ['The camera is blocked', 'Allow it for this site in your browser’s settings, or type the number.'] as Pair,
  missing: ['No camera found', 'Type the number below the code instead.'] as Pair,
  site: (host: string): Pair => [`This code leads to ${host}`, 'It is not one of our chargers, so we didn’t open it.'],
  payment: [
    'This code asks for a UPI payment',
    'Our chargers never ask for payment by a code. We didn’t open it.',
  ] as Pair,
  other: ['This is not a charger’s code', 'Look for the sticker with our logo.'] as Pair,
  number: 'Charger’s number',
  numberHelp: 'Below the code on the charger, such as KA-5UF8Q-1',
  numberMissing: 'Enter the charger’s number',
  find: 'Find charger',
  again: 'Scan or type again',
  ownCamera: 'Your phone’s camera app reads the code too.',
  unknownTitle: 'Unknown charger',
  unknown: (number: string) => `No charger has the number ${number}`,
  checkNumber: 'Check it on the sticker, or find your station on the map.',
  showMap: 'Show the map',
};
