// Makes processes start faster: see `ownEnvironment` in project.mjs, which loads it in each of them. The Debian package
// and the image of `deploy` load it too.
//
// For each import from a package and each file in it, Node reads the package.json anew. That of drizzle-orm has 178 kB,
// which takes a millisecond, and a server does it hundreds of times. Its files name each other by relative paths, so
// they need no package.json. For the imports from our own files, once is enough for each name.
import * as nodeModule from 'node:module';

const PACKAGE = 'drizzle-orm';
const FOLDER = `/node_modules/${PACKAGE}/`;
const found = new Map();

// Node 20 has no such function, and needs it for nothing.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (!conditions.includes('import')) return next(specifier);
    if (parentURL.includes(FOLDER) && specifier.startsWith('.') && specifier.endsWith('.js'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!specifier.startsWith(PACKAGE) || parentURL.includes('/node_modules/')) return next(specifier);
    if (!found.has(specifier)) found.set(specifier, { ...next(specifier), shortCircuit: true });
    return found.get(specifier);
  },
});
