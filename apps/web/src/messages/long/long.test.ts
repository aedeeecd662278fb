import { expect, test } from 'vitest';
import { en } from './en.ts';
import type { LongText, LongTexts } from './texts.ts';

const files = import.meta.glob<Record<string, LongTexts>>(['./??.ts', '!./en.ts'], { eager: true });
const others = Object.entries(files).map(
  ([file, module]) => [file.slice(2, 4), Object.values(module)[0] ?? en] as const,
);

const policies = ['privacy', 'terms', 'refund', 'cancellation'] as const;
/** The structure of each section, and its numbers, such as periods and taxes. */
const shapeOf = ({ since, sections }: LongText) => ({
  since,
  sections: sections.map(({ body }) =>
    body.map((part) => [typeof part === 'string' ? 1 : part.length, String(part).match(/\d+/g)?.toSorted() ?? []]),
  ),
});

test('there is a language besides English', () => {
  expect(others.map(([code]) => code)).toContain('hi');
});

test.each(others)('policies in %s have the same sections, points and periods as in English', (_, texts) => {
  for (const policy of policies) expect(shapeOf(texts[policy]), policy).toEqual(shapeOf(en[policy]));
});

test.each(others)('all questions are answered in %s', (_, texts) => {
  expect(texts.questions).toHaveLength(en.questions.length);
  for (const { question, answer } of texts.questions)
    expect(Math.min(question.length, answer.length)).toBeGreaterThan(10);
});
