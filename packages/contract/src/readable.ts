/** Whether a text says anything to a reader: it has a letter or a digit of some script. Joiners and signs alone say nothing. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
