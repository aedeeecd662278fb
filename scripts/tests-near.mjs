// Chooses the tests for some changed files: those that are nearest to each file along the imports.

/**
 * Half of all tests reach a file at the bottom of the tree. The nearest tests find most mistakes, and `npm test` runs
 * the others.
 */
const MAX_TESTS_OF_FILE = 6;
const MAX_STEPS = 4;

const isTest = (path) => /\.test\.tsx?$/.test(path);
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * `importers` lists for each file the files that import it. `naming` returns the tests that name a file that is not a
 * module. Returns the tests to run, and how many others are as near to a file.
 */
export function testsNear(changed, importers, naming) {
  const chosen = new Set();
  let left = 0;
  for (const file of changed) {
    const near = oneOfEachFolderFirst(file, nearest(file, importers, naming));
    for (const test of near.slice(0, MAX_TESTS_OF_FILE)) chosen.add(test);
    left += Math.max(0, near.length - MAX_TESTS_OF_FILE);
  }
  return { tests: [...chosen].toSorted(), left };
}

/**
 * The tests beside a file that reach it in the fewest steps. If there are none, the tests beside its users, such as the
 * screens that show an answer of `api`, and the nearest tests anywhere.
 */
function nearest(file, importers, naming) {
  if (isTest(file)) return [file];
  if (!importers.has(file)) return naming(file);
  const levels = levelsAbove(file, importers);
  const tests = levels.flat().filter(isTest);
  const beside = (folder) => levels.map((level) => level.filter((one) => isTest(one) && folderOf(one) === folder));
  const own = beside(folderOf(file)).find((some) => some.length > 0);
  if (own) return own;
  const used = levels
    .slice(0, MAX_STEPS)
    .map((level) => {
      const folders = new Set(level.filter((one) => !isTest(one)).map(folderOf));
      return tests.filter((test) => folders.has(folderOf(test)));
    })
    .find((some) => some.length > 0);
  const anywhere = levels.slice(0, MAX_STEPS).find((level) => level.some(isTest)) ?? [];
  return [...new Set([...(used ?? []), ...anywhere.filter(isTest)])];
}

/** The files that reach a file, by the number of steps. Loading a screen when it is opened is a step too. */
function levelsAbove(file, importers) {
  const seen = new Set([file]);
  const levels = [];
  for (let level = [file]; level.length > 0; levels.push(level))
    level = level.flatMap((one) => importers.get(one) ?? []).filter((one) => !seen.has(one) && seen.add(one));
  return levels;
}

/** Puts one test of each folder first: the one that is named like the file or its folder, or else the nearest. */
function oneOfEachFolderFirst(file, tests) {
  const name = file.slice(folderOf(file).length).split('.')[0];
  const isLike = (test) => {
    const own = test.slice(folderOf(test).length);
    return own.startsWith(name) || folderOf(test).endsWith(`/${own.split('.')[0]}/`);
  };
  const byFolder = Map.groupBy(
    tests.toSorted((a, b) => Number(isLike(b)) - Number(isLike(a))),
    folderOf,
  );
  const place = (test) => byFolder.get(folderOf(test)).indexOf(test);
  return tests.toSorted((a, b) => place(a) - place(b));
}
