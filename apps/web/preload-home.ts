import type { Plugin, Rolldown } from 'vite';

const HOME = '/screens/map/MapScreen.tsx';

/**
 * Adds the chunks of the home screen to the page, beside `before-paint.js`. The page requests them at once when a
 * driver is signed in. Otherwise a slow network learns of them only when the app's first chunk has arrived.
 */
export function preloadHome(): Plugin {
  return {
    name: 'preload-home',
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

/** A chunk with its styles and imports, without those that the page requests itself. */
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
