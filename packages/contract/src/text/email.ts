/** Characters that separate a list, open a comment or quote are not allowed. */
const EMAIL = /^[^\s\p{Cc}@<>"(),:;[\]\\]{1,64}@[^\s\p{Cc}@<>"(),:;[\]\\]{1,190}\.[^\s\p{Cc}@<>"(),:;[\]\\.]{2,24}$/u;
/** The longest address that mail servers pass on (RFC 5321, 4.5.3.1.3, without its angle brackets). */
const MAX_LENGTH = 254;

/** True for one e-mail address as mail programs read it. */
export const isEmail = (text: string): boolean => text.length <= MAX_LENGTH && EMAIL.test(text);
