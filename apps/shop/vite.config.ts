import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Each holds one page and the texts of one language. */
const ENTRIES = ['products', 'product', 'compare', 'order-form', 'order', 'orders', 'review'].flatMap((page) => [
  page,
  `${page}-hi`,
]);
const source = (name: string): string => join(import.meta.dirname, 'src', name);

/**
 * What the shop's pages take over with in a browser, and with `--ssr` what the server renders them by, as one module that
 * needs nothing beside it.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  ...(command === 'build' && {
    ssr: { noExternal: true },
    // React's faster half; the other one is then left out.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  }),
  build: isSsrBuild
    ? { outDir: 'dist/server', copyPublicDir: false, target: 'node24', rollupOptions: { input: source('render.tsx') } }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        // The app is served beside it and has files of its own.
        assetsDir: 'shop/assets',
        assetsInlineLimit: 0,
        manifest: 'shop/manifest.json',
        rollupOptions: {
          input: ENTRIES.map((name) => source(`entry-${name}.ts`)),
          // One file of what more than the pages of one language need, which holds no texts, is smaller than many.
          output: { codeSplitting: { groups: [{ name: 'frame', minShareCount: 8 }] } },
        },
      },
}));
