import { afterEach, expect, test } from 'vitest';
import { clear, draw, text } from '@bijli/ui/testing/page';
import { AnswerAge } from './AnswerAge.tsx';

afterEach(clear);

test.each([
  [undefined, undefined, ''],
  [50, undefined, ''],
  [125, undefined, 'Updated 2\u202Fmin ago'],
  [125, 'before', 'Updated 2\u202Fmin ago · '],
  [125, 'after', ' · Updated 2\u202Fmin ago'],
] as const)(
  'the age of an answer from %o s ago, with words %o it, is shown as "%s"',
  async (seconds, beside, expected) => {
    await draw(<AnswerAge answeredAtMs={seconds && Date.now() - seconds * 1000} {...(beside && { beside })} />);
    expect(text()).toBe(expected);
  },
);
