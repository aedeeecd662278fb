import { cancellation } from './cancellation-policy-en.ts';
import { privacy } from './privacy-policy-en.ts';
import { questions } from './questions-en.ts';
import { refund } from './refund-policy-en.ts';
import { terms } from './terms-en.ts';
import type { LongTexts } from './texts.ts';

export const en: LongTexts = { privacy, terms, refund, cancellation, questions };
