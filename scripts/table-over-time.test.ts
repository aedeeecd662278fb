import { expect, test } from 'vitest';
import { withRow } from './table-over-time.mjs';

const lines = (text: string) => text.split('\n').filter(Boolean);

test('a run adds a row at the top of the table below its heading', () => {
  const first = withRow('# Over time\n', 'shop', { date: '1 May', 'list | API': 2 });
  const other = withRow(first, 'map', { date: '2 May', drawn: 471 });
  expect(lines(withRow(other, 'shop', { date: '3 May', 'list | API': 3 }))).toEqual([
    '# Over time',
    '## shop',
    String.raw`| date | list \| API |`,
    '|---|---|',
    '| 3 May | 3 |',
    '| 1 May | 2 |',
    '## map',
    '| date | drawn |',
    '|---|---|',
    '| 2 May | 471 |',
  ]);
});

test('different columns begin a new table above the earlier one', () => {
  const first = withRow('# Over time\n', 'shop', { date: '1 May', list: 2 });
  expect(withRow(first, 'shop', { date: '2 May', page: 3 })).toBe(
    '# Over time\n\n## shop\n\n| date | page |\n|---|---|\n| 2 May | 3 |\n\n| date | list |\n|---|---|\n| 1 May | 2 |\n',
  );
});
