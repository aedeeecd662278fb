import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const entry = (name: string): string => join(import.meta.dirname, `src/shop/entry-${name}`);

/**
 * The shop, apart from the app: what its pages take over with in a browser, and with `--ssr` what the server renders them by,
 * as one module that needs nothing beside it.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  base: '/shop/',
  ssr: { noExternal: true },
  // React's faster half; the other one is then left out.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: isSsrBuild
    ? { outDir: 'dist-shop', target: 'node24', rollupOptions: { input: entry('server.tsx') } }
    : {
        outDir: 'dist/shop',
        target: 'es2022',
        assetsInlineLimit: 0,
        manifest: 'manifest.json',
        rollupOptions: { input: [entry('catalogue.ts'), entry('order.ts')] },
      },
}));
