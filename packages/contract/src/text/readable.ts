/** True if a text has a letter or digit of any script. Joiners and punctuation alone say nothing to a reader. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
