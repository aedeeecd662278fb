import { expect, test } from 'vitest';
import { testsNear } from './tests-near.mjs';

const importers = new Map([
  ['wallet/holds.ts', ['wallet/index.ts', 'wallet/holds.test.ts', 'shop/refunds.test.ts']],
  ['wallet/index.ts', ['app.ts', 'wallet/balance.ts']],
  ['wallet/balance.ts', ['wallet/index.ts', 'wallet/wallet.test.ts', 'wallet/balance-kept.test.ts']],
  ['app.ts', ['app.test.ts', 'http/wire.test.ts']],
  ['http/wire.ts', ['app.ts']],
  ['far/away.ts', []],
  ['api/stations.ts', ['screens/saved/Saved.tsx', 'screens/search/SearchScreen.tsx', 'screens/search/Results.tsx']],
  ['screens/saved/Saved.tsx', ['routes.tsx']],
  ['screens/search/SearchScreen.tsx', ['routes.tsx']],
  ['screens/search/Results.tsx', ['screens/search/SearchScreen.tsx']],
  ['routes.tsx', ['App.tsx']],
  ['App.tsx', ['testing/page.tsx']],
  ['testing/page.tsx', ['screens/saved/saved.test.tsx', 'screens/search/search.test.tsx', 'shell/shell.test.tsx']],
]);
const near = (...changed: string[]) => testsNear(changed, importers, (file: string) => [`names-${file}.test.ts`]);

test('a changed file is tested by the nearest tests beside it, those of its name first', () => {
  expect(near('wallet/holds.ts')).toEqual({ tests: ['wallet/holds.test.ts'], left: 0 });
  expect(near('wallet/index.ts').tests).toEqual(['wallet/balance-kept.test.ts', 'wallet/wallet.test.ts']);
});

test('a file without tests beside it is tested by the nearest ones anywhere', () => {
  expect(near('http/wire.ts').tests).toEqual(['http/wire.test.ts']);
  expect(near('app.ts').tests).toEqual(['app.test.ts']);
  expect(near('far/away.ts').tests).toEqual([]);
});

test('a file without tests beside it is also tested by those beside the files that use it, except the whole app', () => {
  expect(near('api/stations.ts').tests).toEqual(['screens/saved/saved.test.tsx', 'screens/search/search.test.tsx']);
});

test('a changed test runs itself, and a file that is not a module runs the tests that name it', () => {
  expect(near('app.test.ts', 'README.md').tests).toEqual(['app.test.ts', 'names-README.md.test.ts']);
});

test('of many equally near tests a few run, and the others are counted', () => {
  const many = new Map([
    ['a/face.ts', Array.from({ length: 9 }, (_, at) => `a/${at}.test.ts`).concat('a/face.test.ts')],
  ]);
  const { tests, left } = testsNear(['a/face.ts'], many, () => []);
  expect(tests).toHaveLength(6);
  expect(tests).toContain('a/face.test.ts');
  expect(left).toBe(4);
});
