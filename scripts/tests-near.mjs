// Which tests to run for a few changed files: those nearest to each, by who imports whom.

/** A change deep down is reached by half of all tests; the nearest say most, and `npm test` runs the others. */
const MAX_TESTS_OF_FILE = 6;
const MAX_STEPS = 4;

const isTest = (path) => /\.test\.tsx?$/.test(path);
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * `importers` has for each file those that import it, `naming` tells the tests that name a file that is no module. Answers the
 * tests to run, and how many others reach a file as near.
 */
export function testsNear(changed, importers, naming) {
  const chosen = new Set();
  let left = 0;
  for (const file of changed) {
    const near = nearest(file, importers, naming).toSorted(byLikeness(file));
    for (const test of near.slice(0, MAX_TESTS_OF_FILE)) chosen.add(test);
    left += Math.max(0, near.length - MAX_TESTS_OF_FILE);
  }
  return { tests: [...chosen].toSorted(), left };
}

/** The tests beside a file that reach it in the fewest steps; where none lies beside it, the nearest anywhere. */
function nearest(file, importers, naming) {
  if (isTest(file)) return [file];
  if (!importers.has(file)) return naming(file);
  const seen = new Set([file]);
  let anywhere = [];
  for (let step = 0, level = [file]; step < MAX_STEPS && level.length > 0; step += 1) {
    level = level.flatMap((one) => importers.get(one) ?? []).filter((one) => !seen.has(one) && seen.add(one));
    const tests = level.filter(isTest);
    const beside = tests.filter((test) => folderOf(test) === folderOf(file));
    if (beside.length > 0) return beside;
    if (anywhere.length === 0) anywhere = tests;
  }
  return anywhere;
}

/** First those whose name begins as the file's. */
function byLikeness(file) {
  const name = file.slice(folderOf(file).length).split('.')[0];
  const isLike = (test) => test.slice(folderOf(test).length).startsWith(name);
  return (a, b) => Number(isLike(b)) - Number(isLike(a)) || a.localeCompare(b);
}
