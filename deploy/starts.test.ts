import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ownEnvironment } from '../scripts/project.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

/** The programs that a file of `deploy` starts with Node, with all options. `home` is where the project is there. */
const STARTS = [
  { what: 'the unit', home: '/usr/lib/bijli', lines: /^ExecStart=(.*)$/gm, file: 'deb/bijli.service', count: 1 },
  {
    what: 'the command line',
    home: '/usr/lib/bijli',
    lines: /^ *exec .*?(\S+\/node .*)$/gm,
    file: 'deb/bijli',
    count: 2,
  },
  { what: 'the image', home: '/bijli', lines: /^CMD (.*)$/gm, file: 'docker/Dockerfile', count: 1 },
];

test.each(STARTS)('$what starts Node with the imports of `npm start`', ({ home, lines, file, count }) => {
  const text = read(file);
  const quick = /^quick=(.*)$/m.exec(text)?.[1] ?? '';
  const starts = [...text.matchAll(lines)].map(([, line = '']) => line.replace('$quick', quick));
  expect(starts).toHaveLength(count);
  for (const line of starts) {
    const [imported = ''] = /--import=[^\s"]+/.exec(line) ?? [];
    const option = imported.replace(`=${home}/`, `=${root}/`);
    expect(option.replace(`=${root}`, `=${pathToFileURL(root).href}`)).toBe(ownEnvironment({}).NODE_OPTIONS);
    // Node takes the option in this form.
    const { stderr, status } = spawnSync(process.execPath, [option, '-e', ''], { env: {}, encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', 0]);
  }
});

test('the package and the image contain what their Node imports', () => {
  const [, own = ''] = /^const OWN = \[(.*?)\];/ms.exec(read('deb/build.mjs')) ?? [];
  expect(own).toContain("'scripts/quick-imports.mjs'");
  expect(read('docker/Dockerfile')).toContain('COPY --from=built /bijli/scripts/quick-imports.mjs scripts/\n');
});
