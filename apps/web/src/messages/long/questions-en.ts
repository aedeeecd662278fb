import type { Question } from './texts.ts';

export const questions: readonly Question[] = [
  {
    question: 'What if the charger does not start?',
    answer:
      'Pull the plug, push it in until it clicks, lock the car and start again. If it still does not start, try another connector. A failed start costs nothing: the amount on hold returns to your wallet by itself. Please report the charger from its station page.',
  },
  {
    question: 'How do I stop charging?',
    answer:
      'Slide to stop on the charging screen, or press the stop button on the charger. If your phone has no network, use the charger’s button, or unlock the car and stop there. It also stops by itself when the units you chose are delivered.',
  },
  {
    question: 'The plug does not come out. What now?',
    answer:
      'Stop the charge first and wait a few seconds, then unlock the car: many cars hold the plug until they are unlocked. Do not pull by force. If it stays stuck, call us.',
  },
  {
    question: 'Why is more held than I’m charged?',
    answer:
      'Before the start we hold the estimate for all units you chose, GST included. You pay only for what was delivered. The rest is back in your wallet as soon as the charge ends.',
  },
  {
    question: 'I paid, but my wallet shows nothing. Where is my money?',
    answer:
      'We credit a payment once the payment provider has confirmed it, mostly within a minute. While we check it, your wallet shows it as Pending. If it failed after your bank took it, the provider returns it. Call us if it is not settled after a day.',
  },
  {
    question: 'How do I get a refund?',
    answer:
      'For a charge, report the problem from its invoice. For unused credits, write or call from your registered number. A refund is processed within 9 business days.',
  },
  {
    question: 'Where is my invoice?',
    answer:
      'Under Charging sessions, tap the charge. There you can share the invoice and print it, or save it as a PDF, with the GST details.',
  },
  {
    question: 'How much will a charge cost?',
    answer:
      'Units × price per unit, plus 18% GST. You see the estimate with GST before you start, and the amount so far while you charge.',
  },
];
