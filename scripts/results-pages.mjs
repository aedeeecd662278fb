// The pages in results/: one of the last run of all parts, and one of each run of some parts. The first also says which
// parts it lacks, and which have run since then.

/** Below this heading the page of all parts says what its run does not show. */
const LATER = '\n## Not in this run\n';

/** The page of a run. `outcomes` are those of its steps, each with its part. */
export function pageOfRun({ at, what, machine, outcomes }) {
  return [
    `# Full test of ${at}: ${what}`,
    '',
    machine,
    '',
    '| part | what | passed | failed | seconds |',
    '|---|---|---|---|---|',
    ...outcomes.map(
      ({ part, title, passed, failed, seconds }) => `| ${part} | ${title} | ${passed} | ${failed} | ${seconds} |`,
    ),
    '',
  ].join('\n');
}

/** The page of all parts, with what `pages` of later runs show. `parts` are the names of all parts. */
export function withLaterRuns(full, pages, parts) {
  const [run = ''] = full.split(LATER);
  const { at, partsRun } = readRun(run);
  const later = new Map();
  for (const page of pages.map(readRun).toSorted((a, b) => a.at.localeCompare(b.at)))
    if (page.at > at) for (const [part, counts] of page.partsRun) later.set(part, { at: page.at, ...counts });
  const unknown = parts.filter((part) => !partsRun.has(part) && !later.has(part));
  if (later.size === 0 && unknown.length === 0) return run;
  const rows = parts
    .filter((part) => later.has(part))
    .map((part) => {
      const { at: ranAt, passed, failed } = later.get(part);
      return `| ${part} | ${ranAt.slice(0, 16).replace('T', ' ')} | ${passed} | ${failed} |`;
    });
  return [
    run + LATER,
    ...(unknown.length > 0 ? [`Parts without any outcome here: ${unknown.join(', ')}.`, ''] : []),
    ...(rows.length > 0
      ? [
          'These parts have run alone since then:',
          '',
          '| part | run | passed | failed |',
          '|---|---|---|---|',
          ...rows,
          '',
        ]
      : []),
  ].join('\n');
}

/** When a page's run began, and what passed and failed of each part. */
function readRun(page) {
  const [, at = ''] = /^# Full test of ([^:]+:[^:]+:[^:]+):/.exec(page) ?? [];
  const partsRun = new Map();
  for (const line of page.split('\n').filter((text) => /^\| (?!part )/.test(text))) {
    const cells = line.split('|').map((cell) => cell.trim());
    const [part, passed, failed] = [cells[1], Number(cells.at(-4)), Number(cells.at(-3))];
    const before = partsRun.get(part) ?? { passed: 0, failed: 0 };
    partsRun.set(part, { passed: before.passed + passed, failed: before.failed + failed });
  }
  return { at, partsRun };
}
