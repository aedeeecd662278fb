import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Each entry has one page and the texts of one language. */
const ENTRIES = ['products', 'product', 'compare', 'order-form', 'order', 'orders', 'review'].flatMap((page) => [
  page,
  `${page}-hi`,
]);
const source = (name: string): string => join(import.meta.dirname, 'src', name);

/**
 * Builds the code that hydrates the shop's pages in a browser. With `--ssr` it builds one module without imports, with
 * which the server renders them.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
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
          input: ENTRIES.map((name) => source(`entries/entry-${name}.ts`)),
          // Code that more pages need than one language has goes into one file, which is smaller than many small ones.
          // It contains no texts.
          output: { codeSplitting: { groups: [{ name: 'frame', minShareCount: 8 }] } },
        },
      },
}));
