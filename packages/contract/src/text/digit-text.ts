import * as z from 'zod/mini';
import { latinDigits } from './latin-digits.ts';

/** A number of which each digit counts, also typed with a Hindi keyboard: of a phone, a pincode, a one-time code. */
export const digitText = z.string().check(z.overwrite(latinDigits));
