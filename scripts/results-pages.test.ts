import { expect, test } from 'vitest';
import { pageOfRun, withLaterRuns } from './results-pages.mjs';

const run = (at: string, what: string, ...parts: [part: string, passed: number, failed: number][]): string =>
  pageOfRun({
    at: `${at}T19:17:36.926Z`,
    what,
    machine: '2 × Xeon',
    outcomes: parts.map(([part, passed, failed]) => ({ part, title: `all of ${part}`, passed, failed, seconds: 1 })),
  });
const PARTS = ['quick', 'kills', 'nodes', 'engines'];
const full = run('2026-11-22', 'all parts', ['quick', 1, 0], ['quick', 2678, 0], ['kills', 20, 1]);

test('the page of all parts says which parts it lacks and which have run since, with the latest outcome of each', () => {
  const pages = [
    run('2026-11-29', 'nodes', ['nodes', 33, 1]),
    run('2026-11-25', 'nodes, kills', ['nodes', 31, 2], ['kills', 21, 0]),
    run('2026-11-21', 'quick', ['quick', 9, 9]),
  ];
  const page = withLaterRuns(full, pages, PARTS);
  expect(page.slice(full.length).split('\n').filter(Boolean)).toEqual([
    '## Not in this run',
    'Parts without any outcome here: engines.',
    'These parts have run alone since then:',
    '| part | run | passed | failed |',
    '|---|---|---|---|',
    '| kills | 2026-11-25 19:17 | 21 | 0 |',
    '| nodes | 2026-11-29 19:17 | 33 | 1 |',
  ]);
  expect(page.startsWith(full)).toBe(true);
  expect(withLaterRuns(page, pages, PARTS)).toBe(page);
});

test('the page of a run of all parts says nothing more until one of them runs again', () => {
  expect(withLaterRuns(full, [run('2026-11-21', 'kills', ['kills', 1, 1])], ['quick', 'kills'])).toBe(full);
});
