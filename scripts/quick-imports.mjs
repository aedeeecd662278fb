// Makes processes start faster: see `ownEnvironment` in project.mjs, which loads it in each of them. The Debian package
// and the image of `deploy` load it too.
//
// For each import Node looks for the file and reads the package.json of its folder, and a server has thousands of
// imports. Relative ones say all by themselves, ours and those of drizzle-orm, whose package.json has 178 kB. For the
// others in our own files, once is enough for each name in a package.
import * as nodeModule from 'node:module';

const PROJECT = new URL('..', import.meta.url).href;
const DRIZZLE = '/node_modules/drizzle-orm/';
const found = new Map();

// Node 20 has no such function, and needs it for nothing.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (!conditions.includes('import')) return next(specifier);
    const isOurs = parentURL.startsWith(PROJECT) && !parentURL.includes('/node_modules/');
    const here = (format) => ({ url: new URL(specifier, parentURL).href, format, shortCircuit: true });
    if (specifier.startsWith('.')) {
      if (isOurs && specifier.endsWith('.ts')) return here('module-typescript');
      return parentURL.includes(DRIZZLE) && specifier.endsWith('.js') ? here('module') : next(specifier);
    }
    // The project itself may be in a folder `src`.
    const source = parentURL.indexOf('/src/', PROJECT.length);
    if (!isOurs || source < 0) return next(specifier);
    const key = `${parentURL.slice(0, source)} ${specifier}`;
    if (!found.has(key)) found.set(key, { ...next(specifier), shortCircuit: true });
    return found.get(key);
  },
});
