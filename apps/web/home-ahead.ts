import type { Plugin, Rolldown } from 'vite';

const HOME = '/screens/map/MapScreen.tsx';

/**
 * Writes the pieces of the home screen beside `before-paint.js` in the page, which asks for them at once where a driver has signed in:
 * on a slow network they would else be known of only when the app's first piece has come.
 */
export function homeAhead(): Plugin {
  return {
    name: 'home-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((piece) => piece.type === 'chunk');
        const home = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(HOME));
        if (!home) throw new Error(`No piece of the build is ${HOME}`);
        const files = filesOf(home, chunks).map((file) => `/${file}`);
        return html.replace('<script src="/before-paint.js"', `$& data-home="${files.join(' ')}"`);
      },
    },
  };
}

/** A piece with its styles and what it imports, but for what the page asks for itself. */
function filesOf(home: Rolldown.OutputChunk, chunks: Rolldown.OutputChunk[]): string[] {
  const files = new Set<string>();
  function take(chunk: Rolldown.OutputChunk) {
    if (chunk.isEntry || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) chunks.filter(({ fileName }) => fileName === name).forEach(take);
  }
  take(home);
  return [...files];
}
