import type { en } from './messages/en.ts';

/** The texts of the catalogue and of every page's frame, in one language. */
export type Messages = typeof en;

let spoken: Messages | undefined;

/** Says which language the pages are in from here on: the server before each page, a browser once, for its document. */
export function speak(language: Messages): void {
  spoken = language;
}

export function messages(): Messages {
  if (spoken === undefined) throw new Error('No language is in use yet: speak() makes one so.');
  return spoken;
}
