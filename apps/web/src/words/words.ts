import { en } from './en.ts';

/** Every text that the app shows; another language is another object of this shape. */
export type Words = typeof en;

/** The words of the language in use. */
export function useWords(): Words {
  return en;
}
