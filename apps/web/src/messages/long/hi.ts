import { cancellation } from './cancellation-policy-hi.ts';
import { privacy } from './privacy-policy-hi.ts';
import { questions } from './questions-hi.ts';
import { refund } from './refund-policy-hi.ts';
import { terms } from './terms-hi.ts';
import type { LongTexts } from './texts.ts';

export const hi: LongTexts = { privacy, terms, refund, cancellation, questions };
