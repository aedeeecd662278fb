import { afterEach, expect, test } from 'vitest';
import { clear, draw, text } from '@bijli/ui/testing/page';
import { AnswerAge } from './AnswerAge.tsx';

afterEach(clear);

test.each([
  [undefined, undefined, ''],
  [50, undefined, ''],
  [125, undefined, 'AnswerAge 2\u202Fmin ago'],
  [125, 'before', 'AnswerAge 2\u202Fmin ago · '],
  [125, 'after', ' · AnswerAge 2\u202Fmin ago'],
] as const)(
  'of what was told %o s ago, with words %o it, the age is said as "%s"',
  async (seconds, beside, expected) => {
    await draw(<AnswerAge answeredAtMs={seconds && Date.now() - seconds * 1000} {...(beside && { beside })} />);
    expect(text()).toBe(expected);
  },
);
