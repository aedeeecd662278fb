import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { api } from '@bijli/contract/api';
import { preloadHome } from './preload-home.ts';
import { manifest } from './web-manifest.ts';

/** Method and path of every call. With them the browser does not need the contract's schemas. */
const calls = Object.fromEntries(Object.entries(api).map(([name, { method, path }]) => [name, [method, path]]));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    preloadHome(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'service-worker.ts',
      // `newer-build.ts` registers the service worker after the page has loaded. A newer build never replaces a page
      // without being asked.
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,woff2,json,pbf}'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      },
    }),
  ],
  define: { CONTRACT_CALLS: JSON.stringify(calls) },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // On a slow network many small files wait for each other. So the first screen has one file, and code that most
    // other screens share has one. Sheets are apart, because they bring a library of their own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'shared', minShareCount: 3, test: /lucide-react|web.src|packages.ui.src.(?!sheets.\w*Sheet)/ },
          ],
        },
      },
    },
  },
});
