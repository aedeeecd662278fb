import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entryModules, entryPaths } from './build/entry-modules.ts';
import { smallIcons } from './build/small-icons.ts';

const source = (name: string): string => join(import.meta.dirname, 'src', name);

/**
 * Builds the code that hydrates the shop's pages in a browser. With `--ssr` it builds one module without imports, with
 * which the server renders them.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), entryModules, ...(command === 'build' ? [smallIcons] : [])],
  // The sources where `npm run dev` looks for packages to prepare: it does not look into modules that are no files.
  optimizeDeps: { entries: ['src/entries/hydrate.tsx', 'src/render.tsx'] },
  ...(command === 'build' && {
    ssr: { noExternal: true },
    // Chooses React's production build, which is faster, and leaves the other out.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { alias: { '../createLucideIcon.mjs': source('parts/create-icon.ts') } },
  }),
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false, target: 'node24', rollupOptions: { input: source('render.tsx') } }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        // The app's files are served at the same origin, so the shop's need a folder of their own.
        assetsDir: 'shop/assets',
        assetsInlineLimit: 0,
        manifest: 'shop/manifest.json',
        rollupOptions: {
          input: entryPaths,
          // Code that more pages need than one language has goes into one file, which is smaller than many small ones.
          // It contains no texts.
          output: { codeSplitting: { groups: [{ name: 'frame', minShareCount: 8 }] } },
        },
      },
}));
